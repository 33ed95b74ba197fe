/// What `avcC` or `hvcC` in a sample description tells of the samples.
struct CodecConfiguration {
  var codec: VideoCodec
  /// Bytes of the lengths in the samples.
  var lengthSize: Int
  var parameterSets: ParameterSets

  /// Throws where a parameter set cannot be told from its bytes.
  init(_ configuration: AVCConfiguration) throws(FormatError) {
    codec = .h264
    lengthSize = Int(configuration.lengthSizeMinusOne) + 1
    parameterSets = try ParameterSets(configuration)
  }

  /// Throws where a parameter set cannot be told from its bytes.
  init(_ configuration: HEVCConfiguration) throws(FormatError) {
    codec = .hevc
    lengthSize = Int(configuration.lengthSizeMinusOne) + 1
    parameterSets = try ParameterSets(configuration)
  }

  /// Nil where an entry of `stsd` has neither; throws where what it has cannot be read.
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
