import Testing

@testable import MovKit

/// Points as ISO 6709 and as coordinates.
@Suite struct GeographicLocationTests {
  @Test(arguments: [
    ("+48.1372+011.5755+519.000/", "48.1372", "11.5755", "519"),
    ("-33.8688+151.2093/", "-33.8688", "151.2093", nil),
    ("+00.0000-000.0001-012.5/", "0", "-0.0001", "-12.5"),
    ("+27.5916+086.5640+8850CRSWGS_84/", "27.5916", "86.564", "8850"),
    // ISO 6709, annex H: degrees and minutes, and degrees, minutes and seconds.
    ("+4012.22-07500.25/", "40.203666667", "-75.004166667", nil),
    ("+401213.1-0750015.1+2.79/", "40.203638889", "-75.004194444", "2.79"),
    ("+90+180/", "90", "180", nil),
    ("+1.5+2.5", "1.5", "2.5", nil),
  ])
  func iso6709(text: String, latitude: String, longitude: String, altitude: String?) throws {
    let point = try #require(GeographicLocation(iso6709: text))
    #expect(point.latitude == latitude)
    #expect(point.longitude == longitude)
    #expect(point.altitude == altitude)
    #expect(GeographicLocation(iso6709: point.iso6709) == point)
  }

  @Test(arguments: [
    "", "+", "+48.1", "48.1+11.5/", "+90.1+000/", "+00+180.5/", "+4860-07500/", "+1+2+3+4/",
    "+1+2x", "+9999999999999999999999+1/", "+..+1/",
  ])
  func noISO6709(text: String) { #expect(GeographicLocation(iso6709: text) == nil) }

  @Test(arguments: [
    ("48.1372,11.5755", "+48.1372+011.5755/"),
    (" -1 , 2.123456789 , 5", "-01.0000+002.123456789+005.000/"),
    ("+0,-0", "+00.0000+000.0000/"),
  ])
  func coordinates(text: String, written: String) throws {
    #expect(try #require(GeographicLocation(coordinates: text)).iso6709 == written)
  }

  @Test(arguments: ["", "1", "1,2,3,4", "91,0", "0,181", "a,b", "1;2", "1,,2", "1e1,2"])
  func noCoordinates(text: String) { #expect(GeographicLocation(coordinates: text) == nil) }

  /// 3GPP stores degrees and metres as 16.16 fixed point, the nearest number.
  @Test func asset() throws {
    var location = AssetLocation()
    try location.set("+48.1372+011.5755-32768/")
    #expect(location.latitude.rawValue == 3_154_720 && location.longitude.rawValue == 758_612)
    #expect(location.altitude.rawValue == .min)
    try location.set("-00.0001-180/")
    #expect(location.latitude.rawValue == -7 && location.longitude.rawValue == -11_796_480)
    #expect(location.altitude.rawValue == 0)
    // The same place keeps what is known of it, and another does not.
    location.name = AssetString("Home")
    try location.set("-00.0001-180+12/")
    try location.set("-00.0001-180/")
    #expect(location.altitude.rawValue == 12 << 16 && location.name.string == "Home")
    try location.set("+01-180/")
    #expect(location.altitude.rawValue == 0 && location.name.string.isEmpty)
  }

  /// An altitude that does not fit is not made to fit, and nothing is changed.
  @Test(arguments: ["+1+2+32768/", "+1+2+99999/", "+1+2-32768.1/", "north"])
  func noAsset(text: String) {
    var location = AssetLocation()
    #expect(throws: FormatError.self) { try location.set(text) }
    #expect(location == AssetLocation())
  }
}
