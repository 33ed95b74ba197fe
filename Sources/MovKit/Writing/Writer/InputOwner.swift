/// What an input hands its samples to.
protocol InputOwner: AnyObject {
  var options: MovieWriter.Options { get }
  /// Whether an input is not ahead of others.
  func isReady(_ input: MovieWriter.Input) -> Bool
  /// Throws where the header stands in the file already.
  func checkHeaderIsOpen() throws(WritingError)
  func accept(_ samples: InputSamples, from input: MovieWriter.Input) throws(WritingError)
  /// No more samples will come from an input.
  func finish(_ input: MovieWriter.Input) throws(WritingError)
}

extension MovieWriter: InputOwner {}
