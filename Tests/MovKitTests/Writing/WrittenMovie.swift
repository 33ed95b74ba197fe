import TestSupport
import Testing

@testable import MovKit

/// A movie as a list of samples, which a writer is given and which must be read back.
struct WrittenMovie {
  struct Sample: Equatable {
    var bytes: [UInt8]
    /// Ticks on the timeline of all tracks.
    var decode: Int64
    var duration: Int64
    var shown: Int64
    var isSync: Bool
    var description: Int
  }

  struct Track {
    var mediaType: MediaType
    var timescale: UInt32
    var descriptions: [Atom]
    var samples: [Sample]

    func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: Int32(timescale)) }

    func timing(_ sample: Sample) -> SampleTiming {
      SampleTiming(
        duration: time(sample.duration), presentationTime: time(sample.shown),
        decodeTime: time(sample.decode))
    }
  }

  var tracks: [Track]

  /// One to three tracks of a few seconds, each with times and sizes of its own kind.
  init(_ random: inout SplitMix64) throws {
    tracks = []
    for number in 0..<1 + Int(random.next() % 3) {
      let isVideo = number == 0
      let timescale: UInt32 = [600, 24000, 48000, 90000][Int(random.next() % 4)]
      var descriptions: [Atom] = []
      for index in 0..<1 + UInt16(random.next() % 3) {
        descriptions.append(
          isVideo ? try Self.video(width: 16 + index) : try Self.sound(rate: 8000 + index))
      }
      let duration = Int64(timescale / 25)
      let delay = isVideo ? duration * Int64(random.next() % 3) : 0
      var decode = isVideo ? -delay : Int64(random.next() % UInt64(timescale))
      if random.once(in: 4) { decode = -delay }
      var samples: [Sample] = []
      let isConstant = random.once(in: 2)
      let size = Int(random.next() % 40)
      for index in 0..<Int(random.next() % 120) {
        let length = isConstant ? duration : duration + Int64(random.next() % 5)
        let count = isConstant ? size : Int(random.next() % 3000)
        let bytes = random.bytes(count)
        var shown = decode + delay
        if delay != 0 { shown += duration * (Int64(random.next() % 3) - 1) }
        let isSync = !isVideo || index % 12 == 0 || random.once(in: 9)
        samples.append(
          Sample(
            bytes: bytes, decode: decode, duration: length, shown: shown, isSync: isSync,
            description: (index / 30) % descriptions.count))
        decode += length
      }
      tracks.append(
        Track(
          mediaType: isVideo ? .video : .audio, timescale: timescale, descriptions: descriptions,
          samples: samples))
    }
  }

  static func video(width: UInt16 = 16, format: FourCC = "jpeg") throws -> Atom {
    var description = VideoDescription()
    description.width = width
    description.height = 16
    return try Atom(format, description, children: [])
  }

  static func sound(rate: UInt16) throws -> Atom {
    var description = SoundDescription()
    description.channelCount = 1
    description.sampleRate = UFixed16x16(rawValue: UInt32(rate) << 16)
    return try Atom("ac-3", description, children: [])
  }

  func addInputs(to writer: MovieWriter) throws -> [MovieWriter.Input] {
    try tracks.map {
      try writer.addInput(
        MovieWriter.TrackSettings(
          mediaType: $0.mediaType, timescale: $0.timescale, sampleDescriptions: $0.descriptions))
    }
  }

  /// Gives a writer all samples: to inputs that are ready, by chance.
  func write(with writer: MovieWriter, _ random: inout SplitMix64) throws {
    let inputs = try addInputs(to: writer)
    var next = [Int](repeating: 0, count: tracks.count)
    while let ready = inputs.indices.filter({ !inputs[$0].isFinished })
      .filter({ inputs[$0].isReadyForMoreData }).randomElement(using: &random)
    {
      guard next[ready] < tracks[ready].samples.count else {
        try inputs[ready].markAsFinished()
        continue
      }
      let sample = tracks[ready].samples[next[ready]]
      try inputs[ready].append(
        sample.bytes, timing: tracks[ready].timing(sample),
        attachments: SampleAttachments(isSync: sample.isSync), description: sample.description)
      next[ready] += 1
    }
    #expect(next == tracks.map(\.samples.count), "no input was ready")
    try writer.finish()
  }

  /// The samples of a track of a file, with times from the first decode time on.
  static func samples(of track: MovKit.Track, in source: some ByteSource) throws -> [Sample] {
    let table = try track.sampleTable()
    #expect(table.diagnostics.isEmpty)
    return try table.map { sample in
      Sample(
        bytes: try source.read(at: sample.offset, count: Int(sample.size)),
        decode: sample.decodeTime, duration: Int64(sample.duration),
        shown: sample.presentationTime, isSync: sample.isSync,
        description: sample.descriptionIndex)
    }
  }
}
