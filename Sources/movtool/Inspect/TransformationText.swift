import MovKit

/// A transformation matrix as text: its numbers row by row, and the name of its effect, if there is
/// one.
struct TransformationText {
  let text: String
  /// `rotated 90°` or `mirrored`; nil if the effect has no such name.
  let effect: String?

  /// Nil if the values are not a matrix.
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
    let signs = [0, 1, 3, 4].map { ["0": 0, "1": 1, "-1": -1][numbers[$0]] }
    effect =
      if let a = signs[0], let b = signs[1], let c = signs[2], let d = signs[3] {
        Orientation(a: a, b: b, c: c, d: d)?.effect
      } else { nil }
    let rows = [0, 3, 6].map { numbers[$0..<$0 + 3].joined(separator: " ") }
    text = rows.joined(separator: ", ") + (effect.map { " (\($0))" } ?? "")
  }
}

extension Orientation {
  /// `rotated 90°`, `mirrored`; nil for none.
  var effect: String? {
    switch (rotation, isMirrored) {
    case (0, false): nil
    case (0, true): "mirrored"
    case (180, true): "upside down"
    case (_, false): "rotated \(rotation)°"
    case (_, true): "mirrored and rotated \(rotation)°"
    }
  }
}
