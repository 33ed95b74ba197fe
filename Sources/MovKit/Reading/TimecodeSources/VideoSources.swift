extension TimecodeSourceFinder {
  /// The number of samples that are read until one has a label.
  private static let mostSamples = 8
  /// The number of samples after it that are read for their labels: they say how many pictures a label lasts.
  private static let mostLabels = 8
  /// The number of bytes of a sample that are read. Metadata comes before the picture.
  private static let mostOfSample = 1 << 18

  /// Finds the labels in the first pictures of H.264, HEVC, MPEG-2 video and DV.
  mutating func findVideoLabels() throws(IOError) {
    for track in movie.tracks(.video) {
      guard let description = track.sampleDescriptions.first else { continue }
      let configuration: CodecConfiguration?
      do throws(FormatError) {
        configuration = try CodecConfiguration(description: description)
      } catch {
        note(error, path: track.path)
        continue
      }
      if let configuration {
        try findMessages(in: track, configuration)
        continue
      }
      if description.mayBeDV {
        try findSubcode(in: track)
      } else if description.mayBeMPEG2 {
        try findGroupHeader(in: track)
      }
    }
  }

  private func source(_ kind: TimecodeSource.Kind, _ sample: SampleBuffer, at offset: Int = 0)
    -> TimecodeSource
  {
    let (place, overflow) = sample.sample.offset.addingReportingOverflow(
      UInt64(offset.magnitude))
    return TimecodeSource(
      kind, path: sample.track.path, trackID: sample.trackID, sampleIndex: sample.index,
      offset: overflow ? nil : place)
  }

  // MARK: MPEG-2 and DV

  private mutating func findGroupHeader(in track: Track) throws(IOError) {
    for sample in firstSamples(of: track, Self.mostSamples) {
      guard let bytes = try head(of: sample, most: Self.mostOfSample),
        let group = MPEG2GroupHeader(bytes)
      else { continue }
      var source = source(.mpeg2, sample, at: group.offset)
      if group.frameDuration == nil {
        source.assume("there is no sequence header; the rate of the track is used")
      }
      // The label is that of the picture that is shown first, if the movie shows it.
      let duration = group.frameDuration ?? track.exactFrame
      let begin =
        sample.presentationTime
        - (track.exactFrame ?? duration ?? .zero).multiplied(by: Int64(group.picturesBefore))
      if begin.isNumeric, begin >= .zero {
        source.add(group.label, at: begin, counting: duration)
      } else {
        source.add(
          group.label, at: sample.presentationTime, counting: duration,
          advancedBy: Int64(group.picturesBefore))
      }
      if group.label.timecode == Timecode(hours: 0, minutes: 0, seconds: 0, frames: 0) {
        source.notes.append("encoders that know no timecode count from 0")
      }
      found.append(source)
      return
    }
  }

  private mutating func findSubcode(in track: Track) throws(IOError) {
    for sample in firstSamples(of: track, Self.mostSamples) {
      guard let bytes = try head(of: sample, most: DVSubcode.needed),
        let subcode = DVSubcode(bytes)
      else { continue }
      var source = source(.dv, sample, at: subcode.offset)
      source.add(
        subcode.label, at: sample.presentationTime, counting: subcode.frameDuration)
      found.append(source)
      return
    }
  }

  // MARK: H.264 and HEVC

  private mutating func findMessages(
    in track: Track, _ configuration: CodecConfiguration
  ) throws(IOError) {
    var reader = LabelMessages(configuration)
    let duration = track.exactFrame ?? frameDuration
    let samples = firstSamples(of: track, Self.mostSamples + Self.mostLabels)
    for (index, sample) in samples.prefix(Self.mostSamples).enumerated() {
      guard let bytes = try head(of: sample, most: Self.mostOfSample) else { continue }
      reader.read(bytes)
      if let stamp = reader.stamp {
        var pictures = LabelledPictures(stamp.label, at: sample.presentationTime)
        for sample in samples[(index + 1)...].prefix(Self.mostLabels) {
          guard let bytes = try head(of: sample, most: Self.mostOfSample) else { continue }
          var next = reader.ofNextPicture
          next.read(bytes)
          if let label = next.stamp?.label { pictures.add(label, at: sample.presentationTime) }
        }
        var source = source(configuration.codec == .h264 ? .h264 : .hevc, sample)
        pictures.add(to: &source, counting: duration)
        found.append(source)
      }
      if let pack = reader.pack {
        if let label = pack.label {
          var source = source(.modifiedDVPack, sample)
          source.clock = pack.clock?.text
          source.add(label, at: sample.presentationTime, counting: duration)
          found.append(source)
        }
        if let clock = pack.clock {
          var source = source(.creationDate, sample)
          source.field = "MDPM"
          source.add(clock, at: sample.presentationTime, counting: duration)
          found.append(source)
        }
      }
      if reader.stamp != nil || reader.pack != nil { return }
    }
  }
}

/// What the SEI messages of a sample say of time.
private struct LabelMessages {
  let configuration: CodecConfiguration
  /// The VUI of the last sequence parameter set.
  private var usability: VideoUsability?
  private(set) var stamp: ClockTimestamp?
  private(set) var pack: ModifiedDVPack?

  /// The number of bytes of user data that are looked at. A pack has at most 1296.
  private static let mostOfMessage = 4096

  init(_ configuration: CodecConfiguration) {
    self.configuration = configuration
    for set in configuration.parameterSets.units(.sequence) { readSet(set) }
  }

  /// A reader of the next picture, for which the same parameter sets hold.
  var ofNextPicture: LabelMessages {
    var next = self
    (next.stamp, next.pack) = (nil, nil)
    return next
  }

  private mutating func readSet(_ unit: Bytes) {
    guard configuration.codec == .h264 else { return }
    usability = (try? AVCSequenceParameterSet(unit))?.usability ?? usability
  }

  /// Reads the units of a sample, which may be cut off.
  mutating func read(_ sample: Bytes) {
    let codec = configuration.codec
    guard
      var units = try? LengthPrefixedUnits(sample, lengthSize: configuration.lengthSize)
    else { return }
    while let unit = (try? units.next()).flatMap({ $0 }) {
      guard let header = NALUnitHeader(unit, codec: codec) else { continue }
      if header.parameterSet == .sequence { readSet(unit) }
      if header.isVCL { return }
      guard header.isSEI else { continue }
      SEIMessage.forEach(in: unit, codec: codec) { type, size, payload in
        switch (codec, type) {
        case (.h264, SEIMessage.pictureTiming) where stamp == nil:
          stamp = usability.flatMap { ClockTimestamp.first(inPictureTiming: payload, $0) }
        case (.hevc, ClockTimestamp.timeCodeMessage) where stamp == nil:
          stamp = ClockTimestamp.first(inTimeCode: payload)
        case (_, ModifiedDVPack.message) where pack == nil:
          var reader = payload
          let bytes = (0..<min(size, Self.mostOfMessage)).lazy
            .map { _ in try? reader.byte("user_data_payload_byte") }
            .prefix { $0 != nil }.compactMap(\.self)
          pack = ModifiedDVPack(Array(bytes))
        default: break
        }
        return stamp == nil || pack == nil
      }
    }
  }
}

extension Atom {
  /// In a sample description: whether its type is one of DV. Dolby Vision has types that begin alike,
  /// and a codec configuration.
  fileprivate var mayBeDV: Bool { type.bytes.starts(with: [0x64, 0x76]) }
}
