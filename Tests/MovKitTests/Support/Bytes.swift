import Foundation

@testable import MovKit

// Bytes of atoms, written as they nest: `atom("moov", atom("trak", u32(1)), zeros(4))`.

func u8(_ value: UInt8) -> [UInt8] { [value] }
func u16(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
func u32(_ value: UInt32) -> [UInt8] { u16(UInt16(value >> 16)) + u16(UInt16(value & 0xFFFF)) }
func u64(_ value: UInt64) -> [UInt8] {
  u32(UInt32(value >> 32)) + u32(UInt32(value & 0xFFFF_FFFF))
}
func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
func ascii(_ text: String) -> [UInt8] { Array(text.utf8) }

/// An atom with a 32-bit size.
func atom(_ type: FourCC, _ parts: [UInt8]...) -> [UInt8] {
  let content = parts.flatMap { $0 }
  return head(UInt32(content.count + 8), type) + content
}

/// An atom with a 64-bit size.
func largeAtom(_ type: FourCC, _ parts: [UInt8]...) -> [UInt8] {
  let content = parts.flatMap { $0 }
  return head(1, type) + u64(UInt64(content.count + 16)) + content
}

/// An atom of size 0, which goes on to the end of the file.
func atomToEnd(_ type: FourCC, _ parts: [UInt8]...) -> [UInt8] {
  head(0, type) + parts.flatMap { $0 }
}

/// The head of an atom, whatever size it claims.
func head(_ size: UInt32, _ type: FourCC) -> [UInt8] { u32(size) + type.bytes }

/// A smallest `ftyp` of a QuickTime file: 20 bytes.
let fileType = atom("ftyp", ascii("qt  "), u32(0), ascii("qt  "))

/// A handler atom for a media of this kind.
func handler(_ subtype: FourCC, name: [UInt8] = []) -> [UInt8] {
  atom("hdlr", u32(0), ascii("mhlr"), subtype.bytes, zeros(12), name)
}

/// Hexadecimal digits, spaces ignored, as bytes.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map {
    UInt8(digits[$0] << 4 | digits[$0 + 1])
  }
}

/// Bytes as hexadecimal digits in lower case: the inverse of `hex`.
func digits(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

extension [UInt8] {
  /// Whether these bytes, and no others, are at an offset within the array. Unlike `==` it takes no call
  /// a byte when it is not optimized.
  func holds(_ bytes: [UInt8], at offset: Int) -> Bool {
    guard offset >= 0, offset <= count - bytes.count else { return false }
    return unsafe withUnsafeBytes { whole in
      unsafe bytes.withUnsafeBytes { part in
        guard let base = whole.baseAddress, let other = part.baseAddress else {
          return unsafe part.isEmpty
        }
        return unsafe memcmp(base + offset, other, part.count) == 0
      }
    }
  }
}
