/// The kind of auxiliary information of samples (ISO/IEC 14496-12, 8.7.8).
struct AuxiliaryKind: Hashable, Sendable {
  /// Nil if the atom does not state it.
  var type: FourCC?
  var parameter: UInt32 = 0
  /// Whether samples are decrypted with it: its type is that of an encryption scheme, or the type
  /// is absent and the track is protected (ISO/IEC 23001-7, 7.1).
  var isEncryption: Bool

  fileprivate init(type: FourCC?, parameter: UInt32 = 0, isProtected: Bool) {
    self.type = type
    self.parameter = parameter
    isEncryption = type.map { Atom.commonSchemes.contains($0) } ?? isProtected
  }

  fileprivate init<R: AuxiliaryRecord>(_ record: R, isProtected: Bool) {
    let statesType = record.flags & R.hasAuxInfoType != 0
    self.init(
      type: statesType ? record.auxInfoType : nil,
      parameter: statesType ? record.auxInfoTypeParameter : 0, isProtected: isProtected)
  }

  /// Returns a `saiz` with one size for all samples, or with a size for each.
  func sizes(_ sizes: [UInt8]) throws(FormatError) -> SampleAuxSizes {
    var record = head(SampleAuxSizes())
    if let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
      record.defaultSampleInfoSize = first
      record.sampleCount = UInt32(clamping: sizes.count)
    } else {
      record.sizes = try Table(sizes)
    }
    return record
  }

  func head<R: AuxiliaryRecord>(_ record: R) -> R {
    var record = record
    guard let type else { return record }
    record.flags = R.hasAuxInfoType
    record.auxInfoType = type
    record.auxInfoTypeParameter = parameter
    return record
  }

  /// Returns a `saio` for information that is all in one place.
  func offset(_ offset: UInt64) throws(FormatError) -> Atom {
    var record = head(SampleAuxOffsets())
    record.version = offset > UInt64(UInt32.max) ? 1 : 0
    record.entries = try Table([SampleAuxOffsets.Row(offset: offset)], layout: record.version)
    return try Atom("saio", record)
  }
}

/// The form in which a sample's auxiliary information says what is encrypted.
enum EncryptionForm: Sendable {
  /// There is no information: the sample is clear, or all of it is encrypted with an initialization
  /// vector of the track.
  case none
  /// An initialization vector only.
  case vector
  /// An initialization vector, which can be empty, and the parts of the sample that are encrypted.
  case parts
  /// The initialization vectors of several keys, and the parts of the sample with the key of each.
  case keys
}

/// The auxiliary information of one sample, of one kind.
struct SampleAuxiliary: Sendable {
  var bytes: Bytes
  /// `.none` if the information is not about encryption.
  var form = EncryptionForm.none
}

/// Reads one kind of auxiliary information of a track's samples, one after another.
struct AuxiliaryWalk: Sendable {
  let kind: AuxiliaryKind
  private struct Part {
    var count: Int
    var offset: UInt64
    var sizes: Sizes
  }
  private enum Sizes {
    case constant(UInt8)
    case table(Table<UInt8>, from: Int)
  }

  /// The parts of one container. There can be one for each chunk, so they are made when they are asked
  /// for.
  private enum Parts: Sequence {
    /// Samples without information. There can be a hundred thousand fragments of them.
    case empty(Int)
    indirect case one(Part)
    /// A part for each run of samples, in order: its offset relative to `base`, and which of the sizes
    /// are its.
    indirect case runs(
      SampleContainer.Units, SampleAuxOffsets, base: UInt64, sizes: SampleAuxSizes)

    func makeIterator() -> Iterator {
      switch self {
      case .empty(let count):
        Iterator(upcoming: Part(count: count, offset: 0, sizes: .constant(0)))
      case .one(let part): Iterator(upcoming: part)
      case .runs(let units, let offsets, let base, let sizes):
        Iterator(runs: Iterator.Runs(units.makeIterator(), offsets.entries, base, sizes))
      }
    }

    /// Goes through the parts.
    struct Iterator: IteratorProtocol, Sendable {
      /// The part that comes before those of the next run; nil if there is none.
      var upcoming: Part?
      var runs: Runs?

      struct Runs: Sendable {
        var units: SampleContainer.Units.Iterator
        let offsets: Table<SampleAuxOffsets.Row>
        let base: UInt64
        let sizes: SampleAuxSizes
        /// The row of the next run, and the index of its first sample.
        var row = 0
        var first = 0

        init(
          _ units: SampleContainer.Units.Iterator, _ offsets: Table<SampleAuxOffsets.Row>,
          _ base: UInt64, _ sizes: SampleAuxSizes
        ) {
          (self.units, self.offsets, self.base, self.sizes) = (units, offsets, base, sizes)
        }

