/// A value that is kept apart from what has it, like a `Boxed` one, and that can be changed. A copy of it is
/// a value of its own.
struct Apart<Value> {
  // An array of one has its element apart, and copies it only if it is changed while others have it.
  private var values: [Value]

  init(_ value: Value) { values = [value] }

  var value: Value {
    get { values[0] }
    _modify { yield &values[0] }
  }
}

extension Apart: Sendable where Value: Sendable {}
