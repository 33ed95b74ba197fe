/// Rules about the file type, and about what a file of its brands may have.
struct BrandRules {
  let file: AtomFile
  let movie: Movie?

  func run(_ found: inout CheckFindings) {
    checkType(&found)
    checkOrder(&found)
  }

  private func checkType(_ found: inout CheckFindings) {
    guard let position = file.atoms.firstIndex(where: { $0.type == "ftyp" }) else {
      if file.storedMovie != nil {
        found.report("ftyp-missing", "the file has no file type (ftyp)", at: .file)
      }
      return
    }
    let atom = file.atoms[position]
    let place = CheckPlace(path: "ftyp", offset: atom.offset)
    if let before = file.atoms[..<position].first(where: { Self.late.contains($0.type) }) {
      found.report("ftyp-late", "ftyp comes after \(before.type)", at: place)
    }
    guard let type = try? atom.decode(FileType.self) else { return }
    if type.majorBrand.rawValue != 0, !type.compatibleBrands.contains(type.majorBrand) {
      found.report(
        "brand-major", "the major brand \(type.majorBrand) is not among the compatible brands",
        at: place)
    }
  }

  private static let late: Set<FourCC> = ["moov", "mdat", "moof", "meta"]

  /// A header, and one in compressed form.
  private static let headers: Set<FourCC> = ["moov", "!mov"]

  private func checkOrder(_ found: inout CheckFindings) {
    guard let moov = file.atoms.firstIndex(where: { Self.headers.contains($0.type) }) else {
      return
    }
    let before = file.atoms[..<moov].filter { $0.type == "mdat" }
    let media = before.reduce(UInt64(0)) { $0.addingClamping($1.size - UInt64($1.headerSize)) }
    guard media > 0 else { return }
    found.report(
      "moov-last", "moov comes after \(counted(media, "byte")) of media",
      at: CheckPlace(path: "\(file.atoms[moov].type)", offset: file.atoms[moov].offset))
  }
}
