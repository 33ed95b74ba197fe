import MovKit

/// One thing that a policy asks of a movie.
struct CheckRequirement: Sendable {
  private enum Wanted {
    case timecode(Bool)
    case start(String)
    case dropFrame(Bool)
    /// Nil: the name of the file.
    case reel(String?)
    case codecs([String])
    case audioCodecs([String])
    case frameRates([FrameRate])
    case sizes([String])
    case sampleRates([Int])
    case channels([Int])
    case brands([String])
  }

  private let wanted: Wanted

  /// Reads a member of `require`.
  init(_ name: String, _ value: JSONValue) throws(CheckPolicy.Problem) {
    switch name {
    case "timecode": wanted = .timecode(try Self.flag(name, value))
    case "start": wanted = .start(try Self.text(name, value))
    case "dropFrame": wanted = .dropFrame(try Self.flag(name, value))
    case "reel":
      let text = try Self.text(name, value)
      wanted = .reel(text == "file-name" ? nil : text)
    case "codec": wanted = .codecs(try Self.texts(name, value))
    case "audioCodec": wanted = .audioCodecs(try Self.texts(name, value))
    case "frameRate":
      var rates: [FrameRate] = []
      for text in try Self.texts(name, value) {
        guard let rate = FrameRate(text) else {
          throw CheckPolicy.Problem("\"frameRate\": \(text.quoted) is not a rate")
        }
        rates.append(rate)
      }
      wanted = .frameRates(rates)
    case "size": wanted = .sizes(try Self.texts(name, value))
    case "sampleRate": wanted = .sampleRates(try Self.numbers(name, value))
    case "channels": wanted = .channels(try Self.numbers(name, value))
    case "brand": wanted = .brands(try Self.texts(name, value))
    default: throw CheckPolicy.Problem("\"require\" has no member \(name.quoted)")
    }
  }

  private static func flag(_ name: String, _ value: JSONValue) throws(CheckPolicy.Problem) -> Bool {
    guard let flag = value.flag else {
      throw CheckPolicy.Problem("\(name.quoted): expected true or false")
    }
    return flag
  }

  private static func text(_ name: String, _ value: JSONValue) throws(CheckPolicy.Problem) -> String
  {
    guard let text = value.text else {
      throw CheckPolicy.Problem("\(name.quoted): expected a text")
    }
    return text
  }

  /// One text or number, or several in an array.
  private static func texts(_ name: String, _ value: JSONValue) throws(CheckPolicy.Problem)
    -> [String]
  {
    let texts = (value.elements ?? [value]).map { item -> String? in
      if case .number(let digits) = item.content { digits } else { item.text }
    }
    guard !texts.isEmpty, !texts.contains(nil) else {
      throw CheckPolicy.Problem("\(name.quoted): expected a text or an array of texts")
    }
    return texts.compactMap { $0 }
  }

  private static func numbers(_ name: String, _ value: JSONValue) throws(CheckPolicy.Problem)
    -> [Int]
  {
    let numbers = (value.elements ?? [value]).map { $0.integer(Int.self) }
    guard !numbers.isEmpty, !numbers.contains(nil) else {
      throw CheckPolicy.Problem("\(name.quoted): expected a whole number or an array of them")
    }
    return numbers.compactMap { $0 }
  }

  /// The rule of the finding.
  var rule: String {
    switch wanted {
    case .timecode: "policy-timecode"
    case .start: "policy-start"
    case .dropFrame: "policy-drop-frame"
    case .reel: "policy-reel"
    case .codecs: "policy-codec"
    case .audioCodecs: "policy-audio-codec"
    case .frameRates: "policy-frame-rate"
    case .sizes: "policy-size"
    case .sampleRates: "policy-sample-rate"
    case .channels: "policy-channels"
    case .brands: "policy-brand"
    }
  }

  /// Returns what is not as it should be; nil if it is.
  func complaint(_ clip: Clip, _ movie: Movie) -> String? {
    switch wanted {
    case .timecode(let isWanted):
      guard (clip.timecode != nil) != isWanted else { return nil }
      return isWanted ? "the movie has no timecode" : "the movie has timecode"
    case .start(let label):
      let start = clip.timecode?.first
      return start == label
        ? nil : "the timecode starts at \(start ?? "nothing") and not at \(label)"
    case .dropFrame(let isWanted):
      guard let isDrop = clip.isDropFrame else { return "the movie has no timecode" }
      return isDrop == isWanted ? nil : "the timecode \(isDrop ? "drops" : "does not drop") frames"
    case .reel(let name):
      let stem = String(decoding: Self.stem(of: clip.file), as: UTF8.self)
      let expected = name ?? stem
      let reel = clip.reel
      return reel == expected
        ? nil : "the reel is \(reel?.quoted ?? "missing") and not \(expected.quoted)"
    case .codecs(let types):
      return Self.complaint("codec", clip.video?.codec.map { "\($0.format)" }, types)
    case .audioCodecs(let types):
      return Self.complaint("audio codec", clip.audio?.codec.map { "\($0.format)" }, types)
    case .frameRates(let rates):
      guard let rate = clip.rate else { return "the frame rate is not known" }
      // The numbers of a policy have 32 bits.
      let fits = rates.contains {
        UInt128($0.numerator) * UInt128(rate.denominator)
          == UInt128($0.denominator) * UInt128(rate.numerator)
      }
      if fits, rate.isConstant { return nil }
      return "the frame rate is \(rate.numerator)/\(rate.denominator)"
        + (rate.isConstant ? "" : " on average")
    case .sizes(let sizes):
      return Self.complaint("size", clip.size.map { "\($0.width)x\($0.height)" }, sizes)
    case .sampleRates(let rates):
      guard let audio = clip.audio else {
        let wanted = rates.map { "\($0)" }.joined(separator: " or ")
        return "there is no audio with a sampling rate of \(wanted)"
      }
      let rate = audio.audio?.sampleRate ?? 0
      return rates.contains { Double($0) == rate } ? nil : "the sampling rate is \(rate)"
    case .channels(let counts):
      return counts.contains(clip.channels) ? nil : "there are \(clip.channels) audio channels"
    case .brands(let brands):
      return Self.complaint("major brand", movie.majorBrand.map { "\($0)" }, brands)
    }
  }

  private static func complaint(_ what: String, _ value: String?, _ allowed: [String]) -> String? {
    if let value, allowed.contains(value) { return nil }
    return
      "the \(what) is \(value?.quoted ?? "missing") and not \(allowed.joined(separator: " or "))"
  }

  private static func stem(of path: FilePath) -> ArraySlice<UInt8> {
    let name = path.lastComponent[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name[...]
    }
    return name[..<dot]
  }
}
