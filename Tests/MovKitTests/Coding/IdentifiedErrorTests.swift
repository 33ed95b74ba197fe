import Testing

@testable import MovKit

/// The IDs of errors, which scripts and programs rely on.
struct IdentifiedErrorTests {
  static let formats: [FormatError.Reason] = [
    .truncated(needed: 2, available: 1), .doesNotFit(bits: 8), .unknownVersion(9), .limit("x"),
    .outputLimit("x"), .invalidValue("x"), .unexpectedBytes(3), .wrongSize(1, required: 2),
    .tooLarge("x"), .missing("x"), .beyondEnd("x"), .notRead, .wrongKind("x"), .unsupported("x"),
    .invalidTime("x"), .noFrameRate("x"), .notIndexable("x"), .itemsElsewhere("x"),
    .notEditable("x"), .notEditableInPlace("x"), .notAsPlanned("x"), .invalid("x"),
  ]

  /// The ID of each reason. What has a new case does not compile without a line here, and `idsOfEveryCase` fails
  /// without a value in the list. So of the errors below.
  static func id(of reason: FormatError.Reason) -> String {
    switch reason {
    case .truncated: "truncated"
    case .doesNotFit: "does-not-fit"
    case .unknownVersion: "unknown-version"
    case .limit: "limit-exceeded"
    case .outputLimit: "output-limit"
    case .invalidValue: "invalid-value"
    case .unexpectedBytes: "unexpected-bytes"
    case .wrongSize: "wrong-size"
    case .tooLarge: "too-large"
    case .missing: "missing"
    case .beyondEnd: "beyond-end"
    case .notRead: "not-read"
    case .wrongKind: "wrong-kind"
    case .unsupported: "unsupported"
    case .invalidTime: "invalid-time"
    case .noFrameRate: "no-frame-rate"
    case .notIndexable: "not-indexable"
    case .itemsElsewhere: "items-elsewhere"
    case .notEditable: "not-editable"
    case .notEditableInPlace: "not-editable-in-place"
    case .notAsPlanned: "not-as-planned"
    case .invalid: "invalid"
    }
  }

  static let systems: [IOError.Kind] = [
    .system(2), .truncated(offset: 1, wanted: 2, size: 1), .changed, .sameFile, .exists,
    .notARegularFile(.pipe), .tooLarge, .memoryLimit(wanted: 2, limit: 1), .noMemory(wanted: 2),
    .invalidPath, .locked, .closed, .asynchronous, .cancelled, .failed("the server is asleep"),
  ]

  static func id(of kind: IOError.Kind) -> String {
    switch kind {
    case .system: "system-error"
    case .truncated: "truncated"
    case .changed: "changed-meanwhile"
    case .sameFile: "same-file"
    case .exists: "exists"
    case .notARegularFile: "not-a-regular-file"
    case .tooLarge: "too-large"
    case .memoryLimit: "memory-limit"
    case .noMemory: "out-of-memory"
    case .invalidPath: "invalid-path"
    case .locked: "locked"
    case .closed: "closed"
    case .asynchronous: "asynchronous"
    case .cancelled: "cancelled"
    case .failed: "source-failed"
    }
  }

  // An error that wraps another has the ID of that one.
  static let format = FormatError(.notRead)
  static let io = IOError(.write, nil, .locked)

  static let readings: [ReadingError] = [.io(io), .format(format), .notStarted]

  static func id(of error: ReadingError) -> String {
    switch error {
    case .io: "locked"
    case .format: "not-read"
    case .notStarted: "not-started"
    }
  }

  static let stamps: [StampError] = [
    .noVideo, .noTrack(3), .notVideo(3),
    .unreadable(UnreadableTrack(Atom("trak", children: []), path: "moov/trak", error: format)),
    .noSamples(3), .hasTimecode([3]), .noRate, .slideShow(1, .zero), .quantaOutOfRange(300),
    .dropFrameRate(25, .zero), .timecode(.counterFormat), .reelTooLong, .noTimecode,
    .severalTimecodes([3, 4]), .notTimecode(3), .counter(3), .io(io), .format(format),
    .alreadyStamped,
  ]

