/// The name of an atom and what it holds, ready to be displayed (`AtomFile.description(ofAtomAt:)`).
public struct AtomDescription: Sendable {
  /// A name for people to read; nil if none is known. It has at most 48 characters, unless it is a
  /// metadata key.
  public var name: String?
  /// What the atom's own bytes hold. Bytes that are not understood are the field `data`; bytes
  /// after everything that is understood are the field `trailing_data`.
  public var fields: [Field] = []
  /// The content that was left in the file and so is not among the fields, as a range of bytes of
  /// the file.
  public var extent: Range<UInt64>?
  /// What is odd about the atom's own bytes.
  public var diagnostics: [Diagnostic] = []

  /// `wanted` are the fields that are wanted; nil for all.
  fileprivate init(
    _ node: AtomNode, named name: String?, schema: Schema, _ wanted: FieldNames? = nil
  ) {
    self.name = name
    describeHead(of: node)
    let record =
      node.atom.isLeftInFile ? nil : schema.record(for: node.atom, in: node.context)
    if let record {
      describe(
        node, as: record.type, isReported: record.hasChildren || node.atom.isDivided, wanted)
    }
    switch node.atom.ownBytes {
    case .extent(let range): extent = range
    case .bytes(let bytes):
      if record == nil, !bytes.isEmpty { fields.append(Field("data", .bytes(bytes))) }
    case .beside(let preamble, let tail):
      if record == nil, !preamble.isEmpty { fields.append(Field("data", .bytes(preamble))) }
      if !tail.isEmpty { fields.append(Field("trailing_data", .bytes(tail))) }
    }
  }

  /// Returns the fields of an atom that is described as `schema` declares it.
  static func fields(
    of atom: Atom, in context: AtomContext, as schema: Schema
  ) -> [Field] {
    let node = AtomNode(atom: atom, component: nil, surroundings: AtomSurroundings(context))
    return AtomDescription(node, named: nil, schema: schema).fields
  }

  private mutating func describeHead(of node: AtomNode) {
    if !node.atom.userType.isEmpty {
      fields.append(Field("usertype", .text(uuidText(node.atom.userType))))
    }
    if let claimed = node.atom.claimedSize {
      fields.append(Field("claimed_size", .unsigned(claimed)))
    }
  }

  /// `isReported`: whether the parser has already reported that the record cannot be read.
  private mutating func describe<R: Record>(
    _ node: AtomNode, as record: R.Type, isReported: Bool, _ wanted: FieldNames?
  ) {
    do throws(FormatError) {
      var decoded = R()
      let reading = try node.atom.read(into: &decoded, readingCutTables: true)
      let described = decoded.described(wanted)
      if fields.isEmpty { fields = described } else { fields += described }
      let trailing = reading.trailing
      if !trailing.isEmpty { fields.append(Field("trailing_data", .bytes(trailing))) }
      diagnostics = node.oddities(of: decoded, reading)
    } catch {
      if case .bytes(let bytes) = node.atom.ownBytes, !bytes.isEmpty {
        fields.append(Field("data", .bytes(bytes)))
      }
      if !isReported { diagnostics = [node.undecodable(error)] }
    }
  }
}

extension AtomFile {
  /// Returns the description of the atom at a path, whatever it is; nil if there is no such atom.
  ///
  /// Its fields are those that an editor sets (`MovieEditor.description(ofAtomAt:)`).
  public func description(ofAtomAt path: AtomPath) -> AtomDescription? {
    guard case .atom(let node) = find(path) else { return nil }
    var describer = AtomDescriber(schema: schema)
    return describer.describe(node)
  }
}

extension AtomNode {
  /// What is odd about the atom's own bytes, as its description has it. This is asked of every atom of a file
  /// that is checked, so nothing else is made for it.
  fileprivate func diagnostics(_ schema: Schema) -> [Diagnostic] {
    guard !atom.isLeftInFile, let record = schema.record(for: atom, in: context) else { return [] }
    return diagnostics(as: record.type, isReported: record.hasChildren)
  }

  private func diagnostics<R: Record>(as _: R.Type, isReported: Bool) -> [Diagnostic] {
    // Most parents have no fields, so nothing can be odd about them.
    if R.self == Container.self, atom.isDivided, atom.preambleCount == 0 { return [] }
    do throws(FormatError) {
      var decoded = R()
      let reading = try atom.read(into: &decoded, readingCutTables: true)
      return reading.isOdd || decoded.countedChildren != nil ? oddities(of: decoded, reading) : []
    } catch {
      return isReported || atom.isDivided ? [] : [undecodable(error)]
    }
  }

