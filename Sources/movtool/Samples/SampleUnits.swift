import MovKit

/// The NAL units of the samples of a track.
struct SampleUnits {
  /// A NAL unit of a sample.
  struct Unit {
    /// nil if the unit is shorter than a header.
    let header: NALUnitHeader?
    /// The place of the unit, after its length, in bytes from the start of the sample.
    let offset: Int
    /// The number of bytes of the unit.
    let size: Int

    /// What the unit is, for people: `IDR slice (5)`.
    var name: String {
      guard let header else { return "no header" }
      return header.typeName.map { "\($0) (\(header.type))" } ?? "type \(header.type)"
    }
  }

  /// How the samples of a sample description are divided.
  private struct Division {
    /// The number of bytes of the length before each unit.
    let lengthSize: Int
    let codec: VideoCodec

    /// Nil if the codec is neither H.264 nor HEVC, or its configuration cannot be read.
    init?(_ description: Atom) {
      guard let writer = (try? AnnexBWriter(description: description)).flatMap({ $0 }) else {
        return nil
      }
      lengthSize = writer.lengthSize
      codec = writer.codec
    }
  }

  /// For each sample description; nil for other codecs.
  private let divisions: [Division?]
  private let path: FilePath

  /// - Throws: `Failure.problem` if the track is neither H.264 nor HEVC.
  init(of track: Track, _ path: FilePath) throws(Failure) {
    divisions = track.sampleDescriptions.map(Division.init)
    self.path = path
    guard divisions.contains(where: { $0 != nil }) else {
      throw .problem(
        "'--units' is for H.264 and HEVC; the track is \([track].listed)", file: path)
    }
  }

  /// Calls `body` for each unit of a sample. Returns what is wrong with the sample; nil if nothing is.
  /// - Throws: `Failure.problem` if the file cannot be read, and what `body` throws.
  func forEach(
    of sample: SampleBuffer, _ body: (Unit) throws(Failure) -> Void
  ) throws(Failure) -> String? {
    let index = sample.sampleDescriptionIndex
    guard let division = index < divisions.count ? divisions[index] : nil else { return nil }
    let bytes: Bytes
    do throws(ReadingError) { bytes = try sample.data() } catch {
      if case .format(let error) = error { return "\(error.reason)" }
      throw .problem(error.advised(), file: path)
    }
    guard var units = try? LengthPrefixedUnits(bytes, lengthSize: division.lengthSize) else {
      return nil
    }
    while true {
      let next: Bytes?
      do throws(FormatError) { next = try units.next() } catch { return "\(error.reason)" }
      guard let unit = next else { return nil }
      try body(
        Unit(
          header: NALUnitHeader(unit, codec: division.codec),
          offset: unit.startIndex - bytes.startIndex, size: unit.count))
    }
  }
}
