import Testing

@testable import MovKit

/// How stereoscopic and spherical video is stored: expectations come from Apple's HEVC Stereo Video profile,
/// the Spherical Video RFCs and ISO/IEC 14496-12, 8.15.4.
@Suite struct ViewFactsTests {
  private static func vexu(_ views: UInt8, packing: String? = nil, projection: String? = nil)
    -> [UInt8]
  {
    atom(
      "vexu", atom("eyes", atom("stri", u32(0), [views])),
      packing.map { atom("pack", atom("pkin", u32(0), ascii($0))) } ?? [],
      projection.map { atom("proj", atom("prji", u32(0), ascii($0))) } ?? [])
  }

  private static func equirectangular(left: UInt32, right: UInt32) -> [UInt8] {
    atom(
      "sv3d", atom("svhd", u32(0), ascii("maker"), [0]),
      atom(
        "proj", atom("prhd", u32(0), zeros(12)),
        atom("equi", u32(0), zeros(8), u32(left), u32(right))))
  }

  private static func restricted(scheme: UInt32, type: UInt32) -> [UInt8] {
    atom(
      "rinf", atom("frma", ascii("avc1")), atom("schm", u32(0), ascii("stvi"), u32(0)),
      atom("schi", atom("stvi", u32(0), u32(0), u32(scheme), u32(4), u32(type))))
  }

  static let layers = atom("lhvC", [1, 0xF0, 0, 0xFC, 0xCB, 0])

  @Test(
    arguments: [
      (vexu(3) + layers, .multiview, nil), (vexu(3), .other, nil),
      (vexu(3, projection: "rect") + layers, .multiview, .rectilinear),
      (vexu(3, packing: "side", projection: "hequ"), .sideBySide, .halfEquirectangular),
      (vexu(0xB, packing: "side"), .rightLeft, nil), (vexu(3, packing: "over"), .topBottom, nil),
      (vexu(0xB, packing: "over"), .other, nil),
      // One eye only.
      (vexu(1, projection: "fish"), nil, .fisheye), (vexu(2), nil, nil),
      (vexu(1, projection: "prim"), nil, .other("prim")),
      (atom("st3d", u32(0), [0]), nil, nil), (atom("st3d", u32(0), [1]), .topBottom, nil),
      (atom("st3d", u32(0), [2]), .sideBySide, nil), (atom("st3d", u32(0), [4]), .rightLeft, nil),
      (equirectangular(left: 0, right: 0), nil, .equirectangular),
      // As an injector rounds it.
      (equirectangular(left: 0x3FFF_FFFF, right: 0x3FFF_FFFF), nil, .halfEquirectangular),
      (equirectangular(left: 1 << 29, right: 1 << 29), nil, .equirectangular),
      (atom("sv3d", atom("proj", atom("free", zeros(4)), atom("mshp", u32(0)))), nil, .mesh),
      (
        atom("st3d", u32(0), [2]) + equirectangular(left: 1 << 30, right: 1 << 30), .sideBySide,
        .halfEquirectangular
      ),
      (atom("sv3d", atom("proj", atom("cbmp", u32(0), u32(0), u32(0)))), nil, .cubemap),
      (restricted(scheme: 1, type: 3), .sideBySide, nil),
      (restricted(scheme: 1, type: 4), .topBottom, nil),
      (restricted(scheme: 3, type: 0), .other, nil),
      // Cut off.
      (atom("vexu", atom("eyes", atom("stri", u32(0)))), nil, nil),
      (atom("st3d", u32(0)), nil, nil),
      ([], nil, nil),
    ] as [([UInt8], ViewFacts.Stereo?, ViewFacts.Projection?)])
  func descriptions(
    children: [UInt8], stereo: ViewFacts.Stereo?, projection: ViewFacts.Projection?
  ) throws {
    let views = try Self.views(children)
    #expect(views?.stereo == stereo)
    #expect(views?.projection == projection)
    #expect((views == nil) == (stereo == nil && projection == nil))
  }

  /// What the injectors of YouTube and of cameras write beside the media.
  @Test(
    arguments: [
      ("<GSpherical:Spherical>true</GSpherical:Spherical>", nil, .equirectangular),
      (
        "<GSpherical:Spherical>true</GSpherical:Spherical><GSpherical:ProjectionType>equirectangular"
          + "</GSpherical:ProjectionType><GSpherical:StereoMode>top-bottom</GSpherical:StereoMode>",
        .topBottom, .equirectangular
      ),
      (
        "<GSpherical:Spherical>true</GSpherical:Spherical>"
          + "<GSpherical:CroppedAreaImageWidthPixels>1920</GSpherical:CroppedAreaImageWidthPixels>"
          + "<GSpherical:FullPanoWidthPixels>3840</GSpherical:FullPanoWidthPixels>", nil,
        .halfEquirectangular
      ),
      (
        "<GSpherical:Spherical>true</GSpherical:Spherical>"
          + "<GSpherical:StereoMode>left-right</GSpherical:StereoMode>", .sideBySide,
        .equirectangular
      ),
      ("<GSpherical:Spherical>false</GSpherical:Spherical>", nil, nil),
    ] as [(String, ViewFacts.Stereo?, ViewFacts.Projection?)])
  func firstVersion(
    elements: String, stereo: ViewFacts.Stereo?, projection: ViewFacts.Projection?
  ) throws {
    let xml = "<?xml version=\"1.0\"?><rdf:SphericalVideo>\(elements)</rdf:SphericalVideo>"
    let views = try Self.views(
      [], atom("uuid", hex("ffcc8263f8554a938814587a02521fdd"), ascii(xml)))
    #expect(views?.stereo == stereo)
    #expect(views?.projection == projection)
  }

  /// What the description says goes first, and the XML says the rest.
  @Test func bothVersions() throws {
    let xml =
      "<rdf:SphericalVideo><GSpherical:Spherical>true</GSpherical:Spherical><GSpherical:StereoMode>left-right"
      + "</GSpherical:StereoMode></rdf:SphericalVideo>"
    let views = try Self.views(
      atom("st3d", u32(0), [1]), atom("uuid", hex("ffcc8263f8554a938814587a02521fdd"), ascii(xml)))
    #expect(views?.stereo == .topBottom)
    #expect(views?.projection == .equirectangular)
  }

  private static func views(_ children: [UInt8], _ ofTrack: [UInt8] = []) throws -> ViewFacts? {
    let entry = atom(
      "hvc1", zeros(6), u16(1), zeros(16), u16(160), u16(120), u32(72 << 16), u32(72 << 16),
      zeros(4),
      u16(1), zeros(32), u16(24), u16(0xFFFF), children)
    let trak = MovieBytes().track(
      1, "vide", edits: nil, description: entry, durations: [(1, 1)], size: 4, at: 8)
    let moov = atom(
      "moov", MovieBytes.movieHeader(timescale: 600),
      atom("trak", Array(trak.dropFirst(8)), ofTrack))
    let track = try #require(try Movie(from: MemorySource(fileType + moov)).tracks.first)
    return track.facts.video?.views
  }
}
