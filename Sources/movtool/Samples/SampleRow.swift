import MovKit

/// A sample, or several that are contiguous, with all that the movie says of it.
struct SampleRow {
  let samples: SampleBuffer
  /// The number of the chunk, from 0.
  let chunk: Int
  /// When the movie shows the samples; nil if it does not.
  let shown: MediaTimeRange?
  /// The timecode that is shown with the first sample; nil if there is none.
  let timecode: String?
  let groups: [TrackSampleGroups.Group]
}

/// Finds what the movie says of the samples of one track.
struct SampleRows {
  let track: Track
  let samples: SampleTable
  /// The timecode that is shown with the track; nil if there is none, or none that can be read.
  let timeline: TimecodeTimeline?
  /// Whether samples may be in groups.
  var hasGroups: Bool { !groups.isEmpty }
  private var groups: TrackSampleGroups
  private var chunk = (number: 0, samples: 0..<0)
  private var recent = TimecodeTimeline.RecentSegments()

  /// - Throws: `Failure.problem` if the groups of samples cannot be read.
  init(of output: TrackOutput, in movie: Movie, _ path: FilePath) throws(Failure) {
    track = output.track
    samples = output.samples
    do throws(FormatError) { groups = try TrackSampleGroups(of: track, in: movie) } catch {
      throw .problem(error.advised(), file: path)
    }
    let source = track.isTimecode ? track : movie.timecodeTrack(of: track)
    // What is wrong with it is among the findings.
    timeline = source.flatMap { try? TimecodeTrack($0) }.map { TimecodeTimeline($0) }
  }

  /// Returns the row of a sample of the track.
  mutating func row(of buffer: SampleBuffer) -> SampleRow {
    let index = buffer.sample.index
    if !chunk.samples.contains(index) { chunk = samples.chunk(of: index) }
    let shown = buffer.shownRange
    var timecode: String?
    if let timeline, let shown {
      timecode = buffer.timecode(in: timeline, shown: shown, &recent)
    }
    return SampleRow(
      samples: buffer, chunk: chunk.number, shown: shown, timecode: timecode,
      groups: groups.groups(of: index))
  }
}
