extension String {
  /// Whether both have the same bytes. Texts are equal too if Unicode composes their characters in another way.
  package func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
