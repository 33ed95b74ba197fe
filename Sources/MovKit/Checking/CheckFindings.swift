/// The findings of one file: one for each rule and atom, with a count.
///
/// At most `mostPlaces` atoms are listed for a rule; one more finding counts the others, so that the
/// memory does not grow with the findings.
struct CheckFindings {
  private static let mostPlaces = 100

  /// What was found of one rule.
  private struct OfRule {
    let name: String
    /// The severity of a finding without a profile; nil if the rule is none of this library.
    let usual: Diagnostic.Severity?
    /// The least severity in the profiles; nil if the rule does not hold in them.
    let least: Diagnostic.Severity?
    /// The places in `all` of the findings that are listed, by path, and that of the one that counts the rest.
    var positions: [String: Int] = [:]
    var rest: Int?
    /// The number of findings that were to be listed.
    var count = 0
    /// The greatest offset of those that are listed; the greatest number if one has no offset.
    var greatestOffset: UInt64 = 0

    init(_ name: String, in profiles: Set<CheckProfile>) {
      self.name = name
      let known = CheckRule.named(name)
      usual = known?.severity
      least =
        known?.holds(in: profiles) ?? true ? known?.severity(.note, in: profiles) ?? .note : nil
    }
  }

  private(set) var all: [CheckFinding] = []
  private var rules: [OfRule] = []
  private var numbers: [String: Int] = [:]
  /// The number of the rule that was asked for last: of one rule, there can be a finding in every eight bytes.
  private var latest = 0
  /// The number of errors and warnings that were reported, or more; it grows with each.
  private(set) var seriousCount = 0
  let profiles: Set<CheckProfile>

  init(profiles: Set<CheckProfile>) { self.profiles = profiles }

  /// Adds a finding of a rule if that holds in the profiles. Only then is its place found.
  mutating func report(
    _ rule: String, _ message: @autoclosure () -> String, at place: @autoclosure () -> CheckPlace
  ) {
    let number = number(of: rule)
    guard let usual = rules[number].usual, rules[number].least != nil else { return }
    let place = place()
    guard let severity = severity(ofNew: number, usual, at: place.path, 1) else { return }
    append(rule, severity, message(), place.path, place.offset, 1)
  }

  /// Adds a finding about an atom as `report(_:_:at:)` does. Findings about millions of atoms may only be counted, in
  /// file order, and then no path is made.
  mutating func report(
    _ rule: String, _ message: @autoclosure () -> String, of node: AtomNode
  ) {
    let number = number(of: rule)
    guard rules[number].count >= Self.mostPlaces, let usual = rules[number].usual,
      let least = rules[number].least, let offset = node.atom.offset,
      offset > rules[number].greatestOffset
    else { return report(rule, message(), at: node.place) }
    rules[number].count += 1
    addRest(to: number, max(usual, least), 1)
  }

  /// Whether a rule holds in the profiles. What only it needs to know is not read otherwise.
  mutating func holds(_ rule: String) -> Bool { rules[number(of: rule)].least != nil }

  private mutating func number(of rule: String) -> Int {
    if latest < rules.count, rules[latest].name == rule { return latest }
    if let number = numbers[rule] {
      latest = number
    } else {
      latest = rules.count
      numbers[rule] = latest
      rules.append(OfRule(rule, in: profiles))
    }
    return latest
  }

  /// Adds a diagnostic.
  mutating func add(_ diagnostic: Diagnostic) {
    // One that counts further ones has no place.
    if diagnostic.count > 1, diagnostic.path.isEmpty {
      let number = number(of: diagnostic.rule)
      guard let least = rules[number].least else { return }
      addRest(to: number, max(diagnostic.severity, least), diagnostic.count)
      return
    }
    guard
      let severity = severity(
        ofNew: number(of: diagnostic.rule), diagnostic.severity, at: diagnostic.path,
        diagnostic.count)
    else { return }
    append(
      diagnostic.rule, severity, diagnostic.message, diagnostic.path, diagnostic.offset,
      diagnostic.count)
  }

  /// Returns the severity of a finding that is to be listed; nil if its rule does not hold in the
  /// profiles, or an earlier finding counts it.
  private mutating func severity(
    ofNew number: Int, _ usual: Diagnostic.Severity, at path: String, _ count: Int
  ) -> Diagnostic.Severity? {
    guard let least = rules[number].least else { return nil }
    let severity = max(usual, least)
    countSerious(severity)
    if let position = rules[number].positions[path] {
      all[position].add(count)
      all[position].severity = max(all[position].severity, severity)
      return nil
    }
    rules[number].count += 1
    guard rules[number].count <= Self.mostPlaces else {
      addRest(to: number, severity, count)
      return nil
    }
    return severity
  }

  private mutating func countSerious(_ severity: Diagnostic.Severity) {
    if severity > .note { seriousCount += 1 }
  }

  /// Adds the findings of another list after those of this one.
  mutating func append(_ others: CheckFindings) {
    let rests = Set(others.rules.compactMap(\.rest))
    for (index, finding) in others.all.enumerated() {
      let number = number(of: finding.rule)
      if rests.contains(index) {
        addRest(to: number, finding.severity, finding.count)
      } else if let severity = severity(
        ofNew: number, finding.severity, at: finding.path, finding.count)
      {
        append(
          finding.rule, severity, finding.message, finding.path, finding.offset, finding.count)
      }
    }
  }

  /// Adds findings in atoms that are not listed, which are one finding.
  private mutating func addRest(
    to number: Int, _ severity: Diagnostic.Severity, _ count: Int
  ) {
    countSerious(severity)
    if let position = rules[number].rest {
      all[position].add(count)
      all[position].severity = max(all[position].severity, severity)
      return
    }
    rules[number].rest = all.count
    var finding = CheckFinding(
      rule: rules[number].name, severity: severity,
      message: "… and more atoms with the same finding")
    finding.count = count
    all.append(finding)
  }

  private mutating func append(
    _ rule: String, _ severity: Diagnostic.Severity, _ message: String, _ path: String,
    _ offset: UInt64?, _ count: Int
  ) {
    let number = number(of: rule)
    rules[number].positions[path] = all.count
    rules[number].greatestOffset = max(rules[number].greatestOffset, offset ?? .max)
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
      if all[index].offset == nil { all[index].offset = atoms[path]?.offset }
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
    count = count.addingClamping(more)
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
  func place(_ types: FourCC...) -> CheckPlace { atom.place(at: path, types) }
}

extension Atom {
  /// The place of the first atom below this one by types; if there is none, of the last on the way to it.
  /// - Parameter path: the path of this atom.
  func place(at path: String, _ types: [FourCC]) -> CheckPlace {
    var (atom, path) = (self, path)
    for type in types {
      let children = atom.children
      guard let index = children.firstIndex(where: { $0.type == type }) else { break }
      path += "/\(children.pathComponent(at: index))"
      atom = children[index]
    }
    return CheckPlace(path: path, offset: atom.offset)
  }
}

extension [Atom] {
  /// The atoms of a type among these, with their places.
  /// - Parameter path: the path of the atom that these are in; nil at the top level of the file.
  func placed(_ type: FourCC, at path: String?) -> [(atom: Atom, place: CheckPlace)] {
    let before = path.map { $0 + "/" } ?? ""
    return zip(self, pathComponents()).filter { $0.0.type == type }.map { atom, component in
      (atom, CheckPlace(path: "\(before)\(component)", offset: atom.offset))
    }
  }
}
