/// One sample, or several of one size and duration, on its way into the file.
struct InputSamples {
  var count: UInt32
  /// Bytes of each.
  var size: UInt32
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
    one.duration = UInt32(clamping: UInt64(duration) * UInt64(count))
    return one
  }

  /// Takes the first `number` samples off; there are at least as many.
  mutating func takeFirst(_ number: UInt32) -> InputSamples {
    var first = self
    first.count = number
    first.data = data.takeFirst(UInt64(number) * UInt64(size))
    count -= number
    decode &+= Int64(number) * Int64(duration)
    return first
  }
}