  /// What is odd about the record that the atom's own bytes hold.
  fileprivate func oddities<R: Record>(of record: R, _ reading: Atom.Reading) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for offset in reading.reservedInUse {
      found.append(
        Diagnostic(
          "reserved-not-zero", .note, "reserved bytes are not zero", path: path, at: offset))
    }
    found += reading.cutTables.map { $0.diagnostic(at: path) }
    let trailing = reading.trailing
    if !trailing.isEmpty, !trailing.allSatisfy({ $0 == 0 }) {
      let (size, isCut) = atom.size.subtractingReportingOverflow(UInt64(trailing.count))
      found.append(
        Diagnostic(
          "trailing-bytes", .note,
          "\(counted(trailing.count, "byte")) not explained by any field",
          path: path, at: isCut ? nil : atom.offset.map { $0 &+ size }))
    }
    if let stated = record.countedChildren, atom.isDivided,
      case let count = atom.entryCount(for: R.self), UInt64(stated) != UInt64(count)
    {
      found.append(
        Diagnostic(
          "entry-count", .warning,
          "entry_count is \(stated), but the number of entries is \(count)",
          path: path, at: atom.offset))
    }
    return found
  }

  /// Reports a record that cannot be read. The decoder starts the path of the error with the atom's type, for
  /// which the node also knows the index.
  fileprivate func undecodable(_ error: FormatError) -> Diagnostic {
    var placed = error
    placed.path = path + error.path.dropFirst("\(atom.type)".count)
    return .undecodable(placed, atom: atom)
  }
}

/// Describes atoms one after another, and caches the names that it has looked up.
package struct AtomDescriber: Sendable {
  /// The name of a type in one place.
  private struct Name {
    let parent: FourCC?
    let handler: FourCC?
    let name: String?
  }

  private let schema: Schema
  private var types = FourCCTable()
  /// The names of each type that are known.
  private var names: [[Name]] = []
  private var nameCount = 0
  private static let mostNames = 1000

  /// A describer that reads atoms as `schema` declares them.
  package init(schema: Schema = .standard) { self.schema = schema }

  /// Returns the description of an atom.
  package mutating func describe(_ node: AtomNode) -> AtomDescription {
    AtomDescription(node, named: name(of: node), schema: schema)
  }

  /// Returns the fields of an atom as the description has them: at least those with some names, and those that
  /// have others in them.
  package func fields(of node: AtomNode, named names: FieldNames) -> [Field] {
    AtomDescription(node, named: nil, schema: schema, names).fields
  }

  /// Returns what is odd about the atom's own bytes, as the description has it.
  package func diagnostics(of node: AtomNode) -> [Diagnostic] {
    node.diagnostics(schema)
  }

  private mutating func name(of node: AtomNode) -> String? {
    let (type, context) = (node.atom.type, node.context)
    if context.parent == "ilst", let key = node.keys?.key(for: type) { return key.value.string }
    if type == "uuid", let name = UserTypes.name(of: node.atom.userType) { return name }
    let handler = context.parent == "stsd" ? context.handler : nil
    if let index = types.index(of: type),
      let known = names[index].first(where: { $0.parent == context.parent && $0.handler == handler }
      )
    {
      return known.name
    }
    if nameCount == Self.mostNames, !RegisteredNames.codes.contains(type) { return nil }
    let name =
      context.parent == "stsd"
      ? RegisteredNames.sampleEntry(type, handler: context.handler)?.name
        ?? RegisteredNames.atom(type, in: context.parent)
      : RegisteredNames.atom(type, in: context.parent)
    // A file can have any number of types, so the cache is limited; other names are looked up
    // again.
    if nameCount < Self.mostNames {
      nameCount += 1
      let index = types.insert(type)
      if index == names.count { names.append([]) }
      names[index].append(Name(parent: context.parent, handler: handler, name: name))
    }
    return name
  }
}

extension Diagnostic {
  /// An atom whose record cannot be read. The path of the error starts at the top of the file.
  static func undecodable(_ error: FormatError, atom: Atom) -> Diagnostic {
    Diagnostic(
      "undecodable", .error, "\(error.reason); keeping it as bytes", path: error.path,
      at: error.offset ?? atom.offset)
  }
}
