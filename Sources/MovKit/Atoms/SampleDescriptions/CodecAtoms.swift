extension Atom {
  /// For an entry of `stsd`: an atom of its codec, such as `esds`, in the entry or, in QuickTime files, in its
  /// `wave` (QuickTime File Format, "Sound Sample Description Extensions").
  func codecAtom(_ type: FourCC) -> Atom? { first(type) ?? descendant("wave", type) }
}
