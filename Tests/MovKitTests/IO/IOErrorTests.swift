import Foundation
import Testing

@testable import MovKit

@Suite struct IOErrorTests {
  @Test(arguments: [
    (
      IOError(.open, FilePath("a.mov"), .system(ENOENT)),
      "cannot open a.mov: no such file or directory"
    ),
    (
      IOError(.write, FilePath("a\nb"), .system(ENOSPC)),
      "cannot write a\\x0ab: no space left on the device"
    ),
    (
      IOError(.read, nil, .truncated(offset: 8, wanted: 4, size: 10)),
      "cannot read the source: cannot read 4 bytes at 8: the file has only 10 bytes"
    ),
    (
      IOError(.create, FilePath("d"), .notARegularFile(.directory)),
      "cannot create d: it is a directory, not a regular file"
    ),
    (
      IOError(.write, FilePath("a"), .sameFile),
      "cannot write a: the output is the same file as an input or another output"
    ),
    (
      IOError(.keepAttributes, FilePath("a"), .system(E2BIG)),
      "cannot keep the extended attributes of a: argument list too long"
    ),
  ])
  func words(error: IOError, text: String) { #expect(error.description == text) }
}
