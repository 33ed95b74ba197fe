extension TimecodeSourceFinder {
  /// The user type of a `uuid` with XMP: be7acfcb-97a9-42e8-9c71-999491e3afac (XMP Specification
  /// Part 3).
  private static let userType: Bytes = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Finds the start timecodes in XMP: `XMP_` in user data, and `uuid` at the top level.
  mutating func findXMP() throws(IOError) {
    var packets = userData { $0 == "XMP_" }
    packets += zip(movie.file.atoms.pathComponents(), movie.file.atoms)
      .filter { $1.type == "uuid" && $1.userType == Self.userType }.map { ("\($0)", $1, nil) }
    for (path, atom, trackID) in packets {
      guard let bytes = try content(of: atom) else { continue }
      let packet = XMPTimecode(bytes)
      for start in packet.starts {
        var source = TimecodeSource(
          .xmp, path: path, field: "xmpDM:\(start.property)", trackID: trackID,
          offset: atom.offset)
        source.reel = packet.reel
        if start.frameDuration == nil {
          source.assume("its format is not known", counting: frameDuration)
        }
        source.add(start.label, at: .zero, counting: start.frameDuration ?? frameDuration)
        found.append(source)
      }
    }
  }
}
