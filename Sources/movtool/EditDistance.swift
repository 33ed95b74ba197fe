/// The candidate that `word` was most likely meant to be, if any is near enough.
func nearest(to word: String, among candidates: [String]) -> String? {
  // A longer word is no slip of the finger, and the comparison takes its square.
  guard word.utf8.count <= 64 else { return nil }
  let near = candidates.map { (name: $0, distance: editDistance(word, $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= max(1, near.name.count / 3) else {
    // An abbreviation is far from what it stands for.
    let longer = candidates.filter { $0.hasPrefix(word) && word.count > 2 }
    return longer.count == 1 ? longer.first : nil
  }
  return near.name
}

/// Letters to insert, delete, replace or swap with their neighbour to get from one to the other.
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
