import MovKit
import Testing

@testable import movtool

/// The table of what to do about errors and findings.
struct AdviceTests {
  /// Each ID of the table belongs to an error of the library: otherwise its advice is never seen.
  @Test func everyEntryIsOfAnError() {
    let errors: [any IdentifiedError] = [
      IOError(.create, nil, .exists), StampError.hasTimecode([2]), StampError.noRate,
      StampError.noTimecode, StampError.severalTimecodes([2, 3]),
      StampError.slideShow(1, .zero), StampError.quantaOutOfRange(256),
      StampError.dropFrameRate(25, .zero), FormatError(.noFrameRate("x")),
      FormatError(.notEditableInPlace("x")), FormatError(.notIndexable("x")),
      FormatError(.itemsElsewhere("x")), FormatError(.outputLimit("x")),
      IOError(.allocate, nil, .memoryLimit(wanted: 2, limit: 1)),
      IOError(.allocate, nil, .noMemory(wanted: 2)), WritingError.decodeTimeGoesBack(track: 1),
    ]
    #expect(Set(errors.map(\.id)) == Set(Advice.onErrors.keys))
    for error in errors {
      #expect(error.advised().hasPrefix(error.description))
      #expect(error.advised().count > error.description.count)
    }
  }

  /// The tool names the file before the message, which does not do it again.
  @Test func filesAreNamedOnce() {
    let refused = IOError(.create, "a.mov", .system(13))
    #expect(ReadingError.io(refused).advised() == "permission denied")
    #expect(WritingError.io(refused).advised() == "permission denied")
    #expect(
      Failure(ReadingError.io(refused), about: "b.mov")
        == .problem("permission denied", file: "b.mov"))
  }

  /// Every option that the table names exists.
  @Test func everyOptionExists() {
    let names = Set(Command.leaves.flatMap { $0.command.allOptions.flatMap(\.names) })
    for text in Array(Advice.onErrors.values) + Array(Advice.onFindings.values) {
      for word in text.split(whereSeparator: { $0 == " " || $0 == "," })
      where word.hasPrefix("-") {
        #expect(names.contains(String(word)), "\(word)")
      }
    }
  }
}
