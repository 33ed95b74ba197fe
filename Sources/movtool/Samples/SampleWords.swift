import MovKit

extension SampleAttachments {
  /// Whether decoding can begin at the sample, as a word.
  var keyWord: String { isSync ? "key" : isPartialSync ? "open" : "-" }

  /// What else the file says of the sample, as words with commas between them; nil if it says nothing.
  var words: String? {
    if !isStated { return nil }
    var words: [String] = []
    if let dependsOnOthers { words.append(dependsOnOthers ? "depends" : "independent") }
    if let isDependedOn { words.append(isDependedOn ? "needed" : "disposable") }
    if let hasRedundancy { words.append(hasRedundancy ? "redundant" : "not redundant") }
    if let isLeading { words.append(isLeading ? "leading" : "not leading") }
    if allowsEarlierDisplayTimes { words.append("earlier display times") }
    if let rollDistance { words.append("roll \(rollDistance)") }
    if degradationPriority > 0 { words.append("priority \(degradationPriority)") }
    if paddingBits > 0 { words.append(counted(paddingBits, "padding bit")) }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// Whether the file says more than whether decoding can begin here.
  private var isStated: Bool {
    self != SampleAttachments(isSync: isSync, isPartialSync: isPartialSync)
  }
}

extension [TrackSampleGroups.Group] {
  /// The groups for people: `roll 1, rap  2 of the fragment`.
  var listed: String {
    map { group in
      "\(group.type)" + (group.parameter.map { "(\($0))" } ?? "") + " \(group.index)"
        + (group.isOfFragment ? " of the fragment" : "")
    }.joined(separator: ", ")
  }
}
