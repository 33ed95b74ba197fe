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

  public var phases: [Phase]
  /// The phase that makes the file mean something new. It is one write within one sector; before
  /// it the file means what it did, and after it what is wanted.
  public var commit: Int
  /// The last phase that only prepares: once it is flushed, everything new is in the file, and can
  /// be looked at before anything is decided. nil where nothing is prepared.
  public var preparation: Int?
  /// Bytes of the file before.
  public var originalSize: UInt64
  /// To how many bytes the file is cut behind the phase that decides; nil where it is not.
  public var cutSize: UInt64?

  public init(phases: [Phase], commit: Int, originalSize: UInt64) {
    self.phases = phases
    self.commit = commit
    self.originalSize = originalSize
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
  func setSize(_ size: UInt64) throws(IOError)
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
    case .unchanged: "\(error.reason); the movie is as it was"
    case .undecided: "\(error.reason); the movie is whole, as it was or as it was to be"
    case .changed: "\(error.reason); the movie is changed as it was to be, but space was not freed"
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
          try? target.setSize(originalSize)
          throw PatchError(error: error, state: .unchanged)
        }
        throw PatchError(error: error, state: index == commit ? .undecided : .changed)
      }
      guard index == commit, let cutSize else { continue }
      do throws(IOError) {
        try target.setSize(cutSize)
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
    let preparing = PatchPlan(
      phases: Array(phases[..<place]), commit: place, originalSize: originalSize)
    var deciding = PatchPlan(
      phases: Array(phases[place...]), commit: commit - place, originalSize: originalSize)
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
        + [["", "", "→ flushed: \(phase.effect)"]]
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
