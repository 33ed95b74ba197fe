/// How a file is read. What is made of it is read back in the same way.
package struct ReadingOptions: Sendable {
  /// The atoms that are known.
  package var schema: Schema
  /// What reading may cost.
  package var limits: Limits

  package init(schema: Schema = .standard, limits: Limits = .standard) {
    self.schema = schema
    self.limits = limits
  }
}
