/// What an input hands its samples to.
protocol InputOwner: AnyObject {
  var options: MovieWriter.Options { get }
  /// Whether an input is not ahead of others.
  func isReady(_ input: MovieWriter.Input) -> Bool
  /// Throws where the header stands in the file already.
  func checkHeaderIsOpen() throws(WritingError)
  /// `gap` is how long the sample ahead of these turned out to be.
  func accept(_ samples: InputSamples, gap: UInt32?, from input: MovieWriter.Input)
    throws(WritingError)
  /// No more samples will come from an input.
  func finish(_ input: MovieWriter.Input) throws(WritingError)
}

extension MovieWriter: InputOwner {}
