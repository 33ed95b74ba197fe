/// Turns the OBUs of a sample of AV1 into the low-overhead format, in which each has its size, piece by
/// piece (AV1 Bitstream & Decoding Process Specification, 5.2; AV1 Codec ISO Media File Format Binding,
/// 2.4: the last OBU of a sample may have none).
package struct OBUStream: Sendable {
  /// The delimiter with which a temporal unit begins. A sample has none.
  package static let temporalDelimiter: [UInt8] = [0x12, 0]

  /// The bytes of the sample that have not come yet.
  private var rest: UInt64
  /// The bytes of the current OBU that have not come yet.
  private var inUnit: UInt64 = 0
  private var head: [UInt8] = []
  private var isLeftOut = false

  /// - Parameter size: the number of bytes of the sample.
  package init(size: UInt64) { rest = size }

  /// Returns the next bytes of the stream.
  /// - Throws: `FormatError` if an OBU reaches beyond the sample.
  package mutating func convert(_ bytes: [UInt8]) throws(FormatError) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(bytes.count + 16)
    var bytes = bytes[...]
    while !bytes.isEmpty {
      if inUnit > 0 {
        let taken = bytes.prefix(Int(clamping: inUnit))
        if !isLeftOut { stream += taken }
        inUnit -= UInt64(taken.count)
        rest -= min(rest, UInt64(taken.count))
        bytes = bytes.dropFirst(taken.count)
        continue
      }
      head.append(bytes.removeFirst())
      rest -= min(rest, 1)
      try takeHead(&stream)
    }
    return stream
  }

  /// Begins an OBU if its header is complete.
  private mutating func takeHead(_ stream: inout [UInt8]) throws(FormatError) {
    let fixed = head[0] & 4 != 0 ? 2 : 1
    guard head.count >= fixed else { return }
    isLeftOut = head[0] >> 3 & 15 == 2
    guard head[0] & 2 != 0 else {
      // It goes on to the end of the sample.
      inUnit = rest
      if !isLeftOut {
        stream.append(head[0] | 2)
        stream += head[1..<fixed]
        stream += Self.leb128(rest)
      }
      head = []
      return
    }
    guard head.count > fixed, let last = head.last else { return }
    guard last & 0x80 == 0 else {
      guard head.count < fixed + 8 else {
        throw FormatError(.invalidValue("more than 8 bytes"), path: "obu_size")
      }
      return
    }
    var size: UInt64 = 0
    for (index, byte) in head[fixed...].enumerated() { size |= UInt64(byte & 0x7F) << (7 * index) }
    guard size <= rest else {
      throw FormatError(
        .invalidValue("\(counted(size, "byte")) needed, \(rest) left"), path: "obu_size")
    }
    if !isLeftOut { stream += head }
    inUnit = size
    head = []
  }

  /// - Throws: `FormatError` if the sample ends in the header of an OBU.
  package func finish() throws(FormatError) {
    guard head.isEmpty else {
      throw FormatError(.invalidValue("the last OBU is cut short"), path: "obu_header")
    }
  }

  private static func leb128(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      let byte = UInt8(rest & 0x7F)
      rest >>= 7
      bytes.append(rest > 0 ? byte | 0x80 : byte)
    } while rest > 0
    return bytes
  }
}
