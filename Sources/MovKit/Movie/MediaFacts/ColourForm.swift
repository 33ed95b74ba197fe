extension Atom {
  /// For a description of pictures: whether it has colours in the form that only QuickTime's files have.
  var hasQuickTimeColours: Bool {
    let type = ColorInformation.type(isQuickTime: true)
    return children.contains { atom in
      guard atom.type == "colr" else { return false }
      return (try? atom.decode(ColorInformation.self))?.colourType == type
    }
  }

  /// For a description of pictures: gives its colours the form that a kind of file has. Colours that cannot be read,
  /// and those of which something would be lost, stay as they are.
  mutating func adaptColours(toQuickTime: Bool) throws(FormatError) {
    let old = ColorInformation.type(isQuickTime: !toQuickTime)
    guard children.contains(where: { $0.type == "colr" }) else { return }
    let streamRange = coloursOfStream?.isFullRange
    for index in children.indices where children[index].type == "colr" {
      guard var colour = try? children[index].decode(ColorInformation.self),
        colour.colourType == old
      else { continue }
      if !toQuickTime {
        (colour.hasFullRangeFlag, colour.fullRangeFlag) = (true, streamRange == true ? 1 : 0)
      } else if colour.hasFullRangeFlag {
        // QuickTime's form has no flag, so what only the flag says would be lost.
        guard (colour.fullRangeFlag == 1) == (streamRange ?? false) else { continue }
      }
      colour.colourType = ColorInformation.type(isQuickTime: toQuickTime)
      children[index] = try Atom("colr", colour)
    }
  }

  /// For a description of pictures: the colours that the codec's own configuration states; nil if it does not.
  var coloursOfStream: ColourFacts? {
    var entry = self
    entry.children.removeAll { $0.type == "colr" }
    return VideoFacts(entry)?.colour
  }
}
