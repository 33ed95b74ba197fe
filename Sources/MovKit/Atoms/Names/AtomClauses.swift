/// The clauses of the standards that define atoms.
enum AtomClauses {
  /// The clauses by the name of the record.
  static let ofRecords: [String: String] = Dictionary(
    uniqueKeysWithValues: textOfRecords.split(separator: "\n").map { line in
      let name = line.prefix { $0 != ":" }
      return (String(name), String(line.dropFirst(name.count + 2)))
    })
}

extension Schema {
  /// The clauses that define an atom, such as `ISO/IEC 14496-12, 8.3.2`, with semicolons between them; nil
  /// if the atom is not declared, or none is known.
  package func clause(of atom: Atom, in context: AtomContext) -> String? {
    if let rule = rule(for: atom, in: context),
      let clause = AtomClauses.ofRecords["\(rule.record)"]
    {
      return clause
    }
    return AtomClauses.ofContainers[atom.type]
  }
}
