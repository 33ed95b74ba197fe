/// The labels of the first pictures of a video, by which is found how many pictures a label lasts: timecode of 25
/// frames a second on 50 pictures has each label twice (SMPTE ST 12-3).
struct LabelledPictures {
  /// The first picture that was read, whose label is that of the source.
  private let first: (label: EmbeddedLabel, time: MediaTime)
  /// All of them.
  private var pictures: [(label: EmbeddedLabel, time: MediaTime)]

  /// How many pictures a label may last.
  private static let lengths: [Int64] = [1, 2, 4]

  init(_ label: EmbeddedLabel, at time: MediaTime) {
    first = (label, time)
    pictures = [first]
  }

  mutating func add(_ label: EmbeddedLabel, at time: MediaTime) { pictures.append((label, time)) }

  /// Adds a run to a source. What the labels leave open is noted.
  /// - Parameter picture: How long a picture lasts; nil if that is not known.
  func add(to source: inout TimecodeSource, counting picture: MediaTime?) {
    guard let picture, picture > .zero, pictures.count > 1 else {
      return source.add(first.label, at: first.time, counting: picture)
    }
    for length in Self.lengths {
      guard let begin = beginning(ofLabelsLasting: length, pictures: picture) else { continue }
      let isWithin = begin < .zero
      source.add(
        first.label, at: isWithin ? first.time : begin, counting: picture.multiplied(by: length))
      if length > 1 { source.notes.append("each label lasts \(length) pictures") }
      if isWithin { source.assume("the first picture is not the first of its label") }
      return
    }
    source.add(first.label, at: first.time, counting: picture)
    source.assume(
      "the labels of the first pictures do not count on evenly, and only the first is read")
  }

  /// Returns when the label of the first picture begins, if each lasts `length` pictures; nil if some picture has
  /// another label then.
  private func beginning(ofLabelsLasting length: Int64, pictures picture: MediaTime) -> MediaTime? {
    guard
      let format = TimecodeFormat.counting(
        picture.multiplied(by: length), isDropFrame: first.label.isDropFrame ?? false)
    else { return nil }
    var labels: [(number: Int64, picture: Int64)] = []
    for (label, time) in pictures {
      // To the nearest picture: times are rounded to ticks.
      let place = (time - first.time).multiplied(
        by: MediaTime(value: 1, timescale: 1), over: picture
      )
      .converted(to: 1, rounding: .roundHalfAwayFromZero)
      guard let number = try? format.frameNumber(for: label.timecode), place.isNumeric,
        place.value.magnitude < 1 << 32
      else { return nil }
      labels.append((number, place.value))
    }
    for phase in 0..<length {
      let fits = labels.allSatisfy { number, place in
        let expected = labels[0].number + (place + phase).dividedDown(by: length)
        return format.withinDay(expected) == number
      }
      if fits { return first.time - picture.multiplied(by: phase) }
    }
    return nil
  }
}
