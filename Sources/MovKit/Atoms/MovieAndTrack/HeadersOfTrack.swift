/// The headers of a `trak`, read where they are asked for.
extension Atom {
  /// The header of a track (`tkhd`); nil if there is none that can be read.
  package var trackHeader: TrackHeader? {
    @inline(never) get { try? first("tkhd")?.decode(TrackHeader.self) }
  }

  /// The header of a track's media (`mdhd`); nil if there is none that can be read.
  package var mediaHeader: MediaHeader? {
    @inline(never) get { try? descendant("mdia", "mdhd")?.decode(MediaHeader.self) }
  }

  /// The ID of a track; nil if its header cannot be read.
  package var trackID: UInt32? { trackHeader?.trackID }
}
