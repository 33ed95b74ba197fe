/// The samples that a reader or one of its outputs has still to hand out, for a loop: plain, or
/// asynchronous. Looping takes them from the reader, so that two loops share them.
public struct SampleSequence: Sequence, IteratorProtocol {
  private let nextSample: () -> SampleBuffer?

  init(_ nextSample: @escaping () -> SampleBuffer?) { self.nextSample = nextSample }

  public func next() -> SampleBuffer? { nextSample() }
}

/// The same for `for await`. Where its task is cancelled, the reader is too, and the loop ends.
public struct AsyncSampleSequence: AsyncSequence, AsyncIteratorProtocol {
  private let nextSample: () -> SampleBuffer?
  private let cancel: () -> Void

  init(_ nextSample: @escaping () -> SampleBuffer?, cancel: @escaping () -> Void) {
    self.nextSample = nextSample
    self.cancel = cancel
  }

  public func makeAsyncIterator() -> AsyncSampleSequence { self }

  public func next(isolation actor: isolated (any Actor)?) async -> SampleBuffer? {
    if Task.isCancelled {
      cancel()
      return nil
    }
    return nextSample()
  }

  public func next() async -> SampleBuffer? { await next(isolation: nil) }
}

extension MovieReader {
  /// The samples of all outputs as they lie in the file.
  public var samples: SampleSequence { SampleSequence { self.nextSample() } }

  /// The same for `for await`.
  public var asyncSamples: AsyncSampleSequence {
    AsyncSampleSequence({ self.nextSample() }, cancel: { self.cancelReading() })
  }
}

extension TrackOutput {
  /// The samples of the track in decode order.
  public var sampleBuffers: SampleSequence { SampleSequence { self.nextSample() } }

  /// The same for `for await`.
  public var asyncSampleBuffers: AsyncSampleSequence {
    AsyncSampleSequence({ self.nextSample() }, cancel: { self.cancelReading() })
  }
}
