import Testing

/// Runs tests ahead of all others that wait for a thread: for tests that take turns with tasks of
/// their own many times, and would otherwise wait for a place at each turn.
struct Prompt: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withoutActuallyEscaping(function) { function in
      try await Task(priority: .high) { try await function() }.value
    }
  }
}

extension Trait where Self == Prompt {
  static var prompt: Self { Prompt() }
}
