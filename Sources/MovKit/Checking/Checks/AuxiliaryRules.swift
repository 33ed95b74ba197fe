/// Rules about information beside samples, such as that of encryption: `saiz`, `saio` and `senc`, in a
/// sample table or in a fragment.
struct AuxiliaryRules {
  /// The number of samples.
  let samples: UInt64
  /// The number of places that samples are stored in: chunks, or runs of a fragment.
  let places: UInt64
  /// What the places are called.
  let placeName: String

  /// The types of the atoms that the rules are about.
  static let types: [FourCC] = ["saiz", "saio", "senc"]

  /// Checks those of some atoms beside each other that are about samples. `path` is that of their parent.
  func run(_ atoms: [Atom], in path: @autoclosure () -> String, _ found: inout CheckFindings) {
    for (atom, component) in zip(atoms, atoms.pathComponents()) {
      var place: CheckPlace { CheckPlace(path: "\(path())/\(component)", offset: atom.offset) }
      switch atom.type {
      case "saiz":
        guard let sizes = try? atom.decode(SampleAuxSizes.self),
          UInt64(sizes.sampleCount) > samples
        else { continue }
        found.report(
          "auxiliary-size-count",
          "saiz has sizes for \(counted(sizes.sampleCount, "sample")) of \(samples)",
          at: place)
      case "saio":
        guard let offsets = try? atom.decode(SampleAuxOffsets.self) else { continue }
        let count = UInt64(offsets.entries.count)
        guard count > 1, count != places else { continue }
        found.report(
          "auxiliary-offset-count",
          "saio has \(counted(count, "offset")) for \(places) \(placeName)",
          at: place)
      case "senc":
        guard let encryption = try? atom.decode(SampleEncryption.self),
          !encryption.hasOwnParameters, encryption.sampleCount > 0,
          UInt64(encryption.sampleCount) != samples
        else { continue }
        found.report(
          "encryption-count",
          "senc describes \(counted(encryption.sampleCount, "sample")), but there \(samples == 1 ? "is" : "are") \(samples)",
          at: place)
      default: break
      }
    }
    checkSizes(atoms, in: path(), &found)
  }

  /// Checks that `saiz`, if it is about what is in `senc`, has its size.
  private func checkSizes(
    _ atoms: [Atom], in path: @autoclosure () -> String, _ found: inout CheckFindings
  ) {
    guard let index = atoms.firstIndex(where: { $0.type == "saiz" }),
      let senc = atoms.first(where: { $0.type == "senc" }),
      let encryption = try? senc.decode(SampleEncryption.self), !encryption.hasOwnParameters,
      encryption.version == 0,
      let sizes = try? atoms[index].decode(SampleAuxSizes.self),
      sizes.flags & SampleAuxSizes.hasAuxInfoType == 0
        || Atom.commonSchemes.contains(sizes.auxInfoType),
      sizes.sampleCount == encryption.sampleCount
    else { return }
    let constant = sizes.defaultSampleInfoSize
    let sum =
      constant > 0
      ? UInt64(constant) * UInt64(sizes.sampleCount) : sizes.sizes.reduce(0) { $0 + UInt64($1) }
    let there = encryption.data.bytes.count
    guard sum != UInt64(there) else { return }
    found.report(
      "encryption-size",
      "saiz gives the data in senc \(counted(sum, "byte")), and it has \(there)",
      at: CheckPlace(
        path: "\(path())/\(atoms.pathComponent(at: index))", offset: atoms[index].offset))
  }

  /// Whether some atoms beside each other have what encrypted samples need of their own. In Microsoft's PIFF, it is in
  /// an atom with a user type.
  static func haveVectors(_ atoms: [Atom]) -> Bool {
    atoms.contains { $0.type == "senc" || $0.type == "saiz" || $0.isPIFFSampleEncryption }
  }

  /// What is said of samples that `haveVectors` is false for.
  static func missingVectors(of count: Int, inTrack id: UInt32) -> String {
    counted(count, "sample", "of track \(id) needs a vector", "of track \(id) need vectors")
      + ", and there is neither senc nor saiz"
  }

  /// Checks that the offsets of `saio` are in the file and that the first, if it lies in `senc`, is that of its data.
  /// - Parameters:
  ///   - atoms: atoms beside each other.
  ///   - base: where offsets count from, in bytes from the start of the file.
  ///   - fileSize: the size of the file in bytes; nil if the offsets are those of another file.
  static func checkPlace(
    _ atoms: [Atom], from base: UInt64, in path: @autoclosure () -> String, fileSize: UInt64?,
    _ found: inout CheckFindings
  ) {
    if let fileSize {
      for (atom, component) in zip(atoms, atoms.pathComponents()) where atom.type == "saio" {
        guard let offsets = try? atom.decode(SampleAuxOffsets.self),
          offsets.flags & SampleAuxOffsets.hasAuxInfoType == 0
            || Atom.commonSchemes.contains(offsets.auxInfoType),
          let row = offsets.entries.first(where: { base.addingClamping($0.offset) >= fileSize })
        else { continue }
        found.report(
          "encryption-place",
          "saio points to byte \(base.addingClamping(row.offset)), and the file has only \(fileSize)",
          at: CheckPlace(path: "\(path())/\(component)", offset: atom.offset))
      }
    }
    guard atoms.contains(where: { $0.type == "saio" }),
      let senc = atoms.first(where: { $0.type == "senc" }), let start = senc.offset,
      let content = senc.contentOffset,
      (try? senc.decode(SampleEncryption.self))?.hasOwnParameters == false
    else { return }
    let data = content.addingClamping(SampleEncryption.dataOffset)
    for (atom, component) in zip(atoms, atoms.pathComponents()) where atom.type == "saio" {
      guard let first = try? atom.decode(SampleAuxOffsets.self).entries.first else { continue }
      let (place, overflow) = base.addingReportingOverflow(first.offset)
      guard !overflow, place >= start, place < start.addingClamping(senc.size), place != data else {
        continue
      }
      found.report(
        "encryption-place",
        "saio points to byte \(place), but the data of senc begins at byte \(data)",
        at: CheckPlace(path: "\(path())/\(component)", offset: atom.offset))
    }
  }

  init(samples: UInt64, places: UInt64, _ placeName: String) {
    self.samples = samples
    self.places = places
    self.placeName = placeName
  }

  /// The samples of a fragment of a track; nil if it has none of these atoms, or a run cannot be read.
  init?(traf: Atom) {
    guard Self.types.contains(where: { traf.first($0) != nil }) else { return nil }
    var samples: UInt64 = 0
    var runs: UInt64 = 0
    for trun in traf.all("trun") {
      guard let run = try? trun.decode(TrackFragmentRun.self) else { return nil }
      samples = samples.addingClamping(UInt64(run.samples.count))
      runs += 1
    }
    self.init(samples: samples, places: runs, runs == 1 ? "run of samples" : "runs of samples")
  }
}
