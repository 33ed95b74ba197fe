/// What `avcC` or `hvcC` in a sample description says about the samples, and `mvcC`, `svcC` or `lhvC` beside it.
struct CodecConfiguration {
  var codec: VideoCodec
  /// The number of bytes of each NAL unit length in the samples.
  var lengthSize: Int
  var parameterSets: ParameterSets
  /// Parameter sets and SEI of further views and layers, whose numbers may be those of sets of the base.
  var furtherUnits: [Bytes] = []

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

  /// Reads the configuration of an entry of `stsd`; nil if the entry has neither `avcC` nor `hvcC`. Throws if that
  /// atom cannot be read. Others that cannot be read are ignored: the base can be decoded without them.
  init?(description: Atom) throws(FormatError) {
    var further: [ParameterSet] = []
    if let atom = description.first("avcC") {
      try self.init(atom.decode(AVCConfiguration.self))
      for atom in description.all("svcC") + description.all("mvcC") {
        guard let record = try? atom.decode(ScalableAVCConfiguration.self) else { continue }
        further += record.sequenceParameterSets + record.pictureParameterSets
      }
    } else if let atom = description.first("hvcC") {
      try self.init(atom.decode(HEVCConfiguration.self))
      for atom in description.all("lhvC") {
        guard let record = try? atom.decode(LayeredHEVCConfiguration.self) else { continue }
        further += record.arrays.flatMap(\.nalUnits)
      }
    } else {
      return nil
    }
    guard !further.isEmpty else { return }
    var known = Set(parameterSets.entries.map(\.unit) + parameterSets.supplemental)
    furtherUnits = further.map(\.nalUnit.bytes).filter { !$0.isEmpty && known.insert($0).inserted }
  }
}