        /// Returns the part of the samples of the next run that have information, and the number of those
        /// after them that have none.
        mutating func next() -> (part: Part, rest: Int)? {
          guard row < offsets.count, let unit = units.next() else { return nil }
          let constant = sizes.defaultSampleInfoSize
          let described = constant > 0 ? Int(clamping: sizes.sampleCount) : sizes.sizes.count
          let known = Swift.max(0, Swift.min(unit, described - first))
          defer {
            row += 1
            first += unit
          }
          let part = Part(
            count: known, offset: base &+ offsets[row].offset,
            sizes: constant > 0 ? .constant(constant) : .table(sizes.sizes, from: first))
          return (part, unit - known)
        }
      }

      mutating func next() -> Part? {
        if let part = upcoming.take() { return part }
        guard let (part, rest) = runs?.next() else { return nil }
        if rest > 0 { upcoming = Part(count: rest, offset: 0, sizes: .constant(0)) }
        return part
      }
    }
  }

  private var parts: [Parts] = []
  private let window: ReadWindow
  /// The path of the track.
  private let path: String
  /// The index of the container that is read next, the parts of the one that is read now, and the part
  /// with the next sample.
  private var container = 0
  private var rest: Parts.Iterator?
  private var part: Part?
  private var index = 0
  private var place: UInt64 = 0
  /// The size of an initialization vector in bytes, for each sample description.
  private let vectorSizes: [Int?]
  /// The group descriptions of type `seig`.
  private let encryptionGroups: SampleGroupDescriptions?
  /// The number of the group that the sample before was in, and its description; nil if that cannot be
  /// read.
  private var lastGroup: (number: UInt32, entry: SampleEncryptionGroupEntry?) = (0, nil)

  /// Returns a walk for every kind that the track has, encryption first. If another kind is
  /// damaged, it is skipped, and `report` gets the reason.
  ///
  /// Throws if the encryption information cannot be found, because the result could not be
  /// decrypted.
  static func all(
    of track: Track, in containers: [SampleContainer], groups: SampleGroupWalk?, from file: File,
    report: (FormatError) -> Void
  ) throws(FormatError) -> [AuxiliaryWalk] {
    var containers = containers
    if let senc = track.atom.first("senc"), !containers.isEmpty {
      containers[0].atom.children.append(senc)
    }
    let isProtected =
      track.protectionScheme != nil || containers.contains { $0.atom.first("senc") != nil }
    var kinds: [AuxiliaryKind] = []
    for container in containers {
      for saiz in container.atom.all("saiz") {
        let kind: AuxiliaryKind
        do throws(FormatError) {
          kind = AuxiliaryKind(try saiz.decode(SampleAuxSizes.self), isProtected: isProtected)
        } catch {
          guard !isProtected else { throw error }
          report(error)
          continue
        }
        guard !kinds.contains(kind), !kind.isEncryption else { continue }
        kinds.append(kind)
        guard kinds.count <= SampleContainer.mostKinds else {
          throw FormatError(
            .limit("more than \(SampleContainer.mostKinds) types of auxiliary information"),
            path: "saiz", at: saiz.offset)
        }
      }
    }
    var walks: [AuxiliaryWalk] = []
    // Once for all containers, which are as many as fragments.
    let vectorSizes = Self.vectorSizes(track)
    let vectorSize = vectorSizes.lazy.compactMap { $0 }.first
    let encryptionGroups = Self.encryptionGroups(track, groups)
    let found = try AuxiliaryWalk(containers, vectorSizes, encryptionGroups, file, track.path) {
      container throws(FormatError) in
      try encryption(in: container, isProtected, vectorSize)
    }
    if let found { walks.append(found) }
    for kind in kinds {
      do throws(FormatError) {
        let found = try AuxiliaryWalk(containers, vectorSizes, encryptionGroups, file, track.path) {
          container throws(FormatError) in
          try parts(of: kind, in: container, isProtected).map { (kind, $0) }
        }
        if let found { walks.append(found) }
      } catch { report(error) }
    }
    return walks
  }

  /// Nil if `find` finds nothing in any container.
  private init?(
    _ containers: [SampleContainer], _ vectorSizes: [Int?],
    _ encryptionGroups: SampleGroupDescriptions?, _ file: File, _ path: String,
    _ find: (SampleContainer) throws(FormatError) -> (kind: AuxiliaryKind, parts: Parts)?
  ) throws(FormatError) {
    window = ReadWindow(file, limit: 1 << 16)
    self.path = path
    self.vectorSizes = vectorSizes
    self.encryptionGroups = encryptionGroups
    var kind: AuxiliaryKind?
    for container in containers {
      guard let found = try find(container) else {
        var count = container.sampleCount
        if case .empty(let before) = parts.last {
          count += before
          parts.removeLast()
        }
        parts.append(.empty(count))
        continue
      }
      kind = kind ?? found.kind
      parts.append(found.parts)
    }
    guard let kind else { return nil }
    self.kind = kind
  }

