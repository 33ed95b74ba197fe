/// `stri` in `vexu/eyes`: which views a stereoscopic stream has (Apple HEVC Stereo Video, ISO Base
/// Media File Format extensions).
public struct StereoViewInformation: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  var reserved: UInt8 = 0
  /// 1: the view with the lower number is the right one.
  public var eyeViewsReversed: UInt8 = 0
  /// 1: there are views besides those of the two eyes.
  public var hasAdditionalViews: UInt8 = 0
  /// 1: there is a view for the right eye.
  public var hasRightEyeView: UInt8 = 1
  /// 1: there is a view for the left eye.
  public var hasLeftEyeView: UInt8 = 1

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.reservedBits(&reserved, 4)
    try f.bits("eye_views_reversed", &eyeViewsReversed, 1)
    try f.bits("has_additional_views", &hasAdditionalViews, 1)
    try f.bits("has_right_eye_view", &hasRightEyeView, 1)
    try f.bits("has_left_eye_view", &hasLeftEyeView, 1)
  }
}

/// `hero` in `vexu/eyes`: the view to show if only one can be (Apple HEVC Stereo Video).
public struct HeroStereoEye: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// 0: not given. 1: the left eye. 2: the right eye.
  public var heroEye: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.choice("hero_eye_indicator", &heroEye, named: [0: "none", 1: "left", 2: "right"])
  }
}

/// `blin` in `vexu/eyes/cams`: the distance between the two lenses (Apple HEVC Stereo Video).
public struct StereoBaseline: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The distance in micrometres.
  public var baseline: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("baseline_value", &baseline)
  }
}

/// `dadj` in `vexu/eyes/cmfy`: how far the views are to be shifted against each other (Apple HEVC
/// Stereo Video).
public struct DisparityAdjustment: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The shift in parts of 10000 of the width of the picture.
  public var disparityAdjustment: Int32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("disparity_adjustment", &disparityAdjustment)
  }
}

/// `must` in `vexu`: the atoms that a reader must understand to show the video (Apple HEVC Stereo
/// Video).
public struct RequiredBoxTypes: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The types of the atoms.
  public var types = Table<FourCC>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.remainingRows("required_box_types", &types, layout: FixedLayout())
  }
}

/// `prji` in `vexu/proj` and `pkin` in `vexu/pack`: the projection of the picture, and how two views
/// share it (Apple HEVC Stereo Video).
public struct ProjectionKind: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// A projection such as `rect` or `hequ`, or a packing such as `side` or `over`.
  public var kind: FourCC = "rect"

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("kind", &kind)
  }
}

/// `hfov`: how much the picture shows from its left to its right edge (Apple HEVC Stereo Video).
public struct HorizontalFieldOfView: Record {
  /// The angle in thousandths of a degree.
  public var fieldOfView: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("field_of_view", &fieldOfView)
  }
}

/// `st3d`: how the two views of stereoscopic video share a picture (Spherical Video V2 RFC).
public struct StereoscopicLayout: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// How the views are arranged.
  public var stereoMode: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.choice(
      "stereo_mode", &stereoMode,
      named: [
        0: "monoscopic", 1: "top-bottom", 2: "left-right", 3: "stereo-custom", 4: "right-left",
      ])
  }
}

/// `svhd` in `sv3d`: who wrote the metadata of spherical video (Spherical Video V2 RFC).
public struct SphericalVideoHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The name of the program.
  public var metadataSource = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.terminated("metadata_source", &metadataSource)
  }
}

/// `prhd` in `sv3d/proj`: how the sphere is turned, in degrees (Spherical Video V2 RFC).
public struct ProjectionHeader: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The rotation about the vertical axis, -180 to 180, 16.16 fixed point.
  public var yaw = Fixed16x16(rawValue: 0)
  /// The rotation about the axis from left to right, -90 to 90, 16.16 fixed point.
  public var pitch = Fixed16x16(rawValue: 0)
  /// The rotation about the axis from front to back, -180 to 180, 16.16 fixed point.
  public var roll = Fixed16x16(rawValue: 0)

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("pose_yaw_degrees", &yaw)
    try f("pose_pitch_degrees", &pitch)
    try f("pose_roll_degrees", &roll)
  }
}

