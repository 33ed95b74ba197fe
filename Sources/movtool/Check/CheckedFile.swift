import MovKit

/// What `check` found in one file.
struct CheckedFile: Sendable {
  /// The name that documents show: most often as it was given.
  var name: FilePath
  var profiles: Set<CheckProfile> = []
  var findings: [CheckFinding] = []
  /// The findings that the baseline has, or that the policy suppresses.
  var known = 0
  /// Why the file could not be checked; nil if it was.
  var error: String?

  /// Checks a file. What it finds is part of the result; that a file cannot be read goes to `messages`.
  static func read(
    _ entry: FileList.Entry, _ policy: CheckPolicy, _ baseline: CheckBaseline, _ messages: Messages
  ) -> CheckedFile {
    var result = CheckedFile(name: entry.path)
    do throws(Failure) {
      try SourceWatch.run(about: entry.path) { () throws(Failure) in
        try result.check(entry, policy, baseline)
      }
    } catch {
      guard case .problem(let text, let about) = error else { return result }
      messages.error(text, file: about ?? entry.path)
      result.error = text
      result.findings = []
    }
    return result
  }

  private mutating func check(
    _ entry: FileList.Entry, _ policy: CheckPolicy, _ baseline: CheckBaseline
  ) throws(Failure) {
    let source: File
    do throws(IOError) { source = try Input.open(entry.path) } catch {
      throw Failure(error, about: entry.path)
    }
    try check(entry, source, policy, baseline)
  }

  /// Checks a file that was read for what its brands ask.
  init(
    _ path: FilePath, _ source: File, _ file: AtomFile, _ examined: MovieOutline.Examination
  ) throws(Failure) {
    name = path
    let check: MovieCheck
    do throws(ReadingError) { check = try MovieCheck(file, examined) } catch {
      throw .problem(error.advised(), file: path)
    }
    take(
      check, of: FileList.Entry(path: path, name: path), source, CheckPolicy(), CheckBaseline())
  }

  private init(name: FilePath) { self.name = name }

  private mutating func check(
    _ entry: FileList.Entry, _ source: File, _ policy: CheckPolicy, _ baseline: CheckBaseline
  ) throws(Failure) {
    let check: MovieCheck
    do throws(ReadingError) { check = try MovieCheck(of: source, profiles: policy.profiles) } catch
    {
      throw .problem(error.advised(), file: entry.path)
    }
    take(check, of: entry, source, policy, baseline)
  }

  private mutating func take(
    _ check: MovieCheck, of entry: FileList.Entry, _ source: File, _ policy: CheckPolicy,
    _ baseline: CheckBaseline
  ) {
    profiles = check.profiles
    var all = check.findings
    if let finding = Self.otherName(entry.path, check) { all.append(finding) }
    if policy.hasRequirements {
      all += policy.findings(check.movie.map { Clip(entry, source, $0) }, check)
    }
    for finding in all {
      guard let finding = policy.judged(finding) else { continue }
      guard !baseline.has(finding, of: entry.path), !policy.suppresses(finding, of: entry.path)
      else {
        known += 1
        continue
      }
      findings.append(finding)
    }
    sortFindings()
  }

  /// Puts the findings in the order of their places in the file, the most serious first. What counts the further ones
  /// of a rule in the file has no place, and comes after those that are listed.
  private mutating func sortFindings() {
    var last: [String: UInt64] = [:]
    for finding in findings {
      last[finding.rule] = max(last[finding.rule] ?? 0, finding.offset ?? 0)
    }
    func place(_ finding: CheckFinding) -> UInt64 {
      finding.offset ?? (finding.isRest ? last[finding.rule] : nil) ?? 0
    }
    findings.sort { ($1.severity, place($0)) < ($0.severity, place($1)) }
  }

  /// A finding that the name of a movie is that of the other kind of movie; nil if it is not.
  private static func otherName(_ path: FilePath, _ check: MovieCheck) -> CheckFinding? {
    guard let type = check.file.first("ftyp"), let movie = check.movie else { return nil }
    let isQuickTime = movie.isQuickTime
    guard let named = MovieWriter.Options.FileType(nameOf: path),
      (named == .quickTime) != isQuickTime, let other = path.nameExtension
    else { return nil }
    return CheckFinding(
      rule: "name-brand", severity: .note,
      message: "the name ends in \(other), and the file is \(isQuickTime ? "QuickTime" : "MP4")",
      path: "ftyp", offset: type.offset
    ).sealed()
  }

  func count(_ severity: Diagnostic.Severity) -> Int {
    findings.count { $0.severity == severity }
  }
}

/// The findings of a former run, which are not reported again.
struct CheckBaseline: Sendable {
  private struct Key: Hashable {
    /// The number of the file's name. A name may be long, and may have very many findings.
    let name: Int
    let fingerprint: String
  }

  private var names: [String: Int] = [:]
  /// How often each was found.
  private var counts: [Key: Int] = [:]

  init() {}

  /// Reads what `check --json` printed.
  init(_ bytes: [UInt8]) throws(JSONReader.Problem) {
    var reader = JSONReader(bytes)
    while let value = try reader.next() {
      guard let file = value["file"]?.text, let findings = value["findings"]?.elements else {
        throw value.problem("the document has no \"file\" or no \"findings\"")
      }
      // Files may be in another folder, so only their names count, as documents show them.
      let shown = String(decoding: Array(FilePath(file).lastComponent), as: UTF8.self)
      let name = names[shown] ?? names.count
      names[shown] = name
      for finding in findings {
        guard let fingerprint = finding["fingerprint"]?.text else {
          throw finding.problem("the finding has no \"fingerprint\"")
        }
        let key = Key(name: name, fingerprint: fingerprint)
        counts[key] = max(counts[key] ?? 0, finding["count"]?.integer() ?? .max)
      }
    }
  }

  func has(_ finding: CheckFinding, of path: FilePath) -> Bool {
    guard !counts.isEmpty, let name = names[FilePath(bytes: path.lastComponent).description],
      let known = counts[Key(name: name, fingerprint: finding.fingerprint)]
    else { return false }
    // One can stand for several. If there are more of them, some are new.
    return finding.count <= known
  }
}