  static func id(of error: StampError) -> String {
    switch error {
    case .noVideo: "no-video"
    case .noTrack: "no-track"
    case .notVideo: "not-video"
    case .unreadable: "track-unreadable"
    case .noSamples: "no-samples"
    case .hasTimecode: "has-timecode"
    case .noRate: "no-frame-rate"
    case .slideShow: "slide-show"
    case .quantaOutOfRange: "quanta-out-of-range"
    case .dropFrameRate: "drop-frame-rate"
    case .timecode: "counter-format"
    case .reelTooLong: "reel-too-long"
    case .noTimecode: "no-timecode"
    case .severalTimecodes: "several-timecodes"
    case .notTimecode: "not-timecode"
    case .counter: "counter"
    case .io: "locked"
    case .format: "not-read"
    case .alreadyStamped: "already-stamped"
    }
  }

  static let timecodes: [TimecodeError] = [
    .notATimecode("x"), .hoursOutOfRange(25), .minutesOutOfRange(61), .secondsOutOfRange(61),
    .framesOutOfRange(30, quanta: 30),
    .skippedByDropFrame("00:01:00;00", before: "00:00:59;29", after: "00:01:00;02"),
    .negativeNotAllowed("-01:00:00:00"), .notDropFrame("00:01:00;02"), .tooLarge("99:00:00:00"),
    .counterFormat, .notACounter, .noQuanta,
    .sampleOutOfRange("5000000000", mediaSubType: "tmcd"), .packedOutOfRange("99:00:00:00"),
  ]

  static func id(of error: TimecodeError) -> String {
    switch error {
    case .notATimecode: "not-a-timecode"
    case .hoursOutOfRange: "hours-out-of-range"
    case .minutesOutOfRange: "minutes-out-of-range"
    case .secondsOutOfRange: "seconds-out-of-range"
    case .framesOutOfRange: "frames-out-of-range"
    case .skippedByDropFrame: "skipped-by-drop-frame"
    case .negativeNotAllowed: "negative-not-allowed"
    case .notDropFrame: "not-drop-frame"
    case .tooLarge: "too-large"
    case .counterFormat: "counter-format"
    case .notACounter: "not-a-counter"
    case .noQuanta: "no-quanta"
    case .sampleOutOfRange: "sample-out-of-range"
    case .packedOutOfRange: "packed-out-of-range"
    }
  }

  static let writings: [WritingError] = [
    .io(io), .format(format), .decodeTimeGoesBack(track: 1), .timeOutOfRange(track: 1),
    .tooLarge(track: 1), .noDescription(2, track: 1), .finished, .tooLate,
    .parameterSetsChange(track: 1, at: .zero), .noSamplesSupplied(track: 1),
  ]

  static func id(of error: WritingError) -> String {
    switch error {
    case .io: "locked"
    case .format: "not-read"
    case .decodeTimeGoesBack: "decode-time-goes-back"
    case .timeOutOfRange: "time-out-of-range"
    case .tooLarge: "too-large"
    case .noDescription: "no-description"
    case .finished: "finished"
    case .tooLate: "too-late"
    case .parameterSetsChange: "parameter-sets-change"
    case .noSamplesSupplied: "no-samples-supplied"
    }
  }

  static let editings: [EditingError] = [
    .io(io), .format(format), .verification(.notStarted), .notAFile, .undecided(io), .changed(io),
    .notRestored(.io(io)),
  ]

  static func id(of error: EditingError) -> String {
    switch error {
    case .io: "locked"
    case .format: "not-read"
    case .verification: "not-started"
    case .notAFile: "not-a-file"
    case .undecided: "undecided"
    case .changed: "changed-but-not-freed"
    case .notRestored: "not-restored"
    }
  }

  static let cuts: [CutError] = [
    .startsAfterEnd(.zero), .endsAfterEnd(.zero), .empty, .format(format), .io(io),
  ]

