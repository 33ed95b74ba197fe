/// The record of an atom that holds another atom in compressed form.
protocol HoldsCompressedAtom: Record {
  /// The compressed bytes.
  var compressedBytes: Bytes { get }
  /// The size in bytes of the whole atom when it is not compressed; nil if the record does not say it.
  var declaredSize: UInt64? { get }
  /// The type of the atom whose content is compressed without its header; nil if the whole atom is
  /// compressed.
  static func headerlessType(in type: FourCC) -> FourCC?
  /// Checks that the method of compression is known.
  /// - Parameter method: The atom that says it; nil if there is none.
  /// - Throws: `FormatError` if it is not.
  static func checkMethod(_ method: Atom?) throws(FormatError)
}

/// How much may come out of the compressed atoms of a file.
struct DecompressionBudget {
  private let limits: Limits
  private var compressed: UInt64 = 0
  private var used: UInt64 = 0

  init(_ limits: Limits) { self.limits = limits }

  /// Adds compressed bytes, and returns the number of bytes that may come out of them.
  mutating func add(_ count: Int) -> UInt64 {
    compressed += UInt64(count)
    let (product, overflow) = compressed.multipliedReportingOverflow(by: limits.expansion)
    let (most, tooMuch) = product.addingReportingOverflow(limits.bytesDecompressed)
    let all = min(overflow || tooMuch ? .max : most, limits.bytesHeld)
    return all > used ? all - used : 0
  }

  /// Takes a number of bytes that came out.
  mutating func take(_ count: UInt64) { used = used.addingClamping(count) }
}

extension HoldsCompressedAtom {
  /// Returns the bytes of the atoms that the record of an atom of a type holds in compressed form.
  ///
  /// - Throws: `FormatError` if they are damaged, if nothing is known of their method, or if they are
  ///   more than the budget has.
  func decompressed(
    of type: FourCC, by method: Atom?, _ budget: inout DecompressionBudget
  ) throws(FormatError) -> [UInt8] {
    try Self.checkMethod(method)
    let data = compressedBytes
    let most = budget.add(data.count)
    let wanted = declaredSize ?? most
    guard wanted <= most else {
      throw FormatError(
        .limit(
          "it declares \(counted(wanted, "byte")), and no more than \(most) are decompressed here"))
    }
    let limit = Int(clamping: wanted)
    var count = 0
    // What is damaged must not take from the others more than came out of it.
    defer { budget.take(UInt64(count)) }
    let isZlib = Inflate.isZlib(data) || Self.headerlessType(in: type) == nil
    let bytes =
      try isZlib
      ? Inflate.zlib(data, upTo: limit, counting: &count)
      : Inflate.deflate(data, upTo: limit, counting: &count)
    guard let inner = Self.headerlessType(in: type) else { return bytes }
    guard let size = UInt32(exactly: bytes.count + 8) else {
      throw FormatError(.limit("it holds \(counted(bytes.count, "byte"))"))
    }
    var header = AtomHeader()
    header.type = inner
    header.size = size
    return try header.serialized() + bytes
  }
}

extension AtomParser {
  /// Decompresses and parses what an atom holds in compressed form. Nothing is decompressed in what was
  /// compressed.
  mutating func decompress<R: Record>(
    _ atom: inout Atom, as _: R.Type, by method: Atom?
  ) {
    guard atom.place.map({ $0 < Atom.firstDecompressedPlace }) ?? true else { return }
    do throws(FormatError) {
      guard let record = try atom.decode(R.self) as? any HoldsCompressedAtom else { return }
      let bytes = try record.decompressed(of: atom.type, by: method, &budget)
      guard hasMemory(forBytes: bytes.count) else { return }
      if let declared = record.declaredSize, declared != UInt64(bytes.count) {
        report(
          "compressed-size", .warning,
          "it declares \(counted(declared, "byte")), and holds \(bytes.count)", at: atom.offset)
      }
      atom.compressedAtoms = try parsed(bytes, in: atom.type)
    } catch {
      report("compressed-atom", .error, "\(error.reason)", at: error.offset ?? atom.offset)
    }
  }

  private mutating func parsed(_ bytes: [UInt8], in type: FourCC) throws(FormatError) -> [Atom] {
    // As if they were the content of an atom whose header ends where the places begin.
    var header = AtomHeader()
    header.type = type
    let start = Atom.firstDecompressedPlace
    let buffer = BytesRead(bytes, at: start)
    let outer = Atom(
      header, .bytes(buffer.bytes[...]), in: buffer, at: start - UInt64(header.length),
      claimedSize: nil)
    var found = split(bytes[...], of: outer)
    guard !found.atoms.isEmpty else { throw FormatError(.wrongKind("it holds no atom")) }
    var counter = PathComponentCounter(found.atoms)
    for index in found.atoms.indices {
      let component = counter.component(ofNext: found.atoms[index].type)
      parse(&found.atoms[index], in: AtomContext(), at: component)
    }
    return found.atoms
  }
}

extension AtomFile {
  /// Why the first atom in compressed form was not decompressed; nil if all were.
  var compressedAtomError: FormatError? {
    diagnostics.first { $0.rule == "compressed-atom" }.map {
      FormatError(
        .unsupported("the header is compressed, and cannot be read: \($0.message)"), path: $0.path,
        at: $0.offset)
    }
  }
}
