import Testing

@testable import MovKit

/// The IDs of errors, which scripts and programs rely on.
struct IdentifiedErrorTests {
  /// An error of each case, and its ID. A new case needs a line here.
  static let formats: [(FormatError.Reason, String)] = [
    (.truncated(needed: 2, available: 1), "truncated"), (.doesNotFit(bits: 8), "does-not-fit"),
    (.unknownVersion(9), "unknown-version"), (.limit("x"), "limit-exceeded"),
    (.outputLimit("x"), "output-limit"),
    (.invalidValue("x"), "invalid-value"), (.unexpectedBytes(3), "unexpected-bytes"),
    (.wrongSize(1, required: 2), "wrong-size"), (.tooLarge("x"), "too-large"),
    (.missing("x"), "missing"), (.beyondEnd("x"), "beyond-end"), (.notRead, "not-read"),
    (.wrongKind("x"), "wrong-kind"), (.unsupported("x"), "unsupported"),
    (.invalidTime("x"), "invalid-time"), (.noFrameRate("x"), "no-frame-rate"),
    (.notIndexable("x"), "not-indexable"), (.notEditable("x"), "not-editable"),
    (.notEditableInPlace("x"), "not-editable-in-place"), (.notAsPlanned("x"), "not-as-planned"),
    (.invalid("x"), "invalid"),
  ]

  static let others: [(any IdentifiedError, String)] = [
    (IOError(.open, nil, .system(2)), "system-error"), (IOError(.open, nil, .exists), "exists"),
    (IOError(.write, nil, .sameFile), "same-file"),
    (IOError(.allocate, nil, .memoryLimit(wanted: 2, limit: 1)), "memory-limit"),
    (IOError(.allocate, nil, .noMemory(wanted: 2)), "out-of-memory"),
    (IOError(.read, nil, .changed), "changed-meanwhile"),
    (ReadingError.notStarted, "not-started"),
    (StampError.hasTimecode([3]), "has-timecode"), (StampError.noRate, "no-frame-rate"),
    (StampError.slideShow(1, .zero), "slide-show"), (StampError.reelTooLong, "reel-too-long"),
    (TimecodeError.noQuanta, "no-quanta"), (WritingError.tooLate, "too-late"),
    (EditingError.notAFile, "not-a-file"), (SampleSilo.Failure.outsideOfPass, "outside-of-pass"),
    (MediaTimeError.inexact, "inexact"), (TimebaseError.rateIsZero, "rate-is-zero"),
    // An error that wraps another has the ID of that one.
    (ReadingError.format(FormatError(.notRead)), "not-read"),
    (WritingError.io(IOError(.write, nil, .locked)), "locked"),
    (EditingError.format(FormatError(.notEditableInPlace("x"))), "not-editable-in-place"),
    (StampError.timecode(.counterFormat), "counter-format"),
  ]

  @Test func everyKindHasAnID() {
    for (reason, id) in Self.formats { #expect(FormatError(reason).id == id) }
    for (error, id) in Self.others { #expect(error.id == id) }
    #expect(Set(Self.formats.map(\.1)).count == Self.formats.count)
  }

  /// A program that asks for the kind of an error need not read the sentence, and a person who
  /// reads it meets no name of a Swift type.
  @Test func sentencesAreForPeople() {
    for (error, _) in Self.others {
      let text = error.description
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("Error"), "\(text)")
    }
  }

  /// Options are the tool's: no message of the library names one.
  @Test func noMessageNamesAnOption() {
    let errors: [any IdentifiedError] =
      Self.formats.map { FormatError($0.0) } + Self.others.map(\.0) + [
        StampError.quantaOutOfRange(300), StampError.dropFrameRate(25, .zero),
        TimecodeError.negativeNotAllowed("-01:00:00:00"), TimecodeError.hoursOutOfRange(25),
        TimecodeError.sampleOutOfRange("5000000000", mediaSubType: "tmcd"),
      ]
    for error in errors { #expect(!error.description.contains("--"), "\(error)") }
  }
}
