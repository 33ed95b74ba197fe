/// What the pictures of stereoscopic or spherical video are: the views of two eyes, and how they map to
/// directions.
public struct ViewFacts: Hashable, Sendable {
  /// How the views of the two eyes are stored.
  public enum Stereo: String, CaseIterable, Hashable, Sendable {
    /// Each view is a layer of the stream, as in MV-HEVC.
    case multiview = "multiview"
    /// Both views are in one picture, the left one on the left.
    case sideBySide = "side-by-side"
    /// Both views are in one picture, the left one on the right.
    case rightLeft = "right-left"
    /// Both views are in one picture, the left one at the top.
    case topBottom = "top-bottom"
    /// Two views, stored in none of these ways.
    case other = "other"
  }

  /// How the picture maps to directions around the viewer.
  public enum Projection: Hashable, Sendable {
    /// A flat picture.
    case rectilinear
    /// All around: a turn of 360 degrees.
    case equirectangular
    /// Half of what is around: 180 degrees from left to right.
    case halfEquirectangular
    /// The picture of a fisheye lens, as a circle.
    case fisheye
    /// The six sides of a cube.
    case cubemap
    /// A mesh that the file has.
    case mesh
    /// Another one, by its code in `prji` or its atom in `sv3d/proj`.
    case other(FourCC)
  }

  /// How the views of the two eyes are stored; nil if there are not two.
  public private(set) var stereo: Stereo?
  /// The projection; nil if none is stated.
  public private(set) var projection: Projection?

  /// Reads what Apple's `vexu`, the `st3d` and `sv3d` of Spherical Video V2, the `stvi` of ISO/IEC
  /// 14496-12 and the XML of Spherical Video V1 say, in this order; nil if none of them is there.
  /// - Parameters:
  ///   - entry: A video description.
  ///   - trak: The track that it is from.
  init?(_ entry: Atom, in trak: Atom) {
    read(extendedUsage: entry.first("vexu"), hasLayers: entry.first("lhvC") != nil)
    if stereo == nil { readStereoscopicLayout(entry) }
    if projection == nil { readSphericalVideo(entry.first("sv3d")?.first("proj")) }
    if stereo == nil || projection == nil,
      let atom = trak.children.first(where: { $0.userType.elementsEqual(UserTypes.sphericalVideo) }
      ),
      let xml = try? atom.decode(PlainText.self)
    {
      read(xml: xml.text.bytes)
    }
    if stereo == nil, projection == nil { return nil }
  }

  private mutating func read(extendedUsage vexu: Atom?, hasLayers: Bool) {
    let kind = { (atom: Atom?) in (try? atom?.decode(ProjectionKind.self))?.kind }
    if let views = try? vexu?.first("eyes")?.first("stri")?.decode(StereoViewInformation.self),
      views.hasLeftEyeView == 1, views.hasRightEyeView == 1
    {
      switch kind(vexu?.first("pack")?.first("pkin")) {
      case nil: stereo = hasLayers ? .multiview : .other
      case "side": stereo = views.eyeViewsReversed == 1 ? .rightLeft : .sideBySide
      case "over": stereo = views.eyeViewsReversed == 1 ? .other : .topBottom
      default: stereo = .other
      }
    }
    projection = kind(vexu?.first("proj")?.first("prji")).map(Projection.init(code:))
  }

  private mutating func readStereoscopicLayout(_ entry: Atom) {
    if let layout = try? entry.first("st3d")?.decode(StereoscopicLayout.self) {
      stereo =
        switch layout.stereoMode {
        case 0: nil
        case 1: .topBottom
        case 2: .sideBySide
        case 4: .rightLeft
        default: .other
        }
    } else if let stvi = entry.first("rinf")?.first("schi")?.first("stvi"),
      let video = try? stvi.decode(StereoVideo.self)
    {
      // The types of scheme 1 are those of frame packing in ISO/IEC 14496-10, D.2.26.
      stereo =
        switch (video.stereoScheme, video.stereoIndicationType.bytes.last) {
        case (1, 3): .sideBySide
        case (1, 4): .topBottom
        default: .other
        }
    }
  }

  private mutating func readSphericalVideo(_ proj: Atom?) {
    guard
      let atom = proj?.children.first(where: {
        $0.type != "prhd" && $0.type != "prji" && !$0.type.isFreeSpace
      })
    else { return }
    switch atom.type {
    case "equi":
      let missing = try? atom.decode(EquirectangularProjection.self)
      // A quarter at the left and a quarter at the right. Some programs round 0.25 of 2^32 - 1 down.
      let quarter: ClosedRange<UInt32> = (1 << 30) - 1...1 << 30
      let isHalf = missing.map { quarter.contains($0.left) && quarter.contains($0.right) } ?? false
      projection = isHalf ? .halfEquirectangular : .equirectangular
    case "cbmp": projection = .cubemap
    case "mshp": projection = .mesh
    default: projection = .other(atom.type)
    }
  }

  private mutating func read(xml: Bytes) {
    var values: [String: String] = [:]
    var name: String?
    for token in XMLTokens(xml) {
      switch token {
      case .open(let element, _, _): name = element
      case .close: name = nil
      case .text(let text): if let name, values[name] == nil { values[name] = text }
      }
    }
    guard values["Spherical"]?.lowercased() == "true" else { return }
    if projection == nil {
      switch values["ProjectionType"] {
      case "equirectangular", nil:
        let part = values["CroppedAreaImageWidthPixels"].flatMap { UInt64($0) } ?? 0
        let full = values["FullPanoWidthPixels"].flatMap { UInt64($0) } ?? 0
        let isHalf = part > 0 && full / 2 == part && full % 2 == 0
        projection = isHalf ? .halfEquirectangular : .equirectangular
      case "cubemap": projection = .cubemap
      case _?: break
      }
    }
    if stereo == nil {
      switch values["StereoMode"] {
      case "left-right": stereo = .sideBySide
      case "top-bottom": stereo = .topBottom
      default: break
      }
    }
  }
}

extension ViewFacts.Projection: CustomStringConvertible {
  /// Apple's codes of `prji`.
  private static let codes: [FourCC: Self] = [
    "rect": .rectilinear, "equi": .equirectangular, "hequ": .halfEquirectangular, "fish": .fisheye,
  ]

  fileprivate init(code: FourCC) { self = Self.codes[code] ?? .other(code) }

  /// The word for it; the code if there is none.
  public var description: String {
    switch self {
    case .rectilinear: "rectilinear"
    case .equirectangular: "equirectangular"
    case .halfEquirectangular: "half-equirectangular"
    case .fisheye: "fisheye"
    case .cubemap: "cubemap"
    case .mesh: "mesh"
    case .other(let code): code.description
    }
  }
}
