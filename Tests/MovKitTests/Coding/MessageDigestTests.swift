import Foundation
import TestSupport
import Testing

@testable import MovKit

/// SHA-256 and MD5, against the examples of their standards and other programs.
@Suite struct MessageDigestTests {
  private func digest<D: MessageDigest>(_: D.Type, _ bytes: [UInt8]) -> String {
    var digest = D()
    digest.update(bytes)
    return digits(digest.finish())
  }

  /// FIPS 180-2, appendix B.
  @Test(arguments: [
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func secureHashStandard(text: String, times: Int, hash: String) {
    let bytes = Array(repeatElement(Array(text.utf8), count: times).joined())
    #expect(digest(SHA256.self, bytes) == hash)
  }

  /// RFC 1321, A.5.
  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func messageDigestStandard(text: String, hash: String) {
    #expect(digest(MD5.self, Array(text.utf8)) == hash)
  }

  /// Pieces of any lengths, at every length around the ends of blocks.
  @Test func piecesDoNotMatter() {
    var g = Seed.generator("message digests", 0)
    for count in Array(0...130) + [1000, 5000] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: g.next()) }
      var (sha, md5) = (SHA256(), MD5())
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(1 + Int(g.next() % 90)))
        sha.update(piece)
        md5.update(piece)
        rest = rest.dropFirst(piece.count)
      }
      #expect(digits(sha.finish()) == digest(SHA256.self, bytes), "\(count) bytes")
      #expect(digits(md5.finish()) == digest(MD5.self, bytes), "\(count) bytes")
    }
  }
}
