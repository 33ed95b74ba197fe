/// One sample, or several of the same size and duration, to be written.
struct InputSamples {
  var count: UInt32
  /// The number of bytes of each sample, or of each packet if several samples make a packet.
  var size: UInt32
  /// The number of samples in a packet: more than 1 only for old compressed audio. A packet that is
  /// not full still has all its bytes, and its chunk ends with it.
  var perPacket: UInt32 = 1
  var data: MediaPiece
  /// The decode time of the first sample, in ticks on the timeline of all inputs.
  var decode: Int64
  /// The duration of each sample in ticks.
  var duration: UInt32
  var timescale: Int32
  /// The number of ticks from decoding to presentation.
  var compositionOffset: Int32
  var attachments: SampleAttachments
  var descriptionIndex: Int
  /// The number of its combination of groups, among those of its input.
  var groups = 0
  /// Nil unless this is a single sample.
  var extras: SampleExtras?

  /// The form in which the information says what is encrypted.
  var encryption: EncryptionForm { extras?.form ?? .none }

  /// The decode time of the first sample.
  var start: MediaTime { MediaTime(value: decode, timescale: timescale) }

  /// The end of the last sample in ticks. The input has checked that it fits in 64 bits.
  var endTicks: Int64 { decode &+ Int64(count) * Int64(duration) }
  var end: MediaTime { MediaTime(value: endTicks, timescale: timescale) }

  /// All samples as a single sample.
  var joined: InputSamples {
    var one = self
    one.count = 1
    one.size = UInt32(clamping: data.size)
    one.perPacket = 1
    one.duration = UInt32(clamping: UInt64(duration) * UInt64(count))
    return one
  }

  /// Returns the number of packets that contain the first `number` samples.
  private func packets(_ number: UInt32) -> UInt64 {
    (UInt64(number) + UInt64(perPacket) - 1) / UInt64(perPacket)
  }

  /// Returns the smallest number of samples that is not less than `number` and divides no packet;
  /// the number of all samples if that is less.
  func whole(_ number: UInt64) -> UInt32 {
    let (packets, rest) = number.quotientAndRemainder(dividingBy: UInt64(perPacket))
    let (whole, overflow) = (packets + (rest > 0 ? 1 : 0))
      .multipliedReportingOverflow(by: UInt64(perPacket))
    return overflow ? count : min(count, UInt32(clamping: whole))
  }

  /// Removes and returns the first `number` samples. There must be as many, and no packet may be
  /// divided.
  mutating func takeFirst(_ number: UInt32) -> InputSamples {
    var first = self
    first.count = number
    first.data = data.takeFirst(packets(number) * UInt64(size))
    count -= number
    decode &+= Int64(number) * Int64(duration)
    return first
  }
}
