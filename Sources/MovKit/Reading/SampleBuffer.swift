/// A sample of a track, or several that lie one after another and differ only in place and time: the
/// counterpart of `CMSampleBuffer`.
///
/// Its bytes are read when they are asked for. It is a value that can be kept and passed on, and it
/// does not hold the media in memory.
public struct SampleBuffer: Sendable {
  /// The only sample, or the first of several, with times in ticks of the media.
  public let sample: SampleTable.Sample
  /// The number of samples, from 1. It is more than 1 only if `TrackOutput.samplesAtOnce` is.
  public let sampleCount: Int
  /// The bytes of all samples together.
  public let size: UInt64

  let media: ReadTrack
  let source: SampleSource
  /// The edit through which the movie is read; nil if its media is read as it is.
  let edit: Int?
  /// The bytes, if they were read already.
  private var loaded: LoadedBytes?

  init(
    sample: SampleTable.Sample, sampleCount: Int, size: UInt64, media: ReadTrack,
    source: SampleSource, edit: Int?
  ) {
    self.sample = sample
    self.sampleCount = sampleCount
    self.size = size
    self.media = media
    self.source = source
    self.edit = edit
  }

  /// The index of the sample in its track, in decode order, from 0.
  public var index: Int { sample.index }
  /// The ID of the sample's track.
  public var trackID: UInt32 { media.track.id }
  /// The sample's track.
  public var track: Track { media.track }
  /// Ticks per second of the media; 0 in broken files.
  public var timescale: UInt32 { media.track.timescale }

  /// The entry of `stsd` that describes the sample; nil if the file refers to one that does not exist.
  public var sampleDescription: Atom? {
    let all = media.track.sampleDescriptions
    return sample.descriptionIndex < all.count ? all[sample.descriptionIndex] : nil
  }
  /// The index of that entry, from 0.
  public var sampleDescriptionIndex: Int { sample.descriptionIndex }

  /// What the file says of the sample besides its place and time.
  public var attachments: SampleAttachments { sample.attachments }
  /// Whether decoding can begin here.
  public var isSync: Bool { sample.attachments.isSync }

  /// Whether the bytes are in this file, and not in another one that a data reference names.
  public var isInThisFile: Bool { media.holdsMedia(ofDescription: sample.descriptionIndex) }

  /// The place of the samples in the file, in bytes. The end is limited to 64 bits.
  public var byteRange: Range<UInt64> {
    return sample.offset..<sample.offset.addingClamping(size)
  }
}

extension SampleBuffer: CustomStringConvertible {
  /// Such as `sample 12 of track 1: 12/25 for 1/25, 1024 bytes at 4096`: the times in the movie, and the place in
  /// the file. Of several samples, `samples 12 to 15`.
  public var description: String {
    let name =
      sampleCount == 1 ? "sample \(index)" : "samples \(index) to \(index + sampleCount - 1)"
    return "\(name) of track \(trackID): \(presentationTime) for \(duration), "
      + "\(counted(size, "byte")) at \(sample.offset)"
  }
}

// MARK: Time

extension SampleBuffer {
  /// The times of the first sample in the movie, as the movie shows the track; the others follow at
  /// the same distance.
  ///
  /// This is the timeline that all tracks share: samples that are appended to a `MovieWriter` with
  /// these times stay together with those of other tracks. The edit through which the sample is read
  /// decides or, if the media is read as it is, the first edit that shows anything, continued over all
  /// of the media. Samples before that edit have times before it, which can be negative.
  public var timing: SampleTiming {
    SampleTiming(
      duration: media.movieDuration(media.time(sample.duration), through: edit),
      presentationTime: presentationTime, decodeTime: decodeTime)
  }

  /// When the first sample is decoded, on the timeline of the movie, as `timing` says.
  public var decodeTime: MediaTime {
    media.movieTime(media.time(sample.decodeTime), through: edit)
  }

  /// When the first sample is shown, on the timeline of the movie, as `timing` says.
  public var presentationTime: MediaTime {
    media.movieTime(media.time(sample.presentationTime), through: edit)
  }

