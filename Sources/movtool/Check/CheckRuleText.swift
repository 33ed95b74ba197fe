import MovKit

/// The rules as text: one for `--explain ID`, and all as Markdown for `Docs/Rules.md`.
enum CheckRuleText {
  /// Returns what is known of one rule.
  static func page(_ rule: CheckRule) -> String {
    var text = "\(rule.id): \(rule.what)\n\n"
    var severity = rule.severity.rawValue
    for (profile, other) in rule.severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      severity += ", \(other.rawValue) with --profile \(profile.rawValue)"
    }
    text += "severity   \(severity)\n"
    if !rule.profiles.isEmpty { text += "profiles   \(names(rule.profiles))\n" }
    if !rule.why.isEmpty { text += "why        \(rule.why)\n" }
    if !rule.consequence.isEmpty { text += "effect     \(rule.consequence)\n" }
    if !rule.remedy.isEmpty { text += "remedy     \(rule.remedy)\n" }
    if let command = CheckCommands.byRule[rule.id] { text += "command    \(command)\n" }
    return text
  }

  private static func names(_ profiles: Set<CheckProfile>) -> String {
    profiles.map(\.rawValue).sorted().joined(separator: ", ")
  }

  /// All rules by subject.
  static var document: String {
    var text = introduction
    for subject in CheckRule.Subject.allCases {
      let rules = CheckRule.all.filter { $0.subject == subject }
      text += "\n## \(subject.rawValue)\n\n"
      if subject == .work {
        text += "`check` does not report these.\n\n| rule | severity | what |\n|---|---|---|\n"
        for rule in rules {
          text += "| `\(rule.id)` | \(rule.severity.rawValue) | \(rule.what) |\n"
        }
        continue
      }
      text += "| rule | severity | what | why | effect | remedy |\n|---|---|---|---|---|---|\n"
      for rule in rules { text += row(rule) }
    }
    return text
  }

  private static func row(_ rule: CheckRule) -> String {
    var severity = rule.severity.rawValue
    for (profile, other) in rule.severities.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      severity += "; \(profile.rawValue): \(other.rawValue)"
    }
    if !rule.profiles.isEmpty { severity += " (only \(names(rule.profiles)))" }
    let command = CheckCommands.byRule[rule.id].map { "`\($0)`" }
    let remedy = [rule.remedy.isEmpty ? nil : rule.remedy, command].compactMap { $0 }
      .joined(separator: ": ")
    return
      "| `\(rule.id)` | \(severity) | \(rule.what) | \(rule.why) | \(rule.consequence) | \(remedy) |\n"
  }

  private static let introduction = """
    # Rules

    Everything that movtool reports about a file has the ID of one of these rules, in every command and in
    every format. `movtool check` reports by all of them but those of the last section, and `movtool check --explain ID`
    prints one. This page is made of the same table (`movtool check --explain all`).

    An `error` is what readers refuse, play wrongly or lose a part of. A `warning` contradicts a standard, or
    programs differ in how they read it. A `note` is unusual. A rule with `only` holds with that profile
    (`--profile`); `quicktime`, `mp4` and `heif` are also chosen by the brands of a file.

    """
}

extension CheckFinding {
  /// The message with the number of findings that it stands for. That of the rest has it already.
  var countedMessage: String { count > 1 && !isRest ? "\(message) (\(count) times)" : message }

  /// The command that corrects it; nil if there is none, or if the file is a segment, which no command can copy.
  var command: String? { isInSegment ? nil : CheckCommands.byRule[rule] }

  /// What to do about it; nil if nothing is known, or it is what the command would do.
  var remedy: String? {
    guard let known = CheckRule.named(rule), !known.remedy.isEmpty else { return nil }
    return command == nil && CheckCommands.byRule[rule] != nil ? nil : known.remedy
  }

  /// The finding, its consequence and its remedy in one line, without the name of the file.
  var line: String {
    let place = [path.isEmpty ? nil : path, offset.map { "at \($0)" }].compactMap { $0 }
      .joined(separator: " ")
    var text = place.isEmpty ? countedMessage : "\(place): \(countedMessage)"
    let known = CheckRule.named(rule)
    // A message may end with it, because other commands print the message alone.
    if let known, !known.consequence.isEmpty, !message.hasSuffix(known.consequence) {
      text += "; \(known.consequence)"
    }
    if let remedy { text += "; \(remedy)" }
    if let command { text += ": '\(command)'" }
    return "\(severity.rawValue): \(text) [\(rule)]"
  }
}
