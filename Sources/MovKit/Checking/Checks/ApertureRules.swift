/// Rules about the part of pictures that is shown and the size that it is shown in: clean aperture, the shape of
/// pixels, and the sizes of the track.
struct ApertureRules {
  private let track: Track

  init(_ track: Track) { self.track = track }

  /// Checks the sizes of the track.
  func run(_ found: inout CheckFindings) {
    guard let tapt = track.atom.first("tapt") else { return }
    let types: [FourCC] = ["clef", "prof", "enof"]
    let missing = types.filter { tapt.first($0) == nil }.map(\.description)
    guard !missing.isEmpty else { return }
    found.report(
      "apertures-partial", "tapt lacks \(missing.joined(separator: ", "))", at: track.place("tapt"))
  }

  /// Checks a sample description of video.
  func check(
    _ entry: Atom, _ video: VideoDescription, _ place: () -> CheckPlace,
    _ found: inout CheckFindings
  ) {
    guard video.width > 0, video.height > 0 else { return }
    checkEncodedSize(entry, video, &found)
    guard checkAperture(entry, video, place, &found) else { return }
    checkShape(entry, place, &found)
  }

  /// Returns whether the clean aperture, if there is one, has a size and lies in the pictures.
  private func checkAperture(
    _ entry: Atom, _ video: VideoDescription, _ place: () -> CheckPlace,
    _ found: inout CheckFindings
  ) -> Bool {
    guard let clap = try? entry.first("clap")?.decode(CleanAperture.self) else { return true }
    if [
      clap.widthN, clap.widthD, clap.heightN, clap.heightD, clap.horizontalOffsetD,
      clap.verticalOffsetD,
    ].contains(0) {
      found.report(
        "clean-aperture", "the clean aperture has no size or a denominator of 0", at: place())
      return false
    }
    let across = Margin(
      of: video.width, around: (clap.widthN, clap.widthD),
      at: (clap.horizontalOffsetN, clap.horizontalOffsetD))
    let down = Margin(
      of: video.height, around: (clap.heightN, clap.heightD),
      at: (clap.verticalOffsetN, clap.verticalOffsetD))
    guard across != .inside || down != .inside else { return true }
    let isLarger = across == .none || down == .none
    found.report(
      "clean-aperture-outside",
      "the clean aperture \(isLarger ? "is larger than" : "reaches beyond") the pictures of "
        + "\(video.width) by \(video.height)", at: place())
    return false
  }

  /// Where a part of a picture is that should be in it, in one direction.
  private enum Margin {
    case inside
    case beyond
    /// The part is larger than the picture.
    case none

    /// - Parameters:
    ///   - size: The size of the picture in pixels.
    ///   - part: The size of the part, as a fraction whose denominator is not 0.
    ///   - offset: How far the centre of the part is from that of the picture, as such a fraction.
    init(
      of size: UInt16, around part: (above: UInt32, below: UInt32),
      at offset: (above: Int32, below: UInt32)
    ) {
      let rest = Int64(size) * Int64(part.below) - Int64(part.above)
      guard rest >= 0 else {
        self = .none
        return
      }
      // The offset may be half of what is left. The products have at most 81 bits.
      let most = Int128(rest) * Int128(offset.below)
      let own = 2 * Int128(offset.above.magnitude) * Int128(part.below)
      self = own > most ? .beyond : .inside
    }
  }

  private func checkEncodedSize(
    _ entry: Atom, _ video: VideoDescription, _ found: inout CheckFindings
  ) {
    guard track.sampleDescriptions.count == 1,
      let enof = try? track.atom.descendant("tapt", "enof")?.decode(TrackApertureDimensions.self)
    else { return }
    var sizes = [(Int(video.width), Int(video.height))]
    if let stream = (try? VideoStreamFormat(description: entry)).flatMap({ $0 }) {
      sizes += [(stream.width, stream.height), (stream.codedWidth, stream.codedHeight)]
    }
    // The size has 16 bits for parts of a pixel.
    let (width, height) = (Int(enof.width.rawValue), Int(enof.height.rawValue))
    guard !sizes.contains(where: { $0.0 << 16 == width && $0.1 << 16 == height }) else { return }
    found.report(
      "encoded-size",
      "enof says that pictures are \(enof.width) by \(enof.height), and the sample description \(video.width) by "
        + "\(video.height)", at: track.place("tapt", "enof"))
  }

  /// Compares the shape of pixels with the one that the size of the track gives them. Tracks with sizes for each mode
  /// say by those what is shown.
  private func checkShape(
    _ entry: Atom, _ place: () -> CheckPlace, _ found: inout CheckFindings
  ) {
    guard let pasp = try? entry.first("pasp")?.decode(PixelAspectRatio.self),
      pasp.horizontalSpacing > 0, pasp.verticalSpacing > 0, track.atom.first("tapt") == nil,
      let header = track.atom.trackHeader, header.width.rawValue >> 16 > 0,
      header.height.rawValue >> 16 > 0, let facts = VideoFacts(entry)
    else { return }
    let pixel = facts.pixelAspectRatio
    let shapes = [
      PictureShape(entry, facts.width, facts.height), PictureShape(facts.width, facts.height),
    ]
    guard !shapes.contains(where: { header.fits($0, pixel: pixel) }) else { return }
    found.report(
      "track-shape",
      "pasp says that pixels are \(pixel.horizontal) to \(pixel.vertical), so the pictures are \(facts.displayWidth) by "
        + "\(facts.displayHeight), and the track is \(header.width) by \(header.height)",
      at: place())
  }
}
