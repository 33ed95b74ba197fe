/// The profile, tier and level of an HEVC stream: profile_tier_level() (H.265, 7.3.3).
public struct ProfileTierLevel: Hashable, Sendable {
  /// `general_profile_space`: 0 in all streams that follow the standard.
  public var profileSpace: UInt8 = 0
  /// Whether the tier is High; else it is Main.
  public var isHighTier = false
  /// `general_profile_idc`: 1 Main, 2 Main 10, 3 Main Still Picture, 4 range extensions, …
  public var profileIdc: UInt8 = 0
  /// `general_profile_compatibility_flag[0]` to `[31]`, from the top bit down: the profiles that
  /// the stream conforms to.
  public var compatibilityFlags: UInt32 = 0
  /// The 48 bits after the compatibility flags, from `general_progressive_source_flag` on, in the
  /// low bits of the number.
  public var constraintFlags: UInt64 = 0
  /// `general_level_idc`: thirty times the level's number.
  public var levelIdc: UInt8 = 0

  /// - Parameter subLayers: `sps_max_sub_layers_minus1`.
  init(_ reader: inout RBSPReader, subLayers: Int) throws(FormatError) {
    profileSpace = UInt8(try reader.bits("general_profile_space", 2))
    isHighTier = try reader.flag("general_tier_flag")
    profileIdc = UInt8(try reader.bits("general_profile_idc", 5))
    compatibilityFlags = try reader.bits("general_profile_compatibility_flags", 32)
    let upper = UInt64(try reader.bits("general_constraint_indicator_flags", 32))
    constraintFlags = upper << 16 | UInt64(try reader.bits("general_constraint_flags", 16))
    levelIdc = try reader.byte("general_level_idc")
    guard subLayers > 0 else { return }
    var bits = 0
    for _ in 0..<subLayers {
      if try reader.flag("sub_layer_profile_present_flag") { bits += 88 }
      if try reader.flag("sub_layer_level_present_flag") { bits += 8 }
    }
    try reader.skip("reserved_zero_2bits", 2 * (8 - subLayers))
    try reader.skip("sub_layer_profile_and_level", bits)
  }
}
