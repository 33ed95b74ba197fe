/// Turns a sample whose NAL units are preceded by their lengths into a byte stream (Annex B), piece by
/// piece, so that no unit need be in memory.
package struct UnitStream: Sendable {
  private let lengthSize: Int
  /// The bytes of the sample that have not come yet.
  private var rest: UInt64
  /// The bytes of the current unit that have not come yet.
  private var inUnit: UInt64 = 0
  private var length: UInt64 = 0
  private var lengthBytes = 0

  /// - Parameters:
  ///   - lengthSize: the number of bytes of each length, 1 to 4.
  ///   - size: the number of bytes of the sample.
  package init(lengthSize: Int, size: UInt64) {
    self.lengthSize = lengthSize
    rest = size
  }

  /// Returns the next bytes of the stream.
  /// - Throws: `FormatError` if a length reaches beyond the sample.
  package mutating func convert(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(bytes.count + 64)
    var bytes = bytes[...]
    while !bytes.isEmpty {
      if inUnit > 0 {
        let taken = bytes.prefix(Int(clamping: inUnit))
        stream += taken
        inUnit -= UInt64(taken.count)
        rest -= min(rest, UInt64(taken.count))
        bytes = bytes.dropFirst(taken.count)
        continue
      }
      length = length << 8 | UInt64(bytes.removeFirst())
      lengthBytes += 1
      rest -= min(rest, 1)
      guard lengthBytes == lengthSize else { continue }
      guard length <= rest else {
        throw FormatError(
          .invalidValue("\(counted(length, "byte")) needed, \(rest) left"), path: "nal_unit_length")
      }
      if length > 0 { stream += StartCode.long }
      (inUnit, length, lengthBytes) = (length, 0, 0)
    }
    return stream
  }

  /// - Throws: `FormatError` if the sample ends in a length.
  package func finish() throws(FormatError) {
    guard lengthBytes == 0 else {
      throw FormatError(
        .truncated(needed: UInt64(lengthSize), available: UInt64(lengthBytes)),
        path: "nal_unit_length")
    }
  }
}
