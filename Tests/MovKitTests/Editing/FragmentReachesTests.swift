import Testing

@testable import MovKit

/// A fragment that counts from its own start is not read again for a copy that has it with its media. Every
/// other one is.
@Suite struct FragmentReachesTests {
  /// A fragment of the video of `MovieBytes`, given the place of its `moof` and its size.
  typealias Maker = @Sendable (_ start: Int, _ size: Int) -> [UInt8]

  /// A kind of fragment. `end` is how far it reaches from its start, given the size of its `moof`; nil if
  /// that is not to be known.
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let content: Maker
    let end: (@Sendable (Int) -> Int)?

    var testDescription: String { name }

    func moof(at start: Int) -> [UInt8] {
      let size = atom("moof", content(start, 1000)).count
      return atom("moof", content(start, size))
    }
  }

  private static func trun(_ offset: Int?, count: UInt32 = 2) -> [UInt8] {
    let place = offset.map { u32(UInt32(bitPattern: Int32($0))) } ?? []
    return atom("trun", u32(offset == nil ? 0x200 : 0x201), u32(count), place, u32(5), u32(5))
  }

  private static func traf(_ flags: UInt32, _ fields: [UInt8] = [], _ more: [UInt8]...) -> [UInt8] {
    atom("traf", atom("tfhd", u32(flags), u32(1), fields), more.flatMap(\.self))
  }

  private static func saio(_ place: Int) -> [UInt8] {
    atom("saio", u32(0), u32(1), u32(UInt32(place)))
      + atom("saiz", u32(0), [4], u32(1))
  }

  static let kinds: [Kind] = [
    Kind(
      name: "default-base-is-moof",
      content: { _, size in traf(0x20000, [], trun(size + 8)) }, end: { $0 + 9 }),
    Kind(
      name: "first track without a base",
      content: { _, size in traf(0, [], trun(size + 8)) }, end: { $0 + 9 }),
    Kind(
      name: "two runs",
      content: { _, size in traf(0x20000, [], trun(size + 8), trun(size + 30)) }, end: { $0 + 31 }),
    Kind(
      name: "a run without a place",
      content: { _, _ in traf(0x20000, [], trun(nil)) }, end: { $0 }),
    Kind(
      name: "a track after the data of another",
      content: { _, size in traf(0, [], trun(size + 8)) + traf(0, [], trun(nil)) },
      end: { $0 + 9 }),
    Kind(
      name: "a base in the file",
      content: { start, size in traf(1, u64(UInt64(start)), trun(size + 8)) }, end: nil),
    Kind(name: "media before it", content: { _, _ in traf(0x20000, [], trun(-100)) }, end: nil),
    Kind(
      name: "auxiliary information in it",
      content: { _, size in traf(0x20000, [], trun(size + 8), saio(20)) }, end: { $0 + 9 }),
    Kind(
      name: "auxiliary information up to its end",
      content: { _, size in traf(0x20000, [], trun(size + 8), saio(size - 4)) }, end: { $0 + 9 }),
    Kind(
      name: "auxiliary information past its end",
      content: { _, size in traf(0x20000, [], trun(size + 8), saio(size - 3)) }, end: nil),
    Kind(
      name: "a run that is cut off",
      content: { _, size in
        traf(0x20000, [], trun(size + 8), atom("trun", u32(0x201), u32(9)))
      }, end: nil),
    Kind(
      name: "an item",
      content: { start, size in
        traf(0x20000, [], trun(size + 8))
          + atom(
            "meta", u32(0), handler("pict"),
            atom(
              "iloc", u32(0), u16(0x4400), u16(1), u16(1), u16(0), u16(1),
              u32(UInt32(start + size + 8)), u32(4)))
      }, end: nil),
    Kind(name: "no offset", content: { _, _ in atom("mfhd", u32(0), u32(1)) }, end: nil),
  ]

  private static func movie(_ kind: Kind) -> (bytes: [UInt8], moofs: [Range<Int>]) {
    var opening = MovieBytes()
    opening.videoDurations = []
    opening.timecodes = []
    opening.timecodeIDs = []
    opening.more = atom("mvex", atom("trex", u32(0), u32(1), u32(1), u32(100), u32(7), u32(0)))
    var bytes = opening.bytes
    var moofs: [Range<Int>] = []
    for _ in 0..<3 {
      let moof = kind.moof(at: bytes.count)
      moofs.append(bytes.count..<bytes.count + moof.count)
      bytes += moof + atom("mdat", (0..<50).map { UInt8($0) })
    }
    return (bytes, moofs)
  }

  @Test(arguments: kinds) func isKnown(_ kind: Kind) throws {
    let (bytes, moofs) = Self.movie(kind)
    let movie = try Movie(from: MemorySource(bytes))
    let reaches = MediaPlacement(movie).reaches
    let stored = movie.file.atoms.filter { $0.type == "moof" }
    #expect(stored.count == 3)
    for (atom, place) in zip(stored, moofs) {
      let end = kind.end.map { UInt64(place.lowerBound + $0(place.count)) }
      #expect(reaches.range(of: atom) == end.map { UInt64(place.lowerBound)..<$0 })
    }
  }

  /// Places do not say what they count from if the fragment is at the start of the file.
  @Test func atTheStartOfTheFile() throws {
    var file = Self.kinds[0].moof(at: 0)
    file += atom("mdat", zeros(50)) + Self.movie(Self.kinds[0]).bytes
    let movie = try Movie(from: MemorySource(file))
    let reaches = MediaPlacement(movie).reaches
    let stored = movie.file.atoms.filter { $0.type == "moof" }
    #expect(stored.map { reaches.range(of: $0) != nil } == [false, true, true, true])
  }

  /// The plan is the one that is made without what is known of fragments, and so is the answer for every
  /// damaged copy.
  @Test(arguments: kinds) func changesNothing(_ kind: Kind) throws {
    let (bytes, moofs) = Self.movie(kind)
    let source = MemorySource(bytes)
    for isFirst in [false, true] {
      var editor = MovieEditor(try Movie(from: source))
      try editor.setMetadata(.name(.title), to: "a title")
      let slow = Result { try editor.writePlan(fastStart: isFirst) }
      let reaches = MediaPlacement(editor.movie).reaches
      var taken = editor
      let fast = Result { try taken.takePlan(fastStart: isFirst, reaches) }
      guard let plan = try? fast.get(), let expected = try? slow.get() else {
        #expect((try? fast.get()) == nil && (try? slow.get()) == nil)
        continue
      }
      let copy = try plan.render(from: source)
      #expect(try expected.render(from: source) == copy)
      let moved = copy.count - bytes.count
      #expect(moved > 0)
      for place in moofs.flatMap(\.self) {
        var damaged = copy
        damaged[place + moved] ^= 1
        let answers = [reaches, .unknown].map { known in
          var expectation = CopyExpectation(editor, known)
          expectation.map = plan.sourceMap
          do {
            try expectation.check(MemorySource(damaged), against: source)
            return ""
          } catch { return "\(error)" }
        }
        #expect(answers[0] == answers[1], "byte \(place)")
      }
    }
  }
}
