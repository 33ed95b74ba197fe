extension Track {
  /// Returns a finding if the first picture of this track does not make a decoder forget what came
  /// before: an open group of pictures begins with it (H.264, recovery point; H.265, CRA), or it needs others. A
  /// decoder that goes on through the edit then counts its pictures wrongly, or takes others for those.
  ///
  /// Throws if the tables are damaged. A file that cannot be read gives no finding: its samples cannot be copied
  /// either.
  func findingAtSeam(in file: File) throws(FormatError) -> Diagnostic? {
    guard let description = sampleDescriptions.first,
      let first = try sampleTable().first
    else { return nil }
    if let finding = findingOfStart(
      at: first, in: file,
      so: "programs show damaged pictures from where the track begins up to its next key frame")
    {
      return finding
    }
    let codec: VideoCodec
    let lengthSize: Int
    if let atom = description.first("hvcC"), let record = try? atom.decode(HEVCConfiguration.self) {
      (codec, lengthSize) = (.hevc, Int(record.lengthSizeMinusOne & 3) + 1)
    } else if let atom = description.first("avcC"),
      let record = try? atom.decode(AVCConfiguration.self)
    {
      (codec, lengthSize) = (.h264, Int(record.lengthSizeMinusOne & 3) + 1)
    } else {
      return nil
    }
    guard let type = Self.firstPicture(of: first, in: file, codec, lengthSize),
      !type.isIDR, !type.isBLA
    else { return nil }
    return Diagnostic(
      "open-group-seam", .warning,
      "track \(id) begins with an open group of pictures, so decoders that go on through the edit may lose or damage "
        + "pictures, or show them in another order, up to its next key frame",
      path: path, at: atom.offset)
  }

  /// Returns the header of the first picture of a sample; nil if it is not found near its beginning.
  private static func firstPicture(
    of sample: SampleTable.Sample, in file: File, _ codec: VideoCodec, _ lengthSize: Int
  ) -> NALUnitHeader? {
    // Only headers are needed, which come after a few small units.
    var offset = sample.offset
    let end = sample.byteRange.upperBound
    for _ in 0..<64 {
      let needed = lengthSize + codec.headerSize
      guard end >= offset, end - offset >= UInt64(needed),
        let bytes = try? Array(file.read(at: offset, count: needed)), bytes.count == needed,
        let header = NALUnitHeader(bytes[lengthSize...], codec: codec)
      else { return nil }
      if header.isVCL { return header }
      let length = bytes[..<lengthSize].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let (next, overflow) = offset.addingReportingOverflow(UInt64(lengthSize) + length)
      guard !overflow else { return nil }
      offset = next
    }
    return nil
  }
}
