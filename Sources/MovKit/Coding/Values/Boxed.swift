/// A value that is kept apart from what has it. In what there can be very many of, what few of them have
/// is kept so.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
