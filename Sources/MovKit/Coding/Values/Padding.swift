/// A decimal number with zeros in front, so that it has at least `width` digits.
func padded(_ value: some BinaryInteger, _ width: Int) -> String {
  let digits = String(value)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
