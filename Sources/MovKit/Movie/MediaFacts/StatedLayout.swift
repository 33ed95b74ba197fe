/// What a sample description of audio says of its channels by an atom of its own (`chnl` or `chan`).
package struct StatedLayout {
  /// The type of the atom.
  package let type: FourCC
  /// For how many channels it says what they are for; nil if it gives no number.
  package let channels: Int?

  /// Nil if the entry has no such atom, or one that only says that nothing is known of the channels.
  package init?(in entry: Atom) {
    if let layout = (try? entry.first("chnl")?.decode(SpeakerLayout.self)).flatMap({ $0 }) {
      type = "chnl"
      channels = Self.channels(of: layout)
      return
    }
    let atom = entry.codecAtom("chan")
    guard let layout = (try? atom?.decode(ChannelLayout.self)).flatMap({ $0 }) else { return nil }
    type = "chan"
    switch layout.layoutTag {
    case ChannelLayout.descriptionsTag:
      guard layout.descriptions.contains(where: { !Self.isOpen($0.label) }) else { return nil }
      channels = layout.descriptions.count
    case ChannelLayout.bitmapTag:
      guard layout.bitmap != 0 else { return nil }
      channels = layout.bitmap.nonzeroBitCount
    default:
      guard !Self.openTags.contains(layout.layoutTag >> 16) else { return nil }
      let count = Int(layout.layoutTag & 0xFFFF)
      channels = count > 0 ? count : nil
    }
  }

  private static func channels(of layout: SpeakerLayout) -> Int? {
    guard layout.streamStructure == 1 else { return nil }
    guard layout.definedLayout > 0 else { return layout.speakers.count }
    guard layout.omittedChannelsMap == 0 else { return nil }
    return SpeakerLayoutName.ofDefinedLayout(layout.definedLayout)?.channels
  }

  /// Core Audio's layouts of channels without a purpose: in the order of their numbers, and unknown.
  private static let openTags: Set<UInt32> = [147, 0xFFFF]

  /// Whether a label of Core Audio gives a channel no purpose: unused, discrete with or without a number, and
  /// unknown.
  private static func isOpen(_ label: UInt32) -> Bool {
    label == 0 || label == 400 || label >> 16 == 1 || label == .max
  }
}
