extension FourCC {
  /// Whether atoms of this type only fill space, wherever they are (ISO/IEC 14496-12, 8.1.2;
  /// QuickTime File Format, "Free Space Atoms" and "Wide Atoms").
  var isFreeSpace: Bool { Self.freeSpace.contains(self) }

  static let freeSpace: [FourCC] = reusableSpace + ["wide"]

  /// Of the types of free space, those whose place may be used for something else. `wide` belongs to the atom after
  /// it, which may need a longer header.
  static let reusableSpace: [FourCC] = ["free", "skip"]
}
