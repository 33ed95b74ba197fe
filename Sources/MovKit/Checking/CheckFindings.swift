/// The findings of one file: one for each rule and atom, with a count.
///
/// At most `mostPlaces` atoms are listed for a rule; one more finding counts the others, so that the
/// memory does not grow with the findings.
struct CheckFindings {
  private static let mostPlaces = 100

  private struct Key: Hashable {
    let rule: String
    let path: String
  }

  private(set) var all: [CheckFinding] = []
  private var positions: [Key: Int] = [:]
  private var places: [String: Int] = [:]
  let profiles: Set<CheckProfile>

  init(profiles: Set<CheckProfile>) { self.profiles = profiles }

  /// Adds a finding of a rule if that holds in the profiles.
  mutating func report(
    _ rule: String, _ message: @autoclosure () -> String, at place: CheckPlace
  ) {
    guard let severity = severity(ofNew: rule, at: place) else { return }
    append(rule, severity, message(), place.path, place.offset, 1)
  }

  private mutating func severity(ofNew rule: String, at place: CheckPlace) -> Diagnostic.Severity? {
    guard let known = CheckRule.named(rule) else { return nil }
    return severity(ofNew: rule, known.severity, at: place.path, 1)
  }

  /// Adds a diagnostic.
  mutating func add(_ diagnostic: Diagnostic) {
    // One that counts further ones has no place: it belongs to the last that was listed.
    if diagnostic.count > 1, diagnostic.path.isEmpty,
      let last = all.lastIndex(where: { $0.rule == diagnostic.rule })
    {
      all[last].add(diagnostic.count)
      return
    }
    guard
      let severity = severity(
        ofNew: diagnostic.rule, diagnostic.severity, at: diagnostic.path, diagnostic.count)
    else { return }
    append(
      diagnostic.rule, severity, diagnostic.message, diagnostic.path, diagnostic.offset,
      diagnostic.count)
  }

  /// Returns the severity of a finding that is to be listed; nil if its rule does not hold in the
  /// profiles, or an earlier finding counts it.
  private mutating func severity(
    ofNew rule: String, _ usual: Diagnostic.Severity, at path: String, _ count: Int
  ) -> Diagnostic.Severity? {
    let known = CheckRule.named(rule)
    guard known?.holds(in: profiles) ?? true else { return nil }
    let severity = known?.severity(usual, in: profiles) ?? usual
    if let position = positions[Key(rule: rule, path: path)] {
      all[position].add(count)
      all[position].severity = max(all[position].severity, severity)
      return nil
    }
    let listed = places[rule, default: 0]
    places[rule] = listed + 1
    guard listed < Self.mostPlaces else {
      // All further atoms are one finding.
      let rest = Key(rule: rule, path: "\0")
      if let position = positions[rest] {
        all[position].add(count)
      } else {
        positions[rest] = all.count
        var finding = CheckFinding(
          rule: rule, severity: severity, message: "… and more atoms with the same finding")
        finding.count = count
        all.append(finding)
      }
      return nil
    }
    return severity
  }

  private mutating func append(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: String, _ path: String,
    _ offset: UInt64?, _ count: Int
  ) {
    positions[Key(rule: rule, path: path)] = all.count
    var finding = CheckFinding(
      rule: rule, severity: severity, message: message, path: path, offset: offset)
    finding.count = count
    all.append(finding)
  }

  /// Gives the findings their tracks and fingerprints.
  mutating func seal(tracks: [String: UInt32], atoms: [String: Atom], schema: Schema) {
    for index in all.indices {
      let path = all[index].path
      all[index].trackID = Self.track(of: path).flatMap { tracks[$0] }
      all[index].seal(with: atoms[path], schema: schema)
    }
  }

  /// The path of the track that a path is in: its first two components.
  private static func track(of path: String) -> String? {
    let parts = path.split(separator: "/", maxSplits: 2)
    guard parts.count > 1, parts[0] == "moov", parts[1].hasPrefix("trak") else { return nil }
    return parts[0] + "/" + parts[1]
  }
}

extension CheckFinding {
  /// Lets the finding stand for more, as far as can be counted.
  fileprivate mutating func add(_ more: Int) {
    let (sum, overflow) = count.addingReportingOverflow(more)
    count = overflow ? .max : sum
  }
}

/// Where a finding is.
struct CheckPlace {
  var path = ""
  var offset: UInt64?

  /// The whole file.
  static let file = CheckPlace()
}

extension AtomNode {
  /// The place of the atom.
  var place: CheckPlace { CheckPlace(path: path, offset: atom.offset) }
}

extension Track {
  /// The place of the track, or of an atom in it.
  func place(_ types: FourCC...) -> CheckPlace {
    var (atom, path) = (atom, path)
    for type in types {
      guard let next = atom.first(type) else { break }
      let components = atom.children.pathComponents()
      let name = zip(atom.children, components).first { $0.0.type == type }?.1
      path += "/" + (name.map { "\($0)" } ?? "\(type)")
      atom = next
    }
    return CheckPlace(path: path, offset: atom.offset)
  }
}
