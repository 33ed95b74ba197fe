/// How the values of pictures map to colours, as codes of ISO/IEC 23091-2, in which 2 means
/// "unspecified".
public struct ColourFacts: Hashable, Sendable {
  /// ColourPrimaries.
  public var primaries: UInt16
  /// TransferCharacteristics.
  public var transferCharacteristics: UInt16
  /// MatrixCoefficients.
  public var matrixCoefficients: UInt16
  /// VideoFullRangeFlag: whether values use the full range of codes; nil if that is not stated.
  public var isFullRange: Bool?

  /// A name for display, such as `BT.709` or `BT.2020 PQ`; nil if no code has a name.
  public var name: String? {
    let space = primaries == 2 ? nil : ColourNames.primaries[UInt64(primaries)]
    let transfer = Self.transfers[transferCharacteristics]
    return switch (space, transfer) {
    case (let space?, let transfer?): "\(space) \(transfer)"
    case (let space?, nil): space
    case (nil, let transfer?): transfer
    case (nil, nil): nil
    }
  }

  /// The transfers that a name mentions; the others are what one expects.
  private static let transfers: [UInt16: String] = [8: "linear", 13: "sRGB", 16: "PQ", 18: "HLG"]

  /// Reads `colr` of a sample description, or else the stream's own configuration. Nil if neither
  /// states colours.
  init?(_ entry: Atom, stream: VideoUsability.Colour?) {
    for colr in entry.all("colr") {
      guard let colour = try? colr.decode(ColorInformation.self),
        colour.colourType == "nclx" || colour.colourType == "nclc"
      else { continue }
      primaries = colour.colourPrimaries
      transferCharacteristics = colour.transferCharacteristics
      matrixCoefficients = colour.matrixCoefficients
      // `nclc` has no flag, and the stream may have one.
      isFullRange =
        colour.colourType == "nclx" && colour.hasFullRangeFlag
        ? colour.fullRangeFlag == 1 : stream?.isFullRange
      return
    }
    if let stream {
      primaries = UInt16(stream.primaries)
      transferCharacteristics = UInt16(stream.transferCharacteristics)
      matrixCoefficients = UInt16(stream.matrixCoefficients)
      isFullRange = stream.isFullRange
    } else if let vp = try? entry.first("vpcC")?.decode(VPConfiguration.self), vp.version == 1 {
      primaries = UInt16(vp.colourPrimaries)
      transferCharacteristics = UInt16(vp.transferCharacteristics)
      matrixCoefficients = UInt16(vp.matrixCoefficients)
      isFullRange = vp.videoFullRangeFlag == 1
    } else {
      return nil
    }
  }
}