  private static func vectorSizes(_ track: Track) -> [Int?] {
    track.sampleDescriptions.map { description in
      description.trackEncryption.map { Int($0.defaultPerSampleIVSize) }
    }
  }

  private static func encryptionGroups(
    _ track: Track, _ groups: SampleGroupWalk?
  ) -> SampleGroupDescriptions? {
    let changed = groups?.kinds.descriptions.first { $0.type == "seig" }?.atom
    return changed.flatMap { try? $0.decode(SampleGroupDescriptions.self) }
      ?? track.atom.descendant("mdia", "minf", "stbl")?.groupDescriptions(of: "seig")
  }

  private static func encryption(
    in container: SampleContainer, _ isProtected: Bool, _ vectorSize: Int?
  ) throws(FormatError) -> (kind: AuxiliaryKind, parts: Parts)? {
    for saiz in container.atom.all("saiz") {
      // `all` has already reported or refused what is damaged.
      guard let sizes = try? saiz.decode(SampleAuxSizes.self) else { continue }
      let kind = AuxiliaryKind(sizes, isProtected: isProtected)
      guard kind.isEncryption, let found = try parts(of: kind, in: container, isProtected) else {
        continue
      }
      return (kind, stored(sizes, found, vectorSize, container) ?? found)
    }
    guard let senc = container.atom.first("senc") else { return nil }
    return (
      AuxiliaryKind(type: nil, isProtected: true), try parts(of: senc, vectorSize, container)
    )
  }

  /// Returns the parts that `senc` has, if `saio` points elsewhere; nil if it does not, or if `senc` is not about
  /// the same samples. Some programs count `saio` from the fragment where `tfhd` says that it counts from the media;
  /// players read `senc`, and take no notice of it.
  private static func stored(
    _ sizes: SampleAuxSizes, _ found: Parts, _ vectorSize: Int?, _ container: SampleContainer
  ) -> Parts? {
    guard let senc = container.atom.first("senc"), let start = senc.contentOffset,
      let first = found.first(where: { _ in true }), first.offset != start + 8,
      case .one(let own)? = try? parts(of: senc, vectorSize, container),
      case .table(let stored, _) = own.sizes
    else { return nil }
    let constant = sizes.defaultSampleInfoSize
    let isSame =
      constant > 0
      ? sizes.sampleCount == stored.count && stored.allSatisfy { $0 == constant }
      : sizes.sizes.elementsEqual(stored)
    return isSame ? .one(own) : nil
  }

  private static func failure(
    _ reason: String, _ container: SampleContainer, isEncryption: Bool
  ) -> FormatError {
    FormatError(
      .unsupported(isEncryption ? "\(reason), so the result could not be decrypted" : reason),
      path: "\(container.atom.type)", at: container.offset)
  }

  private static func parts(
    of kind: AuxiliaryKind, in container: SampleContainer, _ isProtected: Bool
  ) throws(FormatError) -> Parts? {
    func fail(_ reason: String) -> FormatError {
      failure(reason, container, isEncryption: kind.isEncryption)
    }
    for saiz in container.atom.all("saiz") {
      guard let sizes = try? saiz.decode(SampleAuxSizes.self),
        AuxiliaryKind(sizes, isProtected: isProtected) == kind
      else { continue }
      for saio in container.atom.all("saio") {
        let offsets = try saio.decode(SampleAuxOffsets.self)
        if AuxiliaryKind(offsets, isProtected: isProtected) == kind {
          return try parts(of: container, sizes, offsets, fail)
        }
      }
      throw fail("saiz has no matching saio")
    }
    return nil
  }

  private static func parts(
    of container: SampleContainer, _ sizes: SampleAuxSizes, _ offsets: SampleAuxOffsets,
    _ fail: (String) -> FormatError
  ) throws(FormatError) -> Parts {
    var units = container.units
    if offsets.entries.count == 1 { units = .one(container.sampleCount) }
    let unitCount = units.reduce(0) { count, _ in count + 1 }
    guard offsets.entries.count == unitCount || container.sampleCount == 0 else {
      throw fail(
        "saio has \(counted(offsets.entries.count, "offset")) for \(counted(unitCount, "run")) of samples"
      )
    }
    guard let base = container.base else {
      throw fail("saio counts from the end of the samples of the traf before")
    }
    for (_, row) in zip(units, offsets.entries)
    where base.addingReportingOverflow(row.offset).overflow {
      throw fail("a saio offset exceeds 64 bits")
    }
    return .runs(units, offsets, base: base, sizes: sizes)
  }

