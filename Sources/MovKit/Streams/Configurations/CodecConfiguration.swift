/// What `avcC` or `hvcC` in a sample description says about the samples.
struct CodecConfiguration {
  var codec: VideoCodec
  /// The number of bytes of each NAL unit length in the samples.
  var lengthSize: Int
  var parameterSets: ParameterSets

  /// Throws if a unit is not a parameter set, or its number cannot be read.
  init(_ configuration: AVCConfiguration) throws(FormatError) {
    codec = .h264
    lengthSize = Int(configuration.lengthSizeMinusOne) + 1
    parameterSets = try ParameterSets(configuration)
  }

  /// Throws if the number of a parameter set cannot be read.
  init(_ configuration: HEVCConfiguration) throws(FormatError) {
    codec = .hevc
    lengthSize = Int(configuration.lengthSizeMinusOne) + 1
    parameterSets = try ParameterSets(configuration)
  }

  /// Reads the configuration of an entry of `stsd`; nil if the entry has neither atom. Throws if
  /// the atom cannot be read.
  init?(description: Atom) throws(FormatError) {
    if let atom = description.first("avcC") {
      try self.init(atom.decode(AVCConfiguration.self))
    } else if let atom = description.first("hvcC") {
      try self.init(atom.decode(HEVCConfiguration.self))
    } else {
      return nil
    }
  }
}
