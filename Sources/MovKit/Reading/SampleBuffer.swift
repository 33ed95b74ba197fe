/// A sample of a track, or several that lie one behind the other and differ in nothing but place and
/// time: the counterpart of `CMSampleBuffer`.
///
/// Its bytes are read when they are asked for. It is a value that can be kept and passed on, and
/// costs no memory for the media.
public struct SampleBuffer: Sendable {
  /// The only sample, or the first of several.
  public let sample: SampleTable.Sample
  /// From 1; more only where the output was asked for that, or holds uncompressed sound.
  public let sampleCount: Int
  /// Bytes of all samples together.
  public let size: UInt64

  let media: ReadTrack
  let source: SampleSource
  /// The edit through which the movie is being read; nil where its media is read as it is.
  let edit: Int?

  /// The number of the sample in its track, in decode order, from 0.
  public var index: Int { sample.index }
  public var trackID: UInt32 { media.track.id }
  public var track: Track { media.track }
  /// Ticks a second of the media; 0 in broken files.
  public var timescale: UInt32 { media.track.timescale }

  /// The entry of `stsd` that holds for the sample; nil where the file names one that is not there.
  public var sampleDescription: Atom? {
    let all = media.track.sampleDescriptions
    return sample.descriptionIndex < all.count ? all[sample.descriptionIndex] : nil
  }
  /// Which of the track's sample descriptions that is, from 0.
  public var sampleDescriptionIndex: Int { sample.descriptionIndex }

  public var attachments: SampleAttachments { sample.attachments }
  public var isSync: Bool { sample.attachments.isSync }

  /// Where the samples stand in the file, in bytes. The end is held within 64 bits.
  public var byteRange: Range<UInt64> {
    let (end, overflow) = sample.offset.addingReportingOverflow(size)
    return sample.offset..<(overflow ? .max : end)
  }
}

// MARK: Time

extension SampleBuffer {
  /// The times of the first sample, on the timeline of the media; all others follow at the same
  /// distance. Invalid where the media has no timescale.
  public var timing: SampleTiming {
    SampleTiming(
      duration: media.time(sample.duration), presentationTime: presentationTime,
      decodeTime: decodeTime)
  }

  /// When the first sample is decoded, on the timeline of the media.
  public var decodeTime: MediaTime { media.time(sample.decodeTime) }

  /// When the first sample is shown, on the timeline of the media.
  public var presentationTime: MediaTime { media.time(sample.presentationTime) }

  /// How long all samples last together.
  public var duration: MediaTime {
    let (ticks, overflow) = sample.duration.multipliedReportingOverflow(by: UInt64(sampleCount))
    return overflow ? .positiveInfinity : media.time(ticks)
  }

  /// When the movie shows the samples, and how long: through the edit by which the reader comes to
  /// them, or where the media is read without edits, through the first that shows them. Cut to what
  /// the edit shows. Nil where it shows nothing of them: they are only needed to decode others.
  public var presentationRangeInMovie: MediaTimeRange? {
    media.movieRange(
      of: MediaTimeRange(start: presentationTime, duration: duration), through: edit)
  }

  /// When the movie begins to show the samples; nil where it does not.
  public var presentationTimeInMovie: MediaTime? { presentationRangeInMovie?.start }
}

// MARK: Bytes

extension SampleBuffer {
  /// The bytes of all samples.
  ///
  /// Neighbours in the file share one large read, and the memory of it: whoever keeps the bytes for
  /// long copies them with `Array`.
  /// - Throws: `ReadingError`: of format where the samples stand in another file or reach beyond
  ///   the end of this one; of the system where it cannot read.
  public func data() throws(ReadingError) -> Bytes {
    let count: Int
    do throws(FormatError) { count = try readableCount() } catch { throw .format(error) }
    guard count > 0 else { return [] }
    do throws(IOError) { return try source.read(at: sample.offset, count: count) } catch {
      throw .io(error)
    }
  }

  /// How many bytes `data` reads. Throws what it throws, but for what the system does.
  func readableCount() throws(FormatError) -> Int {
    func failure(_ reason: String) -> FormatError {
      FormatError(.invalid(reason), path: path, at: sample.offset)
    }
    guard media.holdsMedia(ofDescription: sample.descriptionIndex) else {
      throw failure("the data is in another file, and external media is not supported")
    }
    guard size > 0 else { return 0 }
    let end = source.size
    guard sample.offset <= end, size <= end - sample.offset, let count = Int(exactly: size) else {
      throw failure("its \(size) bytes go beyond the end of the file, which has \(end)")
    }
    return count
  }

  /// Such as `moov/trak[1]/sample[12]`.
  var path: String { "\(media.track.path)/sample[\(sample.index)]" }
}