  /// How long the movie shows all samples together.
  public var duration: MediaTime { media.movieDuration(mediaDuration, through: edit) }

  /// The times of the first sample on the timeline of the media, which edits do not change; the others
  /// follow at the same distance. Invalid if the media has no timescale.
  public var mediaTiming: SampleTiming {
    SampleTiming(
      duration: media.time(sample.duration),
      presentationTime: media.time(sample.presentationTime),
      decodeTime: media.time(sample.decodeTime))
  }

  /// How long all samples together last in the media.
  private var mediaDuration: MediaTime {
    let (ticks, overflow) = sample.duration.multipliedReportingOverflow(by: UInt64(sampleCount))
    return overflow ? .positiveInfinity : media.time(ticks)
  }

  /// When the movie shows the samples, cut to what the edit shows: the edit through which the reader
  /// comes to them or, if the media is read as it is, the first that shows them. Nil if the movie shows
  /// nothing of them; they are then only needed to decode others.
  ///
  /// A picture is shown until the next one in presentation order, whatever its duration in decode order is.
  public var shownRange: MediaTimeRange? {
    let start = media.time(sample.presentationTime)
    guard media.hasPictures, sampleCount == 1 else {
      return media.movieRange(
        of: MediaTimeRange(start: start, duration: mediaDuration), through: edit)
    }
    guard let end = media.times.shownEnd(of: sample) else { return nil }
    return media.movieRange(
      of: MediaTimeRange(start: start, end: media.time(end)), through: edit)
  }
}

// MARK: Bytes

extension SampleBuffer {
  /// Returns the bytes of all samples.
  ///
  /// Neighbours in the file share one large read and its memory. To keep the bytes for long, copy them
  /// with `Array`.
  /// - Throws: `ReadingError`: `format` if the samples are in another file or extend past the end of
  ///   this one, `io` if the source cannot be read. A movie that was opened from an `AsyncByteSource`
  ///   needs `load()` first.
  public func data() throws(ReadingError) -> Bytes {
    if let loaded { return loaded.bytes }
    let count: Int
    do throws(FormatError) { count = try readableCount() } catch { throw .format(error) }
    guard count > 0 else { return [] }
    do throws(IOError) { return try source.read(at: sample.offset, count: count) } catch {
      throw .io(error)
    }
  }

  /// Reads the bytes, for `data()` to return, while the task is suspended.
  ///
  /// - Throws: What `data()` throws; of kind `cancelled` if the task is cancelled.
  public mutating func load() async throws(ReadingError) {
    guard loaded == nil else { return }
    let count: Int
    do throws(FormatError) { count = try readableCount() } catch { throw .format(error) }
    guard count > 0 else { return }
    do throws(IOError) {
      loaded = LoadedBytes(try await source.load(at: sample.offset, count: count))
    } catch { throw .io(error) }
  }

  /// How many bytes `data` reads. Throws what it throws, but for what the system does.
  func readableCount() throws(FormatError) -> Int {
    func failure(_ reason: FormatError.Reason) -> FormatError {
      FormatError(reason, path: path, at: sample.offset)
    }
    guard media.holdsMedia(ofDescription: sample.descriptionIndex) else {
      throw failure(
        .unsupported("the data is in another file, and external media is not supported"))
    }
    guard size > 0 else { return 0 }
    let end = source.size
    guard sample.offset <= end, size <= end - sample.offset, let count = Int(exactly: size) else {
      throw failure(
        .beyondEnd(
          "its \(counted(size, "byte", "goes", "go")) beyond the end of the file, which has \(end)")
      )
    }
    return count
  }

  /// Such as `moov/trak[1]/sample[12]`.
  var path: String { "\(media.track.path)/sample[\(sample.index)]" }
}

/// The bytes of a sample that were read before they were asked for. A reference, so that the many
/// buffers without it stay small.
private final class LoadedBytes: Sendable {
  let bytes: Bytes
  init(_ bytes: Bytes) { self.bytes = bytes }
}
