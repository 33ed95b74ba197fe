/// Changes to a file in place, as plain data: phases of writes. The file is flushed after each
/// phase, so that the next one begins only when this one is on the medium.
package struct PatchPlan: Hashable, Sendable {
  /// Bytes to write at an offset.
  package struct Write: Hashable, Sendable {
    /// The offset in the file, in bytes.
    package var offset: UInt64
    package var content: Pieces
    /// What the bytes are, in words for people.
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

    /// The offset after the write; nil if it does not fit 64 bits.
    var end: UInt64? {
      return offset.adding(UInt64(content.count))
    }

    /// Whether the write is in more than one sector, so that the medium may keep a part of it and
    /// lose another: only single sectors are written whole.
    package var crossesSectors: Bool { PatchPlan.crossesSectors(content.count, at: offset) }
  }

  /// Writes that may reach the medium in any order.
  package struct Phase: Hashable, Sendable {
    package var writes: [Write]
    /// What the file is once the phase is flushed, in words for people.
    package var effect: String

    package init(_ writes: [Write], effect: String) {
      self.writes = writes
      self.effect = effect
    }
  }

  /// The number of bytes that media write as a whole, at least.
  package static let sector: UInt64 = 512

  /// Returns whether `count` bytes from `offset` on are in more than one sector.
  static func crossesSectors(_ count: Int, at offset: UInt64) -> Bool {
    offset / sector != (offset &+ UInt64(max(count, 1)) &- 1) / sector
  }

  package let phases: [Phase]
  /// The index of the phase that makes the file mean something new. It is one write within one
  /// sector: before it the file means what it meant, and after it what is wanted.
  package let commit: Int
  /// The index of the last phase that only prepares. Once it is flushed, all new data is in the
  /// file and can be checked before the change is committed. nil if nothing is prepared.
  package var preparation: Int?
  /// The size of the file before the plan, in bytes.
  package let originalSize: UInt64
  /// The size of the file after all writes, in bytes.
  package let changedSize: UInt64
  /// The size to which the file is cut after the phase that commits, in bytes; nil if it is not
  /// cut.
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
}

/// What a plan is carried out on: a file, or in tests a target that fails.
package protocol PatchTarget {
  /// Writes all the bytes from `offset` on.
  func write(_ pieces: Pieces, at offset: UInt64) throws(IOError)
  /// Returns when all that was written is on the medium.
  func flush() throws(IOError)
  /// Cuts the file to the lower bound of `sizes` if its size is in `sizes`. A file of another size
  /// was changed by another program, whose bytes stay.
  func cut(_ sizes: ClosedRange<UInt64>) throws(IOError)
}

/// Why a plan was not carried out, and what the file means now.
package struct PatchError: IdentifiedError, Equatable, Sendable {
  /// What the file means after the error.
  package enum State: Equatable, Sendable {
    /// As before: nothing that matters was written.
    case unchanged
    /// Either the old or the new content, whole in any case: the write that commits failed.
    case undecided
    /// As wanted: only the old space was not freed.
    case changed
  }

  /// The error that stopped the plan.
  package var error: IOError
  package var state: State

  package var id: String { error.id }

  package var description: String {
    switch state {
    // If another program has changed the file, nothing is known about it.
    case _ where error.kind == .changed: error.reason
    case .unchanged: "\(error.reason); the movie is unchanged"
    case .undecided: "\(error.reason); the movie is intact, either unchanged or fully changed"
    case .changed: "\(error.reason); the movie is fully changed, but old space was not freed"
    }
  }
}

extension PatchPlan {
  /// Carries the plan out, and cuts the file if the plan says so. If that fails before the file
  /// means something new, removes what was added at the end of the file.
  package func apply(to target: some PatchTarget) throws(PatchError) {
    for (index, phase) in phases.enumerated() {
      do throws(IOError) {
        for write in phase.writes { try target.write(write.content, at: write.offset) }
        try target.flush()
      } catch {
        guard index >= commit else {
          // Only before the commit: once that write was tried, cutting the file could destroy the
          // new movie.
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
  /// The plan in two parts: what prepares, and what commits. Each is carried out by itself, the
  /// second only after the first succeeded and the file was checked.
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
  /// The plan as text: a line per write with offset and length in bytes, and after each phase what
  /// the file is then. Each line ends with a newline.
  package var description: String {
    let rows = phases.flatMap { phase in
      phase.writes.map { ["\($0.offset)", "\($0.content.count)", $0.label] }
        + [["", "", "→ once flushed, the file is \(phase.effect)"]]
    }
    return alignedTable([["offset", "length", "what"]] + rows)
  }
}
