extension Atom {
  /// For an entry of `stsd`: an atom of its codec, such as `esds`, in the entry or, in QuickTime files, in its
  /// `wave` (QuickTime File Format, "Sound Sample Description Extensions").
  func codecAtom(_ type: FourCC) -> Atom? { first(type) ?? descendant("wave", type) }

  /// For an entry of `stsd`: the object type of its codec (ISO/IEC 14496-1, table 5); nil if there is none.
  var objectType: UInt8? {
    let descriptor = try? codecAtom("esds")?.decode(ElementaryStreamDescriptor.self)
    return descriptor?.decoderConfig?.objectTypeIndication
  }
}
