import MovKit

/// A movie whose tracks are to be read.
struct OpenMovie {
  let path: FilePath
  let movie: Movie
  let reader: MovieReader

  init(_ path: FilePath) throws(Failure) {
    self.path = path
    let source: File
    do throws(IOError) { source = try File(path) } catch { throw Failure(error, about: path) }
    do throws(ReadingError) { movie = try Movie(reading: source) } catch {
      throw .problem(error.description, file: path)
    }
    reader = MovieReader(movie, from: source)
  }

  /// The track with an ID, or the only one that there is to choose.
  func track(_ id: UInt32?, for format: ExtractTrack.Format?) throws(Failure) -> Track {
    if let id {
      guard let track = movie.track(id) else {
        throw .problem("no track has the ID \(id)\(choice(of: movie.tracks))", file: path)
      }
      return track
    }
    let fitting = movie.tracks.filter { $0.fits(format) }
    guard let track = fitting.first else {
      throw .problem("no track fits\(choice(of: movie.tracks))", file: path)
    }
    guard fitting.count == 1 else {
      throw .problem("several tracks fit: give --track ID\(choice(of: fitting))", file: path)
    }
    return track
  }

  private func choice(of tracks: [Track]) -> String {
    guard !tracks.isEmpty else { return ": the movie has no tracks" }
    let names = tracks.prefix(16).map { track in
      let kinds = [track.mediaType, track.sampleDescriptions.first?.type].compactMap { $0 }
      return "\(track.id) (\(kinds.map(\.description).joined(separator: " ")))"
    }
    return "; there are " + names.joined(separator: ", ") + (tracks.count > 16 ? ", …" : "")
  }

  /// The samples of a track, reading begun.
  func output(of track: Track) throws(Failure) -> TrackOutput {
    do throws(FormatError) {
      let output = try reader.addOutput(for: track)
      reader.startReading()
      return output
    } catch { throw .problem(error.description, file: path) }
  }
}

extension Track {
  /// Whether the track is H.264 or HEVC, by its first sample description.
  var isNALCoded: Bool {
    let description = sampleDescriptions.first
    return description?.first("avcC") != nil || description?.first("hvcC") != nil
  }

  /// Whether a format can hold the track.
  fileprivate func fits(_ format: ExtractTrack.Format?) -> Bool {
    switch format {
    case nil, .raw: true
    case .annexb: isNALCoded
    case .wav:
      sampleDescriptions.first
        .flatMap { LinearPCMFormat(description: $0, timescale: timescale) } != nil
    }
  }
}
