extension Option where Value == Int {
  /// The option `--quanta`: how many frames of timecode a second has, which can differ from the rate.
  static func quanta() -> Option {
    .number(
      "--quanta", in: 1...255,
      help: "Timecode frames per second (default: the rate rounded to a whole number)")
  }
}
