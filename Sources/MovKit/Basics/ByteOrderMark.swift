extension Collection<UInt8> {
  /// The bytes without the mark that programs of Windows write before text in UTF-8.
  package var withoutByteOrderMark: SubSequence {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}
