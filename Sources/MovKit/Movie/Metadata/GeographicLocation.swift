/// A point on the earth, whose coordinates are decimal numbers as text, so that no digit is lost.
public struct GeographicLocation: Hashable, Sendable {
  /// The latitude in degrees, from -90 to 90; positive to the north.
  public let latitude: String
  /// The longitude in degrees, from -180 to 180; positive to the east.
  public let longitude: String
  /// The altitude in metres; nil if it is not given.
  public let altitude: String?

  /// The point that a text of ISO 6709 (annex H) says, such as `+48.1372+011.5755+519.000/`.
  ///
  /// Degrees with minutes, or with minutes and seconds, become decimal degrees, rounded to nine
  /// places. Nil if the text is none, or a coordinate is out of range.
  public init?(iso6709 text: String) {
    var rest = text.utf8[...]
    var numbers: [Decimal] = []
    while let number = Decimal(signed: &rest) { numbers.append(number) }
    // A name of the coordinate system may follow, and a slash.
    guard numbers.count == 2 || numbers.count == 3,
      rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.starts(with: "CRS".utf8)
    else { return nil }
    self.init(
      numbers[0].degrees(digits: 2), numbers[1].degrees(digits: 3), numbers.dropFirst(2).first)
  }

  /// The point that decimal numbers with commas between them say: latitude and longitude in degrees,
  /// and the altitude in metres if there is one. Nil if the text is none, or a number is out of range.
  public init?(coordinates text: String) {
    var numbers: [Decimal] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      var digits = part.utf8.drop { $0 == UInt8(ascii: " ") }
      while digits.last == UInt8(ascii: " ") { digits = digits.dropLast() }
      guard let number = Decimal(&digits), digits.isEmpty, numbers.count < 3 else { return nil }
      numbers.append(number)
    }
    guard numbers.count >= 2 else { return nil }
    self.init(numbers[0], numbers[1], numbers.dropFirst(2).first)
  }

  /// The point that `loci` says.
  init(_ location: AssetLocation) {
    func text(_ number: Fixed16x16) -> String {
      exactDecimal(Int64(number.rawValue), fractionBits: UInt64(Fixed16x16.fractionBits))
    }
    latitude = text(location.latitude)
    longitude = text(location.longitude)
    altitude = text(location.altitude)
  }

  private init?(_ latitude: Decimal?, _ longitude: Decimal?, _ altitude: Decimal?) {
    guard let latitude, let longitude, latitude.isAtMost(90), longitude.isAtMost(180) else {
      return nil
    }
    self.latitude = latitude.text
    self.longitude = longitude.text
    self.altitude = altitude?.text
  }

  /// The point as ISO 6709 writes it: degrees with at least four decimal places, and metres with at
  /// least three.
  public var iso6709: String {
    func text(_ number: String, whole: Int, fraction: Int) -> String {
      var digits = number.utf8[...]
      guard let decimal = Decimal(&digits) else { return "" }
      return decimal.padded(whole: whole, fraction: fraction)
    }
    return text(latitude, whole: 2, fraction: 4) + text(longitude, whole: 3, fraction: 4)
      + (altitude.map { text($0, whole: 3, fraction: 3) } ?? "") + "/"
  }
}

/// A decimal number as its digits.
private struct Decimal {
  var isNegative = false
  /// The digits before the point, without zeros at the front.
  var whole: Substring = ""
  /// The digits after the point, without zeros at the end.
  var fraction: Substring = ""
  /// How many digits were written before the point.
  var wholeDigits = 0

  /// A number that begins with a sign. It is taken off the text.
  init?(signed rest: inout Substring.UTF8View) {
    guard let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else {
      return nil
    }
    self.init(&rest)
  }

  /// A number with or without a sign. It is taken off the text.
  init?(_ rest: inout Substring.UTF8View) {
    func digits() -> Substring.UTF8View { rest.prefix { (0x30...0x39).contains($0) } }
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let before = digits()
    rest = rest.dropFirst(before.count)
    var after: Substring.UTF8View = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      after = digits()
      rest = rest.dropFirst(after.count)
    }
    guard !before.isEmpty || !after.isEmpty else { return nil }
    wholeDigits = before.count
    whole = Substring(before).drop { $0 == "0" }
    while after.last == 0x30 { after = after.dropLast() }
    fraction = Substring(after)
  }

  private init(isNegative: Bool, whole: Int, fraction: String) {
    self.isNegative = isNegative
    self.whole = whole == 0 ? "" : Substring("\(whole)")
    self.fraction = Substring(fraction.reversed().drop { $0 == "0" }.reversed())
  }

  /// The shortest text of the number.
  var text: String {
    let number = (whole.isEmpty ? "0" : String(whole)) + (fraction.isEmpty ? "" : "." + fraction)
    return isNegative && number != "0" ? "-" + number : number
  }

  /// The number with a sign and zeros up to these numbers of digits.
  func padded(whole wholeCount: Int, fraction fractionCount: Int) -> String {
    let before = String(repeating: "0", count: max(0, wholeCount - whole.utf8.count)) + whole
    let after =
      fraction + String(repeating: "0", count: max(0, fractionCount - fraction.utf8.count))
    return (isNegative ? "-" : "+") + before + "." + after
  }

  func isAtMost(_ limit: Int) -> Bool {
    guard whole.utf8.count < 9, let number = Int(whole.isEmpty ? "0" : whole) else { return false }
    return number < limit || number == limit && fraction.isEmpty
  }

  /// Degrees, if the number is degrees with minutes (two more digits than degrees have) or with
  /// minutes and seconds (four more); nil if it has other digits.
  func degrees(digits: Int) -> Decimal? {
    guard wholeDigits > digits else { return self }
    guard wholeDigits == digits + 2 || wholeDigits == digits + 4, fraction.utf8.count <= 12,
      let number = Int64(whole.isEmpty ? "0" : whole),
      let parts = Int64(fraction.isEmpty ? "0" : fraction)
    else { return nil }
    var scale: Int128 = 1
    for _ in 0..<fraction.utf8.count { scale *= 10 }
    let hasSeconds = wholeDigits == digits + 4
    let degrees = hasSeconds ? number / 10000 : number / 100
    let minutes = hasSeconds ? number / 100 % 100 : number % 100
    let seconds = hasSeconds ? number % 100 : 0
    guard minutes < 60, seconds < 60 else { return nil }
    // The last of these has the fraction.
    let unit: Int128 = hasSeconds ? 3600 : 60
    let units = Int128(
      hasSeconds ? (degrees * 60 + minutes) * 60 + seconds : degrees * 60 + minutes)
    let billionth: Int128 = 1_000_000_000
    let nanos =
      ((units * scale + Int128(parts)) * billionth * 2 + unit * scale) / (unit * scale * 2)
    let after = String(Int64(nanos % billionth))
    return Decimal(
      isNegative: isNegative, whole: Int(nanos / billionth),
      fraction: String(repeating: "0", count: 9 - after.utf8.count) + after)
  }
}
