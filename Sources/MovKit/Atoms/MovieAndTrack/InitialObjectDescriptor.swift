/// The descriptor in `iods`: the profiles of the movie and its streams (ISO/IEC 14496-1, 7.2.6.3 and
/// 7.2.6.4; ISO/IEC 14496-14, 3.1).
struct InitialObjectDescriptor: Record {
  /// 0x10 for a descriptor with profiles, 0x11 for one without.
  var tag: UInt8 = 0x10
  var sizeLength = 1
  var id: UInt16 = 1
  var hasURL: UInt8 = 0
  var includesInlineProfiles: UInt8 = 0
  var reserved: UInt8 = 0xF
  var url = PascalString()
  var profiles = Profiles()
  var descriptors: RecordList<ElementaryStreamDescriptor.OpaqueDescriptor> = []

  /// The profiles and levels that a decoder must support; 0xFF: none is needed.
  struct Profiles: Record {
    var od: UInt8 = 0xFF
    var scene: UInt8 = 0xFF
    var audio: UInt8 = 0xFF
    var visual: UInt8 = 0xFF
    var graphics: UInt8 = 0xFF

    mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
      try f("od_profile_level_indication", &od)
      try f("scene_profile_level_indication", &scene)
      try f("audio_profile_level_indication", &audio)
      try f("visual_profile_level_indication", &visual)
      try f("graphics_profile_level_indication", &graphics)
    }
  }

  mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f("tag", &tag)
    guard tag == 0x10 || tag == 0x11 else {
      throw f.invalid("tag", "tag \(tag)")
    }
    var size = sizeOfBody
    try f.descriptorSize(&size, length: &sizeLength)
    var copy = self
    try f.within("object_descriptor", count: size) { (f: inout _) throws(FormatError) in
      try copy.body(&f)
    }
    self = copy
  }

  private var sizeOfBody: Int {
    var measurer = Measurer()
    var copy = self
    // A measurer never throws.
    try? copy.body(&measurer)
    return measurer.bits / 8
  }

  private mutating func body(_ f: inout some FieldCoder) throws(FormatError) {
    try f.bits("object_descriptor_id", &id, 10)
    try f.bits("url_flag", &hasURL, 1)
    try f.bits("include_inline_profile_level_flag", &includesInlineProfiles, 1)
    try f.reservedBits(&reserved, 4)
    if hasURL == 1 {
      try f("url", &url)
    } else if tag == 0x10 {
      try f("profiles", &profiles)
    }
    try f.list("descriptors", &descriptors, count: nil)
  }
}
