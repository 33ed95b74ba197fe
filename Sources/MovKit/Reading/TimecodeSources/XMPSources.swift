extension TimecodeSourceFinder {
  /// Finds the start timecodes in XMP: `XMP_` in user data, and `uuid` at the top level.
  mutating func findXMP() throws(IOError) {
    var packets = userData { $0 == "XMP_" }
    packets += zip(movie.file.atoms.pathComponents(), movie.file.atoms)
      .filter { $1.type == "uuid" && $1.userType == UserTypes.xmp[...] }.map { ("\($0)", $1, nil) }
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
