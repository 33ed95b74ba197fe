import Testing

@testable import MovKit

/// IDs in messages: a movie can have very many tracks.
struct ListedIDsTests {
  @Test(
    arguments: [
      ([], ""), ([7], "7"), ([1, 2, 3], "1, 2, 3"),
      ([1, 2, 3, 4, 5, 6, 7, 8], "1, 2, 3, 4, 5, 6, 7, 8"),
      ([1, 2, 3, 4, 5, 6, 7, 8, 10], "1, 2, 3, 4, 5, 6, 7, 8, … (9 in all)"),
    ] as [([UInt32], String)])
  func lists(ids: [UInt32], text: String) { #expect(ids.listed == text) }

  @Test func errorsStayShort() {
    let many = (1...20_000).map { UInt32($0) }
    for error in [StampError.severalTimecodes(many), .hasTimecode(many)] {
      #expect("\(error)".contains("8, … (20000 in all)") && "\(error)".count < 120)
    }
  }
}
