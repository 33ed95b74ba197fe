import MovKit

/// The names of movies in a list in which none is that of this movie.
struct RowNames {
  private var names: [String] = []

  var isEmpty: Bool { names.isEmpty }
  /// The name, if there is only one.
  var only: String? { names.count == 1 ? names[0] : nil }
  /// How many there are, up to four.
  var count: Int { names.count }

  /// The first names, for a message.
  var text: String {
    names.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      + (names.count > 3 ? " and others" : "")
  }

  mutating func add(_ name: String) {
    if names.count < 4, !names.contains(name) { names.append(name) }
  }

  /// Notes that the one name is not that of the movie; throws if there are several, or the movie is one of
  /// several.
  func checkOne(
    _ context: SegmentList.Context, _ list: inout SegmentList
  ) throws(SegmentListError) {
    guard let first = names.first else { return }
    guard names.count == 1, !context.isOneOfSeveral else {
      throw SegmentListError(
        "no row is for '\(context.movieName)': the list names \(text)")
    }
    list.notes.append("the list is for '\(first)'; using it for '\(context.movieName)'")
  }
}
