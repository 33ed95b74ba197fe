import MovKit

/// Why a list of segments cannot be read.
struct SegmentListError: Error, Equatable, CustomStringConvertible {
  /// The line, from 1; nil if the list as a whole is meant.
  var line: Int?
  /// One sentence without a full stop.
  var reason: String

  init(_ reason: String, line: Int? = nil) {
    self.line = line
    self.reason = reason.shortened()
  }

  /// Why a table or a document of `list` is no list of segments: the rate of the table is that of the video, and
  /// neither says where timecode jumps.
  static let listOfClips =
    "this is the output of 'movtool list', which does not say where timecode jumps; use 'movtool list --ale' instead"

  var description: String { (line.map { "line \($0): " } ?? "") + reason }
}