  static func id(of error: CutError) -> String {
    switch error {
    case .startsAfterEnd: "starts-after-end"
    case .endsAfterEnd: "ends-after-end"
    case .empty: "empty-part"
    case .format: "not-read"
    case .io: "locked"
    }
  }

  static let silos: [SampleSilo.Failure] = [
    .io(io), .outOfRange, .decodeTimeGoesBack, .outsideOfPass, .rangesOutOfOrder,
  ]

  static func id(of error: SampleSilo.Failure) -> String {
    switch error {
    case .io: "locked"
    case .outOfRange: "time-out-of-range"
    case .decodeTimeGoesBack: "decode-time-goes-back"
    case .outsideOfPass: "outside-of-pass"
    case .rangesOutOfOrder: "ranges-out-of-order"
    }
  }

  static let times: [MediaTimeError] = [.notNumeric, .overflow, .inexact]

  static func id(of error: MediaTimeError) -> String {
    switch error {
    case .notNumeric: "not-numeric"
    case .overflow: "overflow"
    case .inexact: "inexact"
    }
  }

  static let timebases: [TimebaseError] = [.rateIsZero, .unrelatedClocks]

  static func id(of error: TimebaseError) -> String {
    switch error {
    case .rateIsZero: "rate-is-zero"
    case .unrelatedClocks: "unrelated-clocks"
    }
  }

  /// All errors, by their types, with their IDs, and the number of cases that each type has.
  static let all: [(errors: [(any IdentifiedError, String)], cases: Int)] = [
    (formats.map { (FormatError($0), id(of: $0)) }, 22),
    (systems.map { (IOError(.open, nil, $0), id(of: $0)) }, 15),
    (readings.map { ($0, id(of: $0)) }, 3), (stamps.map { ($0, id(of: $0)) }, 19),
    (timecodes.map { ($0, id(of: $0)) }, 14), (writings.map { ($0, id(of: $0)) }, 10),
    (editings.map { ($0, id(of: $0)) }, 7), (cuts.map { ($0, id(of: $0)) }, 5),
    (silos.map { ($0, id(of: $0)) }, 5), (times.map { ($0, id(of: $0)) }, 3),
    (timebases.map { ($0, id(of: $0)) }, 2),
  ]

  @Test func idsOfEveryCase() {
    for (errors, cases) in Self.all {
      for (error, id) in errors { #expect(error.id == id) }
      // No two cases of a type have the same.
      #expect(Set(errors.map(\.1)).count == cases && errors.count == cases, "\(errors)")
    }
  }

  /// What a program prints names the file; `reason` is for messages that do it themselves.
  @Test func filesAreNamed() {
    let missing = IOError(.open, "x.mov", .system(2))
    let whole = "cannot open x.mov: no such file or directory"
    let errors: [any IdentifiedError] = [
      ReadingError.io(missing), WritingError.io(missing), EditingError.io(missing),
      EditingError.verification(.io(missing)), CutError.io(missing), StampError.io(missing),
      SampleSilo.Failure.io(missing),
    ]
    for error in errors { #expect("\(error)" == whole) }
    #expect(ReadingError.io(missing).reason == "no such file or directory")
    #expect(WritingError.io(missing).reason == "no such file or directory")
    let format = FormatError(.notRead, path: "moov")
    #expect(ReadingError.format(format).reason == format.description)
    #expect(WritingError.format(format).reason == format.description)
    #expect(WritingError.finished.reason == WritingError.finished.description)
  }

  /// A program that asks for the kind of an error need not read the sentence, and a person who
  /// reads it meets no name of a Swift type and, as options are the tool's, of no option.
  @Test func sentencesAreForPeople() {
    for (error, _) in Self.all.flatMap(\.errors) {
      let text = error.description
      #expect(!text.isEmpty && !text.hasSuffix(".") && !text.contains("Error"), "\(text)")
      #expect(!text.contains("--"), "\(text)")
    }
  }
}
