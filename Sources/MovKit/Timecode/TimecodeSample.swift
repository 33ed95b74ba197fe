/// The content of one sample of a timecode track (QuickTime File Format, timecode sample data).
public enum TimecodeSample: Hashable, Sendable {
  /// The frame number of the first frame that the sample covers.
  case frameNumber(Int64)
  /// A plain count without a sign.
  case counter(UInt64)
}

extension TimecodeSample {
  /// The number as 64 bits: what `init(bits:isCounter:)` makes the same sample of.
  var bits: UInt64 {
    switch self {
    case .frameNumber(let number): UInt64(bitPattern: number)
    case .counter(let count): count
    }
  }

  /// Whether the number is a plain count.
  var isCounter: Bool { if case .counter = self { true } else { false } }

  init(bits: UInt64, isCounter: Bool) {
    self = isCounter ? .counter(bits) : .frameNumber(Int64(bitPattern: bits))
  }
}

extension TimecodeFormat {
  /// Reads a sample: big-endian, 32 or 64 bits as `mediaSubType` says, signed unless it is a
  /// counter (TN2310; QuickTime File Format, timecode sample data). Bytes after the number are
  /// ignored; nil if there are too few bytes.
  public func sample(_ bytes: some Collection<UInt8>) -> TimecodeSample? {
    let number = bytes.prefix(mediaSubType.sampleSize)
    guard number.count == mediaSubType.sampleSize else { return nil }
    let raw = number.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    if isCounter { return .counter(raw) }
    if mediaSubType.sampleSize == 4 {
      return .frameNumber(Int64(Int32(truncatingIfNeeded: raw)))
    }
    return .frameNumber(Int64(bitPattern: raw))
  }

  /// Returns the bytes of a sample.
  ///
  /// - Throws: `TimecodeError` if the number does not fit, or if it is a count in a format of frame
  ///   numbers or the reverse.
  public func bytes(of sample: TimecodeSample) throws(TimecodeError) -> [UInt8] {
    let raw: UInt64
    switch sample {
    case .frameNumber(let number):
      guard !isCounter else { throw .counterFormat }
      guard mediaSubType.sampleSize == 8 || Int32(exactly: number) != nil else {
        throw .sampleOutOfRange(String(number), mediaSubType: mediaSubType.fourCC)
      }
      raw = UInt64(bitPattern: number)
    case .counter(let count):
      guard isCounter else { throw .notACounter }
      guard mediaSubType.sampleSize == 8 || UInt32(exactly: count) != nil else {
        throw .sampleOutOfRange(String(count), mediaSubType: mediaSubType.fourCC)
      }
      raw = count
    }
    return (0..<mediaSubType.sampleSize).reversed().map {
      UInt8(truncatingIfNeeded: raw >> (8 * UInt64($0)))
    }
  }

  /// Returns the bytes of a sample that starts with a frame number, by the rules of `bytes(of:)`.
  public func sampleBytes(frameNumber: Int64) throws(TimecodeError) -> [UInt8] {
    try bytes(of: .frameNumber(frameNumber))
  }

  /// Returns what a sample shows: a label, or the number itself if it is a count or if the format
  /// has no usable quanta.
  public func text(_ sample: TimecodeSample) -> String {
    switch sample {
    case .frameNumber(let number):
      timecode(forFrameNumber: number).map { text($0) } ?? String(number)
    case .counter(let count): String(count)
    }
  }

  /// Returns the whole ticks of a counter: its count divided by the quanta (QuickTime File Format,
  /// timecode sample data). Nil if the quanta is 0.
  public func counterTicks(_ count: UInt64) -> UInt64? {
    let quanta = UInt64(quantaOverride ?? frameQuanta)
    return quanta == 0 ? nil : count / quanta
  }
}
