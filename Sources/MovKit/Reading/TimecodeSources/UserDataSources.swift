extension TimecodeSourceFinder {
  /// Finds the timecode that some cameras and Adobe's programs write into user data: `©TIM`, the label;
  /// `©TSC`, the timescale; `©TSZ`, how many of its ticks a frame lasts. All are text.
  mutating func findUserData() {
    for owner in owners {
      let parts = owner.atom.all("udta")
      guard parts.contains(where: { $0.children.contains { $0.type == "©TIM" } }) else { continue }
      let entries = parts.flatMap { udta in
        zip(udta.children.pathComponents(), udta.children)
      }
      func text(_ type: FourCC) -> String? {
        let found = entries.first { $0.1.type == type }
        return found.flatMap { try? $0.1.decode(InternationalText.self).string }
      }
      guard let (name, atom) = entries.first(where: { $0.1.type == "©TIM" }),
        let written = text("©TIM"),
        let label = try? TimecodeText(written.trimmedASCII)
      else { continue }
      var source = TimecodeSource(
        .userData, path: "\(owner.path)/udta/\(name)", trackID: owner.trackID, offset: atom.offset)
      var duration: MediaTime?
      if let scale = text("©TSC").flatMap({ Int32($0.trimmedASCII) }), scale > 0,
        let size = text("©TSZ").flatMap({ Int32($0.trimmedASCII) }), size > 0
      {
        duration = MediaTime(value: Int64(size), timescale: scale)
      } else {
        duration = frameDuration
        source.assume("the user data has no rate", counting: frameDuration)
      }
      source.add(
        EmbeddedLabel(label.timecode, isDropFrame: label.separatorSaysDropFrame),
        at: .zero, counting: duration)
      found.append(source)
    }
  }

  /// The keys of metadata that name a reel.
  private static let reelKeys: Set = [
    "com.apple.proapps.reel", "com.arri.camera.ReelName", "org.smpte.rdd18.camera.reelname",
  ]

  /// Finds the reels that metadata names.
  mutating func findReels() {
    for owner in owners {
      owner.atom.forEachMetadataItem(at: owner.path, of: Self.reelKeys) { item in
        guard case .text(let text) = item.value, !text.isEmpty else { return }
        var source = TimecodeSource(
          .reel, path: "\(owner.path)/meta", field: item.key, trackID: owner.trackID,
          offset: owner.atom.first("meta")?.offset)
        if text.isUMID {
          source.notes.append("\(text) is an identifier of material (UMID), and not a reel")
        } else {
          source.reel = text
        }
        found.append(source)
      }
    }
  }
}
