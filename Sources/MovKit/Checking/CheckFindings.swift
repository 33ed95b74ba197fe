/// The findings of one file: one for each rule, atom and message, with a count.
///
/// At most `mostOfRule` are listed of a rule, and at most `mostInAtom` of these about one atom. One more finding counts
/// the others in the atom, and one the others in the file, so that the memory does not grow with the findings.
package struct CheckFindings {
  private static let mostOfRule = 100
  /// As many as other commands list of a rule, so that they say the same.
  private static let mostInAtom = DiagnosticList.mostOfARule

  /// The places in `all` of what was found of one rule in one atom.
  private struct InAtom {
    var listed: [Int] = []
    var rest: Int?
  }

  /// What was found of one rule.
  private struct OfRule {
    let name: String
    /// The severity of a finding without a profile; nil if the rule is none of this library.
    let usual: Diagnostic.Severity?
    /// The least severity in the profiles; nil if the rule does not hold in them.
    let least: Diagnostic.Severity?
    /// What is listed, by path, and the place in `all` of the finding that counts the rest.
    var atoms: [String: InAtom] = [:]
    var rest: Int?
    /// The number of findings that are listed, without those that count others.
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

  package private(set) var all: [CheckFinding] = []
  private var rules: [OfRule] = []
  private var numbers: [String: Int] = [:]
  /// The number of the rule that was asked for last: of one rule, there can be a finding in every eight bytes.
  private var latest = 0
  /// The number of errors and warnings that were reported, or more; it grows with each.
  private(set) var seriousCount = 0
  let profiles: Set<CheckProfile>

  package init(profiles: Set<CheckProfile>) { self.profiles = profiles }

  /// Adds a finding of a rule if that holds in the profiles. Only then is its place found.
  package mutating func report(
    _ rule: String, _ message: @autoclosure () -> String, at place: @autoclosure () -> CheckPlace
  ) {
    let number = number(of: rule)
    guard let usual = rules[number].usual, let least = rules[number].least else { return }
    add(number, max(usual, least), message(), at: place(), 1)
  }

  /// Adds a finding about an atom as `report(_:_:at:)` does. Findings about millions of atoms may only be counted, in
  /// file order, and then no path is made.
  mutating func report(
    _ rule: String, _ message: @autoclosure () -> String, of node: AtomNode
  ) {
    let number = number(of: rule)
    guard rules[number].count >= Self.mostOfRule, let usual = rules[number].usual,
      let least = rules[number].least, let offset = node.atom.offset,
      offset > rules[number].greatestOffset
    else { return report(rule, message(), at: node.place) }
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
    let number = number(of: diagnostic.rule)
    guard let least = rules[number].least else { return }
    let severity = max(diagnostic.severity, least)
    let place = CheckPlace(path: diagnostic.path, offset: diagnostic.offset)
    if diagnostic.isRest {
      addRest(to: number, severity, diagnostic.count, at: place)
    } else {
      add(number, severity, diagnostic.message, at: place, diagnostic.count)
    }
  }

  /// Adds a finding of a rule that holds. The message is made only if it may be listed.
  private mutating func add(
    _ number: Int, _ severity: Diagnostic.Severity, _ message: @autoclosure () -> String,
    at place: CheckPlace, _ count: Int
  ) {
    let known = rules[number].atoms[place.path] ?? InAtom()
    let isFull = rules[number].count >= Self.mostOfRule
    if isFull && known.listed.isEmpty { return addRest(to: number, severity, count) }
    // What follows is not compared, because one atom can have very many findings.
    if known.rest != nil { return addRest(to: number, severity, count, at: place) }
    let message = message()
    if let position = known.listed.first(where: { all[$0].message == message }) {
      return add(count, severity, to: position)
    }
    guard !isFull, known.listed.count < Self.mostInAtom else {
      return addRest(to: number, severity, count, at: place)
    }
    countSerious(severity)
    rules[number].count += 1
    rules[number].atoms[place.path, default: InAtom()].listed.append(all.count)
    rules[number].greatestOffset = max(rules[number].greatestOffset, place.offset ?? .max)
    append(number, severity, message, place, count)
  }

  private mutating func countSerious(_ severity: Diagnostic.Severity) {
    if severity > .note { seriousCount += 1 }
  }

  /// Adds the findings of another list after those of this one.
  mutating func append(_ others: CheckFindings) {
    for finding in others.all {
      let number = number(of: finding.rule)
      let place = CheckPlace(path: finding.path, offset: finding.offset)
      if finding.isRest {
        addRest(to: number, finding.severity, finding.count, at: place)
      } else {
        add(number, finding.severity, finding.message, at: place, finding.count)
      }
    }
  }

  /// Adds findings that are not listed: further ones in an atom of which enough are, or in the file.
  private mutating func addRest(
    to number: Int, _ severity: Diagnostic.Severity, _ count: Int, at place: CheckPlace = .file
  ) {
    var isInAtom = false
    if !place.path.isEmpty, let atom = rules[number].atoms[place.path] {
      isInAtom =
        atom.rest != nil || atom.listed.count >= Self.mostInAtom
        || rules[number].count < Self.mostOfRule
    }
    let known = isInAtom ? rules[number].atoms[place.path]?.rest : rules[number].rest
    if let known { return add(count, severity, to: known) }
    countSerious(severity)
    if isInAtom {
      rules[number].atoms[place.path]?.rest = all.count
    } else {
      rules[number].rest = all.count
    }
    append(number, severity, "", isInAtom ? place : .file, count)
    all[all.count - 1].isRest = true
  }

  /// Lets a finding stand for more.
  private mutating func add(_ count: Int, _ severity: Diagnostic.Severity, to position: Int) {
    countSerious(severity)
    all[position].add(count)
    all[position].severity = max(all[position].severity, severity)
  }

  private mutating func append(
    _ number: Int, _ severity: Diagnostic.Severity, _ message: String, _ place: CheckPlace,
    _ count: Int
  ) {
    var finding = CheckFinding(
      rule: rules[number].name, severity: severity, message: message, path: place.path,
      offset: place.offset)
    finding.count = count
    all.append(finding)
  }

  /// Gives findings that are about no bytes of an atom their numbers and fingerprints.
  package mutating func seal() { seal(tracks: [:], atoms: [:], schema: .standard) }

  /// Gives the findings their tracks, numbers and fingerprints.
  mutating func seal(tracks: [String: UInt32], atoms: [String: Atom], schema: Schema) {
    struct Place: Hashable {
      var rule: String
      var path: String
    }
    var counts: [Place: Int] = [:]
    for index in all.indices {
      let path = all[index].path
      let number = counts[Place(rule: all[index].rule, path: path), default: 0] + 1
      counts[Place(rule: all[index].rule, path: path)] = number
      if all[index].isRest { all[index].message = Diagnostic.rest(all[index].count) }
      all[index].trackID = Self.track(of: path).flatMap { tracks[$0] }
      if all[index].offset == nil { all[index].offset = atoms[path]?.offset }
      all[index].seal(as: number, with: atoms[path], schema: schema)
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
