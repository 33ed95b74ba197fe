/// Changes to a file where it stands, as plain data: phases of writes, after each of which the file
/// is flushed, so that the next begins only when this one is on the medium.
public struct PatchPlan: Hashable, Sendable {
  public struct Write: Hashable, Sendable {
    /// Bytes from the start of the file.
    public var offset: UInt64
    public var content: Pieces
    /// What the bytes are, for people.
    public var label: String

    public init(at offset: UInt64, _ content: Pieces, label: String) {
      self.offset = offset
      self.content = content
      self.label = label
    }

    public init(at offset: UInt64, _ bytes: [UInt8], label: String) {
      self.init(at: offset, Pieces(bytes), label: label)
    }

    /// The content in one array.
    public var bytes: [UInt8] { content.bytes }

    /// Where the write ends; nil beyond 64 bits.
    var end: UInt64? {
      let (end, overflow) = offset.addingReportingOverflow(UInt64(content.count))
      return overflow ? nil : end
    }

    /// Whether the medium can keep a part of the write and lose another: sectors are written whole.
    public var crossesSectors: Bool { PatchPlan.crossesSectors(content.count, at: offset) }
  }

  public struct Phase: Hashable, Sendable {
    public var writes: [Write]
    /// What holds once the phase is flushed, for people.
    public var effect: String

    public init(_ writes: [Write], effect: String) {
      self.writes = writes
      self.effect = effect
    }
  }

  /// The least that media write as a whole, in bytes.
  public static let sector: UInt64 = 512

  /// Whether so many bytes lie in more than one sector.
  static func crossesSectors(_ count: Int, at offset: UInt64) -> Bool {
    offset / sector != (offset &+ UInt64(max(count, 1)) &- 1) / sector
  }

  public let phases: [Phase]
  /// The phase that makes the file mean something new. It is one write within one sector; before
  /// it the file means what it did, and after it what is wanted.
  public let commit: Int
  /// The last phase that only prepares: once it is flushed, everything new is in the file, and can
  /// be looked at before anything is decided. nil where nothing is prepared.
  public var preparation: Int?
  /// Bytes of the file before.
  public let originalSize: UInt64
  /// Bytes of the file once all is written.
  public let changedSize: UInt64
  /// To how many bytes the file is cut behind the phase that decides; nil where it is not.
  public var cutSize: UInt64?

  public init(phases: [Phase], commit: Int, originalSize: UInt64) {
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
  public var bytesWritten: Int {
    phases.reduce(0) { $0 + $1.writes.reduce(0) { $0 + $1.content.count } }
  }
}

/// What a plan is carried out on: a file, or in tests one that fails.
public protocol PatchTarget {
  func write(_ pieces: Pieces, at offset: UInt64) throws(IOError)
  /// Returns when all that was written is on the medium.
  func flush() throws(IOError)
  /// Cuts a file that ends within `sizes` to the first of them. One that ends elsewhere was changed
  /// by somebody else, whose bytes stay.
  func cut(_ sizes: ClosedRange<UInt64>) throws(IOError)
}

/// Why a plan was not carried out, and what the file means now.
public struct PatchError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum State: Equatable, Sendable {
    /// As before; nothing that matters was written.
    case unchanged
    /// One or the other, whole in any case: the write that decides failed.
    case undecided
    /// As wanted; only space was not freed.
    case changed
  }

  public var error: IOError
  public var state: State

  public var description: String {
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
  public func apply(to target: some PatchTarget) throws(PatchError) {
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
  public var divided: (preparing: PatchPlan, deciding: PatchPlan) {
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
  public var description: String {
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
