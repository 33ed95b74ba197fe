/// The size of the part of pictures that is shown, in pixels, as fractions: that of the clean aperture or, without
/// one, of the whole picture.
struct PictureShape {
  private(set) var width: UInt64
  private(set) var widthOver: UInt64 = 1
  private(set) var height: UInt64
  private(set) var heightOver: UInt64 = 1

  /// - Parameters:
  ///   - entry: The sample description, which may have a clean aperture.
  ///   - width: The width of a whole picture in pixels.
  ///   - height: The height of a whole picture in pixels.
  init(_ entry: Atom, _ width: Int, _ height: Int) {
    self.init(width, height)
    if let clap = try? entry.first("clap")?.decode(CleanAperture.self), clap.widthN > 0,
      clap.widthD > 0, clap.heightN > 0, clap.heightD > 0
    {
      (self.width, widthOver) = (UInt64(clap.widthN), UInt64(clap.widthD))
      (self.height, heightOver) = (UInt64(clap.heightN), UInt64(clap.heightD))
    }
  }

  /// A whole picture.
  init(_ width: Int, _ height: Int) {
    (self.width, self.height) = (UInt64(clamping: width), UInt64(clamping: height))
  }
}

extension TrackHeader {
  /// Returns the shape that pixels have if pictures fill the size of the track, as width to height: "all images in
  /// the sequence are scaled to this size" (ISO/IEC 14496-12, 8.3.2.3). That is how movies say it that are older than
  /// `pasp`.
  ///
  /// - Parameter shape: The part of the pictures that is shown.
  /// - Returns: Nil if the track gives no size, or one that has the shape of the pictures, rounded.
  func pixelAspectRatio(of shape: PictureShape) -> (UInt32, UInt32)? {
    guard !fits(shape, pixel: (1, 1)) else { return nil }
    // Each product has two factors of 32 bits and one of less than 33, and is at most 96 bits long.
    let across = UInt128(width.rawValue) * UInt128(shape.height) * UInt128(shape.widthOver)
    let down = UInt128(height.rawValue) * UInt128(shape.width) * UInt128(shape.heightOver)
    guard across > 0, down > 0 else { return nil }
    let common = greatestCommonDivisor(across, down)
    guard let horizontal = UInt32(exactly: across / common),
      let vertical = UInt32(exactly: down / common)
    else { return nil }
    return (horizontal, vertical)
  }

  /// Whether pictures whose pixels have a shape fill the size of the track, if that is rounded to whole pixels.
  func fits(_ shape: PictureShape, pixel: (horizontal: UInt32, vertical: UInt32)) -> Bool {
    let across = UInt128(shape.width) * UInt128(pixel.horizontal) * UInt128(shape.heightOver)
    let down = UInt128(shape.height) * UInt128(pixel.vertical) * UInt128(shape.widthOver)
    // Room for the sizes of 32 bits.
    guard across > 0, down > 0, across >> 90 == 0, down >> 90 == 0 else { return true }
    // A pixel is 65,536 units of either size.
    let (wide, high) = (UInt128(width.rawValue) * down, UInt128(height.rawValue) * across)
    return max(wide, high) - min(wide, high) <= 65_536 * max(across, down)
  }
}