/// `equi` in `sv3d/proj`: the part of an equirectangular picture that is there, as the parts that are
/// missing at its edges, each a fraction of 2^32 (Spherical Video V2 RFC).
public struct EquirectangularProjection: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The part that is missing at the top.
  public var top: UInt32 = 0
  /// The part that is missing at the bottom.
  public var bottom: UInt32 = 0
  /// The part that is missing at the left.
  public var left: UInt32 = 0
  /// The part that is missing at the right.
  public var right: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("projection_bounds_top", &top)
    try f("projection_bounds_bottom", &bottom)
    try f("projection_bounds_left", &left)
    try f("projection_bounds_right", &right)
  }
}

/// `cbmp` in `sv3d/proj`: a picture of the six sides of a cube (Spherical Video V2 RFC).
public struct CubemapProjection: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// The arrangement of the sides; 0 is 3 by 2.
  public var cubemapLayout: UInt32 = 0
  /// The pixels of padding at each edge of a side.
  public var padding: UInt32 = 0

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("layout", &cubemapLayout)
    try f("padding", &padding)
  }
}

/// `SA3D`: audio that surrounds the listener (Spatial Audio RFC).
public struct SpatialAudio: Record {
  public var version: UInt8 = 0
  /// 1: the track has two channels more, a stereo pair that does not turn with the head of the listener. Older
  /// editions have no such bit, and a kind of 8 bits.
  public var headLockedStereo: UInt8 = 0
  /// The kind: 0 periodic ambisonics. 7 bits.
  public var ambisonicType: UInt8 = 0
  /// The order of the ambisonics.
  public var ambisonicOrder: UInt32 = 1
  /// The order of the channels: 0 ACN.
  public var channelOrdering: UInt8 = 0
  /// The normalization: 0 SN3D.
  public var normalization: UInt8 = 0
  /// For each channel of the track, the ambisonic component that it is.
  public var channelMap = Table<UInt32>()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0)
    try f.bits("head_locked_stereo", &headLockedStereo, 1)
    try f.bits("ambisonic_type", &ambisonicType, 7)
    try f("ambisonic_order", &ambisonicOrder)
    try f("ambisonic_channel_ordering", &channelOrdering)
    try f("ambisonic_normalization", &normalization)
    var count = channelMap.count
    try f.count("num_channels", &count, bytes: 4)
    try f.rows("channel_map", &channelMap, count: count, layout: FixedLayout())
  }
}

extension Schema {
  /// The atoms in a video description that say how stereoscopic and spherical video is shown.
  static let spatialRules: [Rule] = [
    .parent("vexu"),
    .parent("eyes", Container.self, .inside(["vexu"])),
    .leaf("stri", StereoViewInformation.self, .inside(["eyes"])),
    .leaf("hero", HeroStereoEye.self, .inside(["eyes"])),
    .leaf("must", RequiredBoxTypes.self, .inside(["vexu", "eyes"])),
    .parent("cams", Container.self, .inside(["eyes"])),
    .leaf("blin", StereoBaseline.self, .inside(["cams"])),
    .parent("cmfy", Container.self, .inside(["eyes"])),
    .leaf("dadj", DisparityAdjustment.self, .inside(["cmfy"])),
    .parent("proj", Container.self, .inside(["vexu", "sv3d"])),
    .leaf("prji", ProjectionKind.self, .inside(["proj"])),
    .parent("pack", Container.self, .inside(["vexu"])),
    .leaf("pkin", ProjectionKind.self, .inside(["pack"])),
    .leaf("hfov", HorizontalFieldOfView.self),
    .leaf("st3d", StereoscopicLayout.self),
    .parent("sv3d"),
    .leaf("svhd", SphericalVideoHeader.self, .inside(["sv3d"])),
    .leaf("prhd", ProjectionHeader.self, .inside(["proj"])),
    .leaf("equi", EquirectangularProjection.self, .inside(["proj"])),
    .leaf("cbmp", CubemapProjection.self, .inside(["proj"])),
    .leaf("SA3D", SpatialAudio.self),
  ]
}
