import Testing

@testable import MovKit

/// The size in which pictures are shown, if only the track's header says the shape of their pixels, as before QuickTime
/// had `pasp`.
@Suite struct PictureShapeTests {
  struct Shape: Sendable {
    /// The size of pictures, and of their clean aperture if there is one.
    var pictures: (UInt16, UInt16)
    var clap: (UInt32, UInt32)?
    /// The size of the track, and its flags.
    var track: (Double, Double)
    var flags: UInt32 = 3
    /// The size that is shown, and the shape of a pixel.
    var shown: (Int, Int)
    var pixel: (UInt32, UInt32)
  }

  /// A pixel has the shape of the track divided by that of the pictures, by hand.
  static let shapes = [
    // DV of 525 and 625 lines, as iMovie writes it: all flags of QuickTime are set.
    Shape(pictures: (720, 480), track: (640, 480), flags: 15, shown: (640, 480), pixel: (8, 9)),
    Shape(pictures: (720, 576), track: (768, 576), flags: 15, shown: (768, 576), pixel: (16, 15)),
    Shape(pictures: (720, 576), track: (1024, 576), shown: (1024, 576), pixel: (64, 45)),
    // HDV.
    Shape(pictures: (1440, 1080), track: (1920, 1080), shown: (1920, 1080), pixel: (4, 3)),
    Shape(
      pictures: (720, 480), clap: (704, 480), track: (640, 480), shown: (640, 480), pixel: (10, 11)),
    // As large, half as large, and rounded to whole pixels.
    Shape(pictures: (720, 480), track: (720, 480), shown: (720, 480), pixel: (1, 1)),
    Shape(pictures: (720, 480), track: (360, 240), shown: (720, 480), pixel: (1, 1)),
    Shape(pictures: (854, 480), track: (427, 240), shown: (854, 480), pixel: (1, 1)),
    Shape(pictures: (1366, 768), track: (640, 360), shown: (1366, 768), pixel: (1, 1)),
    // No size.
    Shape(pictures: (720, 480), track: (0, 0), shown: (720, 480), pixel: (1, 1)),
    Shape(pictures: (720, 480), track: (640, 0), shown: (720, 480), pixel: (1, 1)),
  ]

  private static func facts(_ shape: Shape, pasp: PixelAspectRatio? = nil) throws -> VideoFacts {
    let good = BrokenFile.Good.media("camera/prores-pcm.mov")
    var bytes = try good.bytes()
    try BrokenFile.record("", good, "moov/trak[0]/tkhd", TrackHeader.self) {
      $0.width = UFixed16x16(shape.track.0)
      $0.height = UFixed16x16(shape.track.1)
      $0.flags = shape.flags
    }.change(&bytes)
    try BrokenFile.atom("", good, "moov/trak[0]/mdia/minf/stbl/stsd/apcn") { entry in
      try entry.update(VideoDescription.self) { ($0.width, $0.height) = shape.pictures }
      entry.children.removeAll { ["pasp", "clap"].contains($0.type) }
      if let size = shape.clap {
        var clap = CleanAperture()
        (clap.widthN, clap.heightN) = size
        entry.children.append(try Atom("clap", clap))
      }
      if let pasp { entry.children.append(try Atom("pasp", pasp)) }
    }.change(&bytes)
    return try #require(try Movie(from: MemorySource(bytes)).tracks[0].facts.video)
  }

  @Test(arguments: shapes.indices) func shapeByTheTrack(number: Int) throws {
    let shape = Self.shapes[number]
    let facts = try Self.facts(shape)
    #expect((facts.displayWidth, facts.displayHeight) == shape.shown)
    #expect(facts.pixelAspectRatio == shape.pixel)
  }

  /// A stream of square pixels says nothing of a movie that stretches it: ffprobe and MediaInfo show it with 2:1, too.
  @Test func squarePixelsOfTheStream() throws {
    let good = BrokenFile.Good.media("camera/camera.mov")
    var bytes = try good.bytes()
    try BrokenFile.record("", good, "moov/trak[0]/tkhd", TrackHeader.self) {
      ($0.width, $0.height) = (UFixed16x16(640), UFixed16x16(180))
    }.change(&bytes)
    try BrokenFile.atom("", good, "moov/trak[0]/mdia/minf/stbl/stsd/avc1") { entry in
      entry.children.removeAll { $0.type == "pasp" }
    }.change(&bytes)
    let facts = try #require(try Movie(from: MemorySource(bytes)).tracks[0].facts.video)
    #expect(facts.pixelAspectRatio == (2, 1))
    #expect((facts.displayWidth, facts.displayHeight) == (640, 180))
  }

  /// What the sample description says counts more than the track.
  @Test func shapeByTheDescription() throws {
    var pasp = PixelAspectRatio()
    (pasp.horizontalSpacing, pasp.verticalSpacing) = (40, 33)
    let facts = try Self.facts(Self.shapes[0], pasp: pasp)
    #expect(facts.pixelAspectRatio == (40, 33))
    // 720 by 40/33 is 872.7.
    #expect((facts.displayWidth, facts.displayHeight) == (873, 480))
  }
}
