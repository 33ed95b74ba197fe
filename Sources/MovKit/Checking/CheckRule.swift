/// One thing that can be odd or wrong about a file, or that a command says of its own work.
///
/// Every finding of the library and of `movtool` has the `id` of one of these rules. An ID is never
/// used again for something else.
public struct CheckRule: Sendable, Identifiable {
  /// What a rule is about.
  public enum Subject: String, CaseIterable, Sendable {
    /// Sizes, required and duplicate atoms, limits.
    case structure = "Structure of the file"
    /// The file type, and what a file of its brands may have.
    case brands = "Brands"
    /// Headers of the movie, of tracks and of media.
    case headers = "Headers"
    /// What tracks and sample descriptions refer to.
    case references = "References"
    /// Edit lists.
    case edits = "Edits"
    /// Sample descriptions.
    case descriptions = "Sample descriptions"
    /// Sample tables against each other.
    case tables = "Sample tables"
    /// Sample tables against the file.
    case places = "Places of samples"
    /// Fragments and their indexes.
    case fragments = "Fragments"
    /// The rules of CMAF.
    case cmaf = "CMAF"
    /// Timecode tracks.
    case timecode = "Timecode"
    /// What editing programs link by, and what broadcasters expect.
    case relinking = "Relinking and delivery"
    /// Metadata.
    case metadata = "Metadata"
    /// Items, such as the pictures of HEIF.
    case items = "Items (HEIF)"
    /// What a policy asks for.
    case policy = "Policies"
    /// What commands say of what they read, change or leave out. `MovieCheck` does not report it.
    case work = "Work of commands"
  }

  /// The name that stays the same for scripts: lower case, words joined by hyphens.
  public let id: String
  /// How serious a finding usually is.
  public let severity: Diagnostic.Severity
  /// What the rule is about.
  public let subject: Subject
  /// What is found, in a phrase.
  public let what: String
  /// The clause of the standard, or who minds; empty for rules about the work of commands.
  public let why: String
  /// What follows from it; empty for rules about the work of commands.
  public let consequence: String
  /// What to do about it; empty if nothing can be said.
  public let remedy: String
  /// The profiles that have the rule; empty if it holds for every file.
  public let profiles: Set<CheckProfile>
  /// The severities that differ in some profiles. Of several, the highest holds.
  public let severities: [CheckProfile: Diagnostic.Severity]

  // A copy of it for each of the rules takes long to compile.
  @inline(never)
  init(
    _ id: String, _ severity: Diagnostic.Severity, _ subject: Subject, _ what: String,
    why: String, so consequence: String, remedy: String = "", only profiles: Set<CheckProfile> = [],
    but severities: [CheckProfile: Diagnostic.Severity] = [:]
  ) {
    self.id = id
    self.severity = severity
    self.subject = subject
    self.what = what
    self.why = why
    self.consequence = consequence
    self.remedy = remedy
    self.profiles = profiles
    self.severities = severities
  }

  /// A rule about what commands say of their own work.
  @inline(never)
  init(ofWork id: String, _ severity: Diagnostic.Severity, _ what: String) {
    self.init(id, severity, .work, what, why: "", so: "")
  }

  /// All rules, by subject.
  public static let all: [CheckRule] =
    ofStructure + ofBrands + ofHeaders + ofReferences + ofEdits + ofDescriptions + ofTables
    + ofPlaces + ofFragments + ofCMAF + ofTimecode + ofRelinking + ofMetadata + ofItems + ofPolicy
    + ofWork

  private static let byID: [String: CheckRule] = Dictionary(
    all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the rule with an ID; nil if there is none.
  public static func named(_ id: String) -> CheckRule? { byID[id] }

  /// Whether the rule holds for files that are checked for these profiles.
  public func holds(in profiles: Set<CheckProfile>) -> Bool {
    self.profiles.isEmpty || !self.profiles.isDisjoint(with: profiles)
  }

  /// The severity of a finding.
  /// - Parameters:
  ///   - usual: its severity without a profile.
  ///   - profiles: what the file is checked for.
  func severity(
    _ usual: Diagnostic.Severity, in profiles: Set<CheckProfile>
  ) -> Diagnostic.Severity {
    severities.reduce(usual) { profiles.contains($1.key) ? max($0, $1.value) : $0 }
  }
}
