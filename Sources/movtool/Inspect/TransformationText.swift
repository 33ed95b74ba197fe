import MovKit

/// A matrix for people: what it does where that has a name, and its numbers row by row.
struct TransformationText {
  let text: String
  /// `rotated 90°`, `mirrored`; nil for what has no such name.
  let effect: String?

  /// nil where the values are no matrix.
  init?(_ values: [FieldValue], named name: String) {
    guard name == "matrix", values.count == 9 else { return nil }
    var numbers: [String] = []
    for value in values {
      guard case .decimal(let digits) = value else { return nil }
      numbers.append(digits)
    }
    if numbers == ["1", "0", "0", "0", "1", "0", "0", "0", "1"] {
      (text, effect) = ("identity", nil)
      return
    }
    effect = Self.effects[[numbers[0], numbers[1], numbers[3], numbers[4]]]
    let rows = [0, 3, 6].map { numbers[$0..<$0 + 3].joined(separator: " ") }
    text = rows.joined(separator: ", ") + (effect.map { " (\($0))" } ?? "")
  }

  private static let effects: [[String]: String] = [
    ["0", "1", "-1", "0"]: "rotated 90°", ["-1", "0", "0", "-1"]: "rotated 180°",
    ["0", "-1", "1", "0"]: "rotated 270°", ["-1", "0", "0", "1"]: "mirrored",
    ["1", "0", "0", "-1"]: "upside down",
  ]
}
