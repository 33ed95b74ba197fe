/// What a `FragmentWriter` knows of one track, and the samples of it that are in no fragment yet.
struct FragmentLane {
  let input: MovieWriter.Input
  /// A slice, because a fragment takes the first ones, and there may be very many more.
  var samples: ArraySlice<InputSamples> = []
  /// The decode time of its next sample, as far as its last sample says. Nil before the first one, which can
  /// come before the start of the movie.
  private(set) var end: MediaTime?
  var isFinished = false
  /// Whether each sample began where the one before it was said to end; nil until that is known.
  private var isSteady: Bool?
  /// The tick at which the last sample in the file ends; nil if there is none, or if samples keep their times.
  private(set) var written: Int64?
  /// The tick of the input that is tick 0 of the media, and the number of ticks that is added to every
  /// composition offset. They are known once the header is written, before the first fragment.
  var mediaStart: Int64 = 0
  /// The time from the first decode time to the first presentation time, in ticks.
  var delay: Int64 = 0
  var bias: Int64 = 0
  var accessPoints = AccessPoints()

  /// Whether the samples are frames of uncompressed audio, which can be joined. Packets of
  /// compressed audio are not.
  let isUncompressedSound: Bool
  /// Whether the samples are those of a movie that is rewritten. They keep their times, and none comes before
  /// the start.
  private let isRewritten: Bool
  /// The samples that the writer makes; nil unless this is a timecode track.
  var timecode: FragmentTimecode?

  init(_ input: MovieWriter.Input, start: MediaTime) {
    self.input = input
    isRewritten = input.settings.kept != nil
    end = isRewritten ? start : nil
    timecode = input.timecode.map { FragmentTimecode($0, movieStart: start) }
    let description = input.sampleDescriptions.first
    isUncompressedSound =
      input.settings.mediaType == .audio
      && description?.audioFrameSize(input.settings.timescale) != nil
  }

  /// Whether its samples are made by this writer.
  var isTimecode: Bool { timecode != nil }

  /// Appends samples, of which each has bytes of its own, as one each.
  mutating func append(oneByOne all: InputSamples) {
    // Little is copied for each: there can be very many.
    var one = all
    one.count = 1
    var place: UInt64 = 0
    for _ in 0..<all.count {
      one.data = all.data.part(from: place, count: UInt64(all.size))
      samples.append(one)
      place += UInt64(all.size)
      one.decode &+= Int64(all.duration)
    }
  }

  /// Notes when samples that come next begin and end.
  mutating func noteTimes(of samples: InputSamples) {
    if let end {
      isSteady = isSteady != false && end.value == samples.decode
    } else if samples.count > 1 {
      isSteady = true
    }
    end = samples.end
  }

  /// Notes that samples are in the file, the last of which is this one.
  mutating func noteWritten(_ last: InputSamples) {
    if !isRewritten { written = last.endTicks }
  }

  /// Whether all samples before a cut are there, and it is known how long they last.
  func isComplete(to cut: MediaTime) -> Bool {
    if isFinished || isTimecode { return true }
    if isRewritten || isSteady == true { return end.map { $0 >= cut } ?? false }
    return samples.indices.last.map { samples[$0].start >= cut } ?? false
  }

  /// Whether it takes its first sample later than the others.
  var isYetToBegin: Bool {
    !isRewritten && !isFinished && !isTimecode && input.times.first == nil
  }
}
