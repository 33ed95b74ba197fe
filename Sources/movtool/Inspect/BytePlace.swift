import MovKit

/// What a byte of a file belongs to: atoms, fields, and the samples that have it.
struct BytePlace {
  /// A sample that has the byte.
  struct SamplePlace {
    let row: SampleRow
    /// The index of the sample in its track, from 0.
    let index: Int
    /// The byte, from the start of the sample.
    let byte: UInt64
    /// The NAL unit that has the byte, its number in the sample, and the byte in it; nil if it is in
    /// none, or the codec has none.
    let unit: (unit: SampleUnits.Unit, number: Int, byte: Int)?
  }

  /// The most samples and the most pointers that are reported; a byte can be in millions of both.
  static let mostSamples = 16

  let offset: UInt64
  /// The atoms that have the byte, the outermost first.
  let nodes: [AtomNode]
  /// The fields of the innermost atom that have the byte.
  let fields: [PlacedField]
  /// The fields that refer to a part of the file with the byte.
  let pointers: [FilePointer]
  /// The samples that have the byte.
  private(set) var samples: [SamplePlace] = []
  /// The number of all of them.
  private(set) var sampleCount = 0
  /// The items that have the byte.
  let items: [FileItems.Place]

  /// - Throws: `Failure.problem` if the file does not have the byte, or cannot be read.
  init(_ offset: UInt64, of file: InspectedFile) throws(Failure) {
    guard offset < file.source.size else {
      let size = file.source.size
      throw .problem(
        size == 0
          ? "the file is empty" : "the file has no byte \(offset); the last one is \(size - 1)",
        file: file.path)
    }
    self.offset = offset
    do throws(ReadingError) { nodes = try file.atoms.nodes(at: offset) } catch {
      throw .problem(error.advised(), file: file.path)
    }
    fields = nodes.last?.fields(in: offset..<offset + 1) ?? []
    pointers = file.atoms.pointers(to: offset, atMost: Self.mostSamples)
    items = FileItems(file.atoms)?.places(of: offset, atMost: Self.mostSamples) ?? []
    for track in file.movie?.tracks ?? [] { try find(in: track, of: file) }
  }

  private mutating func find(in track: Track, of file: InspectedFile) throws(Failure) {
    guard let movie = file.movie, let table = try? track.sampleTable() else { return }
    var found: [Int] = []
    for index in table.indexes(ofSamplesAt: offset) {
      if samples.count + found.count < Self.mostSamples { found.append(index) }
      sampleCount += 1
    }
    guard !found.isEmpty else { return }
    let reader = MovieReader(movie)
    guard let output = try? reader.addOutput(for: track) else { return }
    var rows = try SampleRows(of: output, in: movie, file.path)
    let units = try? SampleUnits(of: track, file.path)
    reader.startReading()
    for index in found {
      guard let sample = output.sample(at: index), sample.isInThisFile else {
        sampleCount -= 1
        continue
      }
      let byte = offset - sample.sample.offset
      samples.append(
        SamplePlace(
          row: rows.row(of: sample), index: index, byte: byte,
          unit: try units.flatMap { (units) throws(Failure) in
            try Self.unit(at: byte, of: sample, units)
          }))
    }
  }

  private static func unit(
    at byte: UInt64, of sample: SampleBuffer, _ units: SampleUnits
  ) throws(Failure) -> (unit: SampleUnits.Unit, number: Int, byte: Int)? {
    guard let byte = Int(exactly: byte) else { return nil }
    var found: (unit: SampleUnits.Unit, number: Int, byte: Int)?
    var number = 0
    _ = try units.forEach(of: sample) { (unit) throws(Failure) in
      if byte >= unit.offset, byte - unit.offset < unit.size {
        found = (unit, number, byte - unit.offset)
      }
      number += 1
    }
    return found
  }
}

extension FilePointer {
  /// The number of bytes that are meant; nil if it is not known, or all bytes that follow are.
  var knownLength: UInt64? { length == .max ? nil : length }
}
