/// What one sample of a timecode track holds.
public enum TimecodeSample: Hashable, Sendable {
  /// The frame number of the first frame that the sample covers.
  case frameNumber(Int64)
  /// A plain count, without sign.
  case counter(UInt64)
}

extension TimecodeFormat {
  /// Reads a sample: big-endian, 32 or 64 bits as the type says, signed unless it is a counter
  /// (TN2310; QuickTime File Format, timecode sample data). Bytes behind the number are not
  /// looked at; nil where there are too few.
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

  /// The bytes of a sample.
  ///
  /// - Throws: where the number does not fit, or is of the other kind than this format counts.
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

  /// The bytes of a sample that starts with a frame number, by the rules of `bytes(of:)`.
  public func sampleBytes(frameNumber: Int64) throws(TimecodeError) -> [UInt8] {
    try bytes(of: .frameNumber(frameNumber))
  }

  /// What a sample shows: a label, or the number itself where it is a counter or there is no
  /// quanta to count by.
  public func text(_ sample: TimecodeSample) -> String {
    switch sample {
    case .frameNumber(let number):
      timecode(forFrameNumber: number).map { text($0) } ?? String(number)
    case .counter(let count): String(count)
    }
  }

  /// Whole ticks of a counter: its count over the quanta (QuickTime File Format, timecode sample
  /// data). Nil where the quanta is 0.
  public func counterTicks(_ count: UInt64) -> UInt64? {
    let quanta = UInt64(quantaOverride ?? frameQuanta)
    return quanta == 0 ? nil : count / quanta
  }
}