  /// Reads the size of each sample's information from `senc`, when there is no `saiz`.
  private static func parts(
    of senc: Atom, _ vectorSize: Int?, _ container: SampleContainer
  ) throws(FormatError) -> Parts {
    func fail(_ reason: String) -> FormatError { failure(reason, container, isEncryption: true) }
    let record = try senc.decode(SampleEncryption.self)
    guard let vectorSize, let start = senc.contentOffset else {
      throw fail("senc does not state the size of its initialization vectors")
    }
    let bytes = record.data.bytes
    guard record.version == 0 else {
      throw fail("senc has version \(record.version), and no saiz and saio say where samples begin")
    }
    guard Int(clamping: record.sampleCount) == container.sampleCount else {
      throw fail("senc has \(counted(record.sampleCount, "sample")) of \(container.sampleCount)")
    }
    if vectorSize == 0, !record.hasRanges {
      return .empty(container.sampleCount)
    }
    let form = EncryptedSample.Form(
      version: 0, hasRanges: record.hasRanges, vectorSize: vectorSize)
    var sizes: [UInt8] = []
    var place = bytes.startIndex
    for _ in 0..<container.sampleCount {
      guard
        let end = form.end(ofSampleAt: place, in: bytes),
        let short = UInt8(exactly: end - place)
      else { throw fail("senc is cut off, or has more than 255 bytes for a sample") }
      sizes.append(short)
      place = end
    }
    return .one(
      Part(
        count: container.sampleCount, offset: start + SampleEncryption.dataOffset,
        sizes: .table(try Table(sizes), from: 0)))
  }

  /// Reads the information of the next sample, which can be empty.
  /// - Parameters:
  ///   - description: The index of the sample's description, from 0.
  ///   - group: The number of its group of type `seig`, from 1; 0 if it is in none.
  mutating func next(description: Int, group: UInt32) throws(WritingError) -> SampleAuxiliary {
    while part.map({ index >= $0.count }) ?? true {
      guard let next = nextPart() else { return SampleAuxiliary(bytes: []) }
      part = next
      index = 0
      place = next.offset
    }
    guard let part else { return SampleAuxiliary(bytes: []) }
    let size: Int
    switch part.sizes {
    case .constant(let all): size = Int(all)
    case .table(let sizes, let first):
      size = sizes.indices.contains(first + index) ? Int(sizes[first + index]) : 0
    }
    index += 1
    guard size > 0 else { return SampleAuxiliary(bytes: []) }
    guard place.addingClamping(UInt64(size)) <= window.size else {
      throw .format(
        FormatError(
          .unsupported(
            "the auxiliary information (saio) of its samples is said to be at byte \(place), and the file has only "
              + counted(window.size, "byte")), path: path))
    }
    let place = place
    let bytes = try io { () throws(IOError) in Array(try window.read(at: place, count: size)) }
    self.place += UInt64(size)
    return SampleAuxiliary(
      bytes: bytes[...],
      form: kind.isEncryption ? form(size, description: description, group: group) : .none)
  }

  private mutating func nextPart() -> Part? {
    while true {
      if let next = rest?.next() { return next }
      guard container < parts.count else { return nil }
      rest = parts[container].makeIterator()
      container += 1
    }
  }

  private mutating func form(_ size: Int, description: Int, group: UInt32) -> EncryptionForm {
    var vector = vectorSizes.indices.contains(description) ? vectorSizes[description] : nil
    if group != lastGroup.number {
      lastGroup = (group, encryptionGroups?.encryption(ofGroup: group))
    }
    if let own = lastGroup.entry {
      guard own.multiKeyFlag == 0 else { return .keys }
      vector = Int(own.key.vectorSize)
    }
    // If the file does not state the size, vectors have 8 or 16 bytes.
    return size == vector ?? (size <= 8 ? 8 : 16) ? .vector : .parts
  }
}

extension SampleGroupDescriptions {
  /// Returns what a group of samples is encrypted with; nil if there is no group of the number, which
  /// counts from 1, or its description cannot be read.
  fileprivate func encryption(ofGroup number: UInt32) -> SampleEncryptionGroupEntry? {
    let index = Int(number) - 1
    let bytes: Bytes
    if sizedEntries.indices.contains(index) {
      bytes = sizedEntries[index].description.bytes
    } else if sizedEntries.isEmpty, entries.indices.contains(index) {
      bytes = entries[index].description.bytes
    } else {
      return nil
    }
    var reader = Reader(bytes)
    var entry = SampleEncryptionGroupEntry()
    do { try entry.fields(&reader) } catch { return nil }
    return entry
  }
}
