/// One sample, or several of one size and duration, on its way into the file.
struct InputSamples {
  var count: UInt32
  /// Bytes of each, or where several make a packet, of each packet.
  var size: UInt32
  /// How many make a packet: more than 1 only for old compressed sound. One that is not full has all
  /// its bytes, and its chunk ends with it.
  var perPacket: UInt32 = 1
  var data: MediaPiece
  /// Of the first, in ticks on the timeline of all inputs.
  var decode: Int64
  /// Ticks of each.
  var duration: UInt32
  var timescale: Int32
  /// Ticks from decoding to presentation.
  var compositionOffset: Int32
  var attachments: SampleAttachments
  var descriptionIndex: Int
  /// The number of the groups that it is in, among the combinations of its input.
  var groups = 0
  /// Only of a single sample.
  var extras: SampleExtras?

  /// How it is told what of them is encrypted.
  var encryption: EncryptionForm { extras?.form ?? .none }

  /// When the first is decoded.
  var start: MediaTime { MediaTime(value: decode, timescale: timescale) }

  /// When the last ends, in ticks; the input has seen to it that 64 bits hold it.
  var endTicks: Int64 { decode &+ Int64(count) * Int64(duration) }
  var end: MediaTime { MediaTime(value: endTicks, timescale: timescale) }

  /// All in one sample.
  var joined: InputSamples {
    var one = self
    one.count = 1
    one.size = UInt32(clamping: data.size)
    one.perPacket = 1
    one.duration = UInt32(clamping: UInt64(duration) * UInt64(count))
    return one
  }

  /// The number of packets that so many samples make, or begin.
  private func packets(_ number: UInt32) -> UInt64 {
    (UInt64(number) + UInt64(perPacket) - 1) / UInt64(perPacket)
  }

  /// The least number of samples that is not below `number` and takes no packet apart; all there
  /// are where that is more.
  func whole(_ number: UInt64) -> UInt32 {
    let (packets, rest) = number.quotientAndRemainder(dividingBy: UInt64(perPacket))
    let (whole, overflow) = (packets + (rest > 0 ? 1 : 0))
      .multipliedReportingOverflow(by: UInt64(perPacket))
    return overflow ? count : min(count, UInt32(clamping: whole))
  }

  /// Takes the first `number` samples off; there are at least as many, and no packet is taken apart.
  mutating func takeFirst(_ number: UInt32) -> InputSamples {
    var first = self
    first.count = number
    first.data = data.takeFirst(packets(number) * UInt64(size))
    count -= number
    decode &+= Int64(number) * Int64(duration)
    return first
  }
}
