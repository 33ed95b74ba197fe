/// Changes to a file where it stands, as plain data: phases of writes, after each of which the file
/// is flushed, so that the next begins only when this one is on the medium.
package struct PatchPlan: Hashable, Sendable {
  package struct Write: Hashable, Sendable {
    /// Bytes from the start of the file.
    package var offset: UInt64
    package var content: Pieces
    /// What the bytes are, for people.
    package var label: String

    package init(at offset: UInt64, _ content: Pieces, label: String) {
      self.offset = offset
      self.content = content
      self.label = label
    }

    package init(at offset: UInt64, _ bytes: [UInt8], label: String) {
      self.init(at: offset, Pieces(bytes), label: label)
    }

    /// The content in one array.
    package var bytes: [UInt8] { content.bytes }

    /// Where the write ends; nil beyond 64 bits.
    var end: UInt64? {
      let (end, overflow) = offset.addingReportingOverflow(UInt64(content.count))
      return overflow ? nil : end
    }

    /// Whether the medium can keep a part of the write and lose another: sectors are written whole.
    package var crossesSectors: Bool { PatchPlan.crossesSectors(content.count, at: offset) }
  }

  package struct Phase: Hashable, Sendable {
    package var writes: [Write]
    /// What holds once the phase is flushed, for people.
    package var effect: String

    package init(_ writes: [Write], effect: String) {
      self.writes = writes
      self.effect = effect
    }
  }

  /// The least that media write as a whole, in bytes.
  package static let sector: UInt64 = 512

  /// Whether so many bytes lie in more than one sector.
  static func crossesSectors(_ count: Int, at offset: UInt64) -> Bool {
    offset / sector != (offset &+ UInt64(max(count, 1)) &- 1) / sector
  }

  package let phases: [Phase]
  /// The phase that makes the file mean something new. It is one write within one sector; before
  /// it the file means what it did, and after it what is wanted.
  package let commit: Int
  /// The last phase that only prepares: once it is flushed, everything new is in the file, and can
  /// be looked at before anything is decided. nil where nothing is prepared.
  package var preparation: Int?
  /// Bytes of the file before.
  package let originalSize: UInt64
  /// Bytes of the file once all is written.
  package let changedSize: UInt64
  /// To how many bytes the file is cut behind the phase that decides; nil where it is not.
  package var cutSize: UInt64?

  package init(phases: [Phase], commit: Int, originalSize: UInt64) {
    let ends = phases.lazy.flatMap(\.writes).map { $0.end ?? .max }
    self.init(
      phases, commit, sizes: originalSize...ends.reduce(originalSize) { max($0, $1) })
  }

  private init(_ phases: [Phase], _ commit: Int, sizes: ClosedRange<UInt64>) {
    self.phases = phases
    self.commit = commit
    originalSize = sizes.lowerBound
    changedSize = sizes.upperBound
  }

  /// Bytes that are written in all.
  package var bytesWritten: Int {
    phases.reduce(0) { $0 + $1.writes.reduce(0) { $0 + $1.content.count } }
  }
}

/// What a plan is carried out on: a file, or in tests one that fails.
package protocol PatchTarget {
  func write(_ pieces: Pieces, at offset: UInt64) throws(IOError)
  /// Returns when all that was written is on the medium.
  func flush() throws(IOError)
  /// Cuts a file that ends within `sizes` to the first of them. One that ends elsewhere was changed
  /// by somebody else, whose bytes stay.
  func cut(_ sizes: ClosedRange<UInt64>) throws(IOError)
}

/// Why a plan was not carried out, and what the file means now.
package struct PatchError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum State: Equatable, Sendable {
    /// As before; nothing that matters was written.
    case unchanged
    /// One or the other, whole in any case: the write that decides failed.
    case undecided
    /// As wanted; only space was not freed.
    case changed
  }

  package var error: IOError
  package var state: State

  package var description: String {
    switch state {
    // Of a file that somebody else has changed nothing is known.
    case _ where error.kind == .changed: error.reason
    case .unchanged: "\(error.reason); the movie is unchanged"
    case .undecided: "\(error.reason); the movie is intact, either unchanged or fully changed"
    case .changed: "\(error.reason); the movie is fully changed, but old space was not freed"
    }
  }
}

extension PatchPlan {
  /// Carries the plan out, and cuts the file where the plan says so. When that fails before the
  /// file means something new, what was added at its end is taken away again.
  package func apply(to target: some PatchTarget) throws(PatchError) {
    for (index, phase) in phases.enumerated() {
      do throws(IOError) {
        for write in phase.writes { try target.write(write.content, at: write.offset) }
        try target.flush()
      } catch {
        guard index >= commit else {
          // After the decisive write has been tried, cutting the file could cut the new movie off.
          try? target.cut(originalSize...changedSize)
          throw PatchError(error: error, state: .unchanged)
        }
        throw PatchError(error: error, state: index == commit ? .undecided : .changed)
      }
      guard index == commit, let cutSize else { continue }
      do throws(IOError) {
        try target.cut(cutSize...changedSize)
        try target.flush()
      } catch { throw PatchError(error: error, state: .changed) }
    }
  }
}

extension PatchPlan {
  /// The plan in two: what prepares, and what decides. Each is carried out by itself, the second one
  /// only where the first was and the file has been looked at.
  package var divided: (preparing: PatchPlan, deciding: PatchPlan) {
    let place = preparation.map { $0 + 1 } ?? 0
    let sizes = originalSize...changedSize
    let preparing = PatchPlan(Array(phases[..<place]), place, sizes: sizes)
    var deciding = PatchPlan(Array(phases[place...]), commit - place, sizes: sizes)
    deciding.cutSize = cutSize
    return (preparing, deciding)
  }
}

extension PatchPlan: CustomStringConvertible {
  /// The plan as text: a line a write, with offset and length in bytes, and behind each phase what
  /// then holds. Each line ends in a newline.
  package var description: String {
    let rows = phases.flatMap { phase in
      phase.writes.map { ["\($0.offset)", "\($0.content.count)", $0.label] }
        + [["", "", "→ once flushed, the file is \(phase.effect)"]]
    }
    let table = [["offset", "length", "what"]] + rows
    let widths = (0..<2).map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      let numbers = zip(row, widths).map { cell, width in
        String(repeating: " ", count: width - cell.count) + cell
      }
      return (numbers + [row[2]]).joined(separator: "  ") + "\n"
    }.joined()
  }
}
