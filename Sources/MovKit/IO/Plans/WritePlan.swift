/// The content of a file to be written, as plain data: bytes of its own, and ranges of a source.
///
/// It may also contain ranges of further sources. They are identified by their number in a list
/// that is passed to whatever carries out the plan.
///
/// A plan can be shown, checked and rendered without a disk; `OutputFile.write` carries it out.
package struct WritePlan: Hashable, Sendable {
  /// One run of the output.
  package enum Step: Hashable, Sendable {
    /// These bytes.
    case bytes(Pieces, label: String)
    /// This range of the source, in bytes.
    case copy(Range<UInt64>, label: String)
    /// This range of another source, in bytes. The other sources are numbered from 0.
    case copyOther(Int, Range<UInt64>, label: String)

    /// The number of bytes that the step adds to the output.
    package var size: UInt64 {
      switch self {
      case .bytes(let bytes, _): UInt64(bytes.count)
      case .copy(let range, _), .copyOther(_, let range, _): range.length
      }
    }

    /// What the run is, in words for people: `moov`, `media data`.
    package var label: String {
      switch self {
      case .bytes(_, let label), .copy(_, let label), .copyOther(_, _, let label): label
      }
    }
  }

  /// The runs, in the order of the output.
  package var steps: [Step]

  package init(steps: [Step] = []) { self.steps = steps }

  /// The size of the output in bytes. A sum that does not fit 64 bits is `UInt64.max`, which no
  /// file system accepts.
  package var size: UInt64 { steps.reduce(0) { $0.addingClamping($1.size) } }

  /// Whether all copied bytes have the same offset in the output as in the source, and nothing is
  /// copied from other sources.
  var keepsPlaces: Bool {
    zip(rows, steps).allSatisfy { row, step in
      switch step {
      case .bytes: true
      case .copy(let range, _): range.lowerBound == row.offset
      case .copyOther: false
      }
    }
  }

  /// Returns the offset in the output of the source's byte `sourceOffset`; nil if it is left out.
  /// For many offsets, get `sourceMap` once and use that.
  package func destination(of sourceOffset: UInt64) -> UInt64? {
    sourceMap.destination(of: sourceOffset)
  }

  /// Returns the whole output in memory.
  /// - Throws: `IOError` if a range is outside its source.
  package func render(
    from source: some ByteSource, others: [any ByteSource] = []
  ) throws(IOError) -> [UInt8] {
    var output: [UInt8] = []
    func copy(_ range: Range<UInt64>, of source: any ByteSource) throws(IOError) {
      guard let count = Int(exactly: range.length) else {
        throw IOError(.copy, nil, .tooLarge)
      }
      output += try source.read(exactly: count, at: range.lowerBound)
    }
    for step in steps {
      switch step {
      case .bytes(let pieces, _): output += pieces.bytes
      case .copy(let range, _): try copy(range, of: source)
      case .copyOther(let number, let range, _): try copy(range, of: others[number])
      }
    }
    return output
  }
}

extension WritePlan: CustomStringConvertible {
  /// One line of the plan as it is shown, with offset and length in bytes.
  package struct Row: Hashable, Sendable {
    package var offset: UInt64
    package var length: UInt64
    /// The offset in the source; nil if the bytes are not from the source.
    package var source: UInt64?
    package var label: String
  }

  /// The plan as a table, one row per step.
  package var rows: [Row] {
    var offset: UInt64 = 0
    return steps.map { step in
      defer { offset = offset.addingClamping(step.size) }
      var source: UInt64?
      if case .copy(let range, _) = step { source = range.lowerBound }
      return Row(offset: offset, length: step.size, source: source, label: step.label)
    }
  }

  /// The plan as aligned text: offset and length in the output, offset in the source or `new`, and
  /// the label. Each line ends with a newline.
  package var description: String {
    alignedTable(
      [["offset", "length", "from", "what"]]
        + rows.map {
          ["\($0.offset)", "\($0.length)", $0.source.map { "\($0)" } ?? "new", $0.label]
        })
  }
}
