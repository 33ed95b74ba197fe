import MovKit

/// The NAL units of the first samples of a track: their place in the sample, their length, and what they
/// are.
struct PageUnits {
  typealias Unit = (offset: Int, length: Int, name: String)

  private(set) var samples: [[Unit]] = []
  /// Whether fewer samples are read than the track has.
  private(set) var isCut = false

  /// Reads the samples. Nil if the track has no NAL units.
  /// - Throws: `Failure.problem` if the file cannot be read.
  init?(of track: Track, _ path: FilePath) throws(Failure) {
    guard track.isNALCoded, let units = try? SampleUnits(of: track, path),
      let sequence = try? track.samples()
    else { return nil }
    var (bytes, count): (UInt64, Int) = (0, 0)
    for sample in sequence {
      bytes = bytes.addingClamping(sample.size)
      guard samples.count < PageLimits.samplesWithUnits, bytes <= PageLimits.bytesWithUnits else {
        isCut = true
        return
      }
      var found: [Unit] = []
      let problem = try units.forEach(of: sample) { (unit) throws(Failure) in
        count += 1
        if count <= PageLimits.units { found.append((unit.offset, unit.size, unit.plainName)) }
      }
      guard problem == nil, count <= PageLimits.units else {
        isCut = true
        return
      }
      samples.append(found)
    }
  }
}

extension SampleUnits.Unit {
  /// What the unit is, without its number.
  fileprivate var plainName: String {
    guard let header else { return "no header" }
    return header.typeName ?? "type \(header.type)"
  }
}

extension JSONWriter {
  mutating func member(_ name: String, units: PageUnits?) throws(Failure) {
    try key(name)
    guard let units else { return try null() }
    try beginObject()
    try member("first", 0)
    try key("samples")
    try beginArray()
    for sample in units.samples {
      try beginArray(inline: true)
      for unit in sample {
        try beginArray(inline: true)
        try value(unit.offset)
        try value(unit.length)
        try value(unit.name)
        try endArray()
      }
      try endArray()
    }
    try endArray()
    try endObject()
  }
}
