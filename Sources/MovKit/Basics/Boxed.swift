/// A value that is kept apart from what has it. In what there can be very many of, what few of them have
/// is kept so; and an error, which every function that throws it passes on.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

extension Boxed: Equatable where Value: Equatable {
  static func == (_ first: Boxed, _ second: Boxed) -> Bool { first.value == second.value }
}

extension Boxed: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
