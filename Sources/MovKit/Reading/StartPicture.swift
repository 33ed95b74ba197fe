extension Track {
  /// Returns a finding if the first picture of a sample, with which decoding is to begin, is predicted from others: the
  /// tables that say where decoding can begin are missing or wrong. Nil too if the codec's pictures are not known here,
  /// or cannot be read.
  /// - Parameters:
  ///   - sample: The sample that is taken first.
  ///   - source: Where its bytes are.
  ///   - consequence: What follows from it, after "so".
  package func findingOfStart(
    at sample: SampleTable.Sample, in source: some ByteSource, so consequence: String
  ) -> Diagnostic? {
    guard mediaType == .video, sampleDescriptions.indices.contains(sample.descriptionIndex),
      sample.size > 0
    else { return nil }
    let count = Int(clamping: min(sample.size, UInt64(FirstPicture.mostBytes)))
    guard let bytes = try? source.read(at: sample.offset, count: count),
      FirstPicture.needsOthers(bytes[...], sampleDescriptions[sample.descriptionIndex]) == true
    else { return nil }
    let although =
      sample.attachments.isEntryPoint
      ? ", although the movie says that it is" : ""
    return Diagnostic(
      "start-picture-predicted", .warning,
      "decoding begins with sample \(sample.index) of track \(id), which is no key frame\(although), so \(consequence)",
      path: path, at: sample.offset)
  }
}
