import Testing

@testable import MovKit

/// Numbers that JSON and programs write in different ways.
@Suite struct DecimalTextTests {
  @Test(arguments: [
    ("1e-05", "0.00001"), ("1e+08", "100000000"), ("0.5e1", "5"), ("0.1e2", "10"), ("1.0", "1"),
    ("0e5", "0"), ("-1.50", "-1.5"), ("12.5e-1", "1.25"), ("1E20", "100000000000000000000"),
  ])
  func sameNumbers(first: String, second: String) {
    #expect(DecimalText.areSame(first, second) && DecimalText.areSame(second, first))
  }

  @Test(arguments: [
    ("1", "10"), ("0.1", "0.01"), ("-1", "1"), ("0.0", "-0.0"), ("1e5", "1e6"), ("100", "1"),
  ])
  func differentNumbers(first: String, second: String) {
    #expect(!DecimalText.areSame(first, second))
  }

  @Test(arguments: [
    ("1e-05", "0.00001"), ("0.5e1", "5"), ("-2.5e3", "-2500"), ("0e5", "0"), ("7", "7"),
    ("1e9999", "1e9999"), ("12e-1", "1.2"),
  ])
  func withoutExponent(number: String, text: String) {
    #expect(DecimalText.withoutExponent(number) == text)
  }
}
