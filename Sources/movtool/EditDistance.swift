/// Returns the candidate that `word` was most likely meant to be; nil if none is similar enough.
func nearest(to word: String, among candidates: [String]) -> String? {
  // A longer word is not a typing mistake, and the comparison takes time proportional to the square
  // of its length.
  guard word.utf8.count <= 64 else { return nil }
  let near = candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= max(1, near.name.count / 3) else {
    // By edit distance, an abbreviation is far from the word that it abbreviates.
    let longer = candidates.filter { $0.hasPrefix(word) && word.count > 2 }
    return longer.count == 1 ? longer.first : nil
  }
  return near.name
}

/// Returns the edit distance of two words: how many characters must be inserted, deleted, replaced
/// or swapped with their neighbour to turn one into the other.
func editDistance(_ first: String, _ second: String) -> Int {
  let a = Array(first)
  let b = Array(second)
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
