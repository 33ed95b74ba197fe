/// The object that an input passes its samples to. `writerEnds` of its inputs is called before it
/// ends.
protocol InputOwner: AnyObject {
  var options: MovieWriter.Options { get }
  /// Whether an input is not too far ahead of the others.
  func isReady(_ input: MovieWriter.Input) -> Bool
  /// Throws if the header is written already.
  func checkHeaderIsOpen() throws(WritingError)
  func accept(_ samples: InputSamples, from input: MovieWriter.Input) throws(WritingError)
  /// Returns those of the samples, from the first on, that `accept` takes at once: as many as complete a chunk.
  func fitting(_ rows: GatheredSamples.Rows, of input: MovieWriter.Input) -> GatheredSamples.Rows
  /// Takes samples that `fitting` returned. Not called if the movie is written in fragments.
  func accept(
    _ rows: GatheredSamples.Rows, of media: GatheredSamples.Media, from input: MovieWriter.Input
  ) throws(WritingError)
  /// Called when no more samples will come from an input.
  func finish(_ input: MovieWriter.Input) throws(WritingError)
}

extension MovieWriter: InputOwner {}
