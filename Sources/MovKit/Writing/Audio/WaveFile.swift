/// A WAV file of uncompressed audio: RIFF, RF64 or BW64, with or without the additions for
/// broadcasting (Microsoft's RIFF; ITU-R BS.2088; EBU Tech 3285 and 3306).
package struct WaveFile: Sendable {
  package let format: LinearPCMFormat
  /// The range of the audio in the file: whole frames, as far as the file has them.
  package let dataRange: Range<UInt64>
  /// The time at which the audio begins, in samples since midnight (`bext`); nil if the file does
  /// not state it.
  package let timeReference: UInt64?

  /// A warning if the audio ends early because the file is truncated, or if there is none.
  package private(set) var diagnostics: [Diagnostic] = []

  package var frameCount: UInt64 {
    dataRange.length / UInt64(max(1, format.bytesPerFrame))
  }

  /// Whether a file begins like a WAV file.
  package static func isWave(_ source: any ByteSource) -> Bool {
    (try? WaveChunks(source)).flatMap { $0 } != nil
  }

  /// Throws if the file cannot be read, is no WAV file, or has compressed audio.
  package init(reading source: any ByteSource) throws(ReadingError) {
    func refuse(_ reason: String) -> ReadingError { .format(FormatError(.wrongKind(reason))) }
    func read(_ offset: UInt64, _ count: Int) throws(ReadingError) -> [UInt8] {
      do throws(IOError) { return try source.read(exactly: count, at: offset) } catch {
        throw .io(error)
      }
    }
    let start: WaveChunks?
    do throws(IOError) { start = try WaveChunks(source) } catch { throw .io(error) }
    guard var chunks = start else { throw refuse("this is not a WAV file") }
    func next() throws(ReadingError) -> WaveChunks.Chunk? {
      do throws(IOError) { return try chunks.next() } catch { throw .io(error) }
    }
    var format: LinearPCMFormat?
    var data: (range: Range<UInt64>, chunk: UInt64)?
    var reference: UInt64?
    var missing: Diagnostic?
    while let chunk = try next() {
      switch chunk.name {
      case "fmt ": format = try Self.format(try read(chunk.start, Int(min(chunk.size, 40))))
      case "bext":
        let count = Int(min(chunk.size, UInt64(BroadcastExtension.timeReferenceEnd)))
        reference =
          BroadcastExtension(try read(chunk.start, count)[...])?.timeReference ?? reference
      case "data":
        if chunk.declaredSize > chunk.size {
          missing = Diagnostic(
            "audio-cut", .warning,
            "the audio (data chunk) declares \(counted(chunk.declaredSize, "byte")), but only \(chunk.size) "
              + "follow, so it ends early", at: chunk.offset)
        }
        data = (chunk.start..<chunk.start + chunk.size, chunk.offset)
      default: break
      }
      if data != nil, format != nil, reference != nil { break }
    }
    let place = chunks.isFull ? " among its first \(WaveChunks.mostChunks) chunks" : ""
    guard let format else { throw refuse("the WAV file has no format (fmt chunk)\(place)") }
    guard let data else { throw refuse("the WAV file has no audio (data chunk)\(place)") }
    self.format = format
    let frame = UInt64(format.bytesPerFrame)
    let length = data.range.length
    dataRange = data.range.lowerBound..<data.range.upperBound - length % frame
    timeReference = reference
    if let missing { diagnostics.append(missing) }
    if dataRange.isEmpty, missing == nil {
      diagnostics.append(
        Diagnostic(
          "no-audio", .warning,
          length == 0
            ? "the WAV file has no audio: its data chunk is empty"
            : "the WAV file has no audio: its data chunk has \(counted(length, "byte")), and a frame \(frame)",
          at: data.chunk))
    }
  }

  private static func format(_ bytes: [UInt8]) throws(ReadingError) -> LinearPCMFormat {
    func refuse(_ reason: String) -> ReadingError { .format(FormatError(.unsupported(reason))) }
    guard bytes.count >= 16 else { throw refuse("the WAV file's format (fmt chunk) is truncated") }
    var tag = bytes.number(at: 0, bytes: 2)
    let channels = Int(bytes.number(at: 2, bytes: 2))
    let rate = UInt32(clamping: bytes.number(at: 4, bytes: 4))
    let bits = Int(bytes.number(at: 14, bytes: 2))
    var mask: UInt32 = channels == 1 ? 4 : channels == 2 ? 3 : 0
    if tag == 0xFFFE, bytes.count >= 40 {
      // The actual tag is at the start of a GUID.
      tag = bytes.number(at: 24, bytes: 2)
      mask = loudspeakers(
        UInt32(clamping: bytes.number(at: 20, bytes: 4)) & 0x3FFFF, of: channels)
    }
    guard tag == 1 || tag == 3, tag == 3 ? [32, 64].contains(bits) : (8...32).contains(bits) else {
      let isPCM = tag == 1 || tag == 3
      throw refuse(
        isPCM
          ? "WAV audio with \(counted(bits, "bit")) per sample is not supported"
          : "the WAV file's audio is compressed (format \(tag)); only uncompressed audio is supported"
      )
    }
    // Samples of 12 or 20 bits are the upper bits of whole bytes.
    let width = (bits + 7) / 8
    guard rate > 0, rate <= UInt32(Int32.max), channels > 0,
      bytes.number(at: 12, bytes: 2) == UInt64(channels * width)
    else { throw refuse("the WAV file's format (fmt chunk) is inconsistent") }
    return LinearPCMFormat(
      tag == 3 ? .float : width == 1 ? .unsigned : .signed, bits: width * 8, channels: channels,
      sampleRate: rate, channelMask: mask)
  }
}

/// Returns the loudspeakers of a WAV file, of which a layout has one for each channel. The highest bits are ignored
/// if there are more than channels; if there are fewer, some channels have no loudspeaker, and no layout says so
/// ("Multiple Channel Audio Data and WAVE Files", "dwChannelMask").
private func loudspeakers(_ mask: UInt32, of channels: Int) -> UInt32 {
  var mask = mask
  while mask.nonzeroBitCount > channels {
    mask &= ~(UInt32(1) << UInt32(31 - mask.leadingZeroBitCount))
  }
  return mask.nonzeroBitCount == channels ? mask : 0
}

extension [UInt8] {
  /// Returns a little-endian number. The bytes must exist.
  fileprivate func number(at index: Int, bytes: Int) -> UInt64 {
    self[index..<index + bytes].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

private func ~= (name: String, bytes: ArraySlice<UInt8>) -> Bool { bytes.elementsEqual(name.utf8) }

extension WaveFile {
  /// A feed of the audio, which begins at the movie's start.
  package struct Feed: SampleFeed {
    private let wave: WaveFile
    private let file: File
    private var frame: UInt64 = 0
    private static let framesAtOnce: UInt64 = 1 << 13

    /// `file` is the one that `wave` was read from.
    package init(_ wave: WaveFile, in file: File) {
      self.wave = wave
      self.file = file
    }

    /// The settings of the track to be written. Throws if the kind of file does not support such
    /// audio.
    package func settings(
      for type: MovieWriter.Options.FileType
    ) throws(FormatError) -> MovieWriter.TrackSettings {
      MovieWriter.TrackSettings(
        mediaType: .audio, timescale: wave.format.sampleRate,
        sampleDescriptions: [try wave.format.sampleDescription(type)])
    }

    package mutating func appendNext(to input: MovieWriter.Input) throws(WritingError) -> Bool {
      let count = min(Self.framesAtOnce, wave.frameCount - frame)
      guard count > 0 else { return false }
      let size = UInt64(wave.format.bytesPerFrame)
      let start = wave.dataRange.lowerBound + frame * size
      let scale = Int32(clamping: wave.format.sampleRate)
      let time = MediaTime(value: Int64(clamping: frame), timescale: scale)
      try input.append(
        samples: start..<start + count * size, of: file, ofSize: wave.format.bytesPerFrame,
        timing: SampleTiming(
          duration: MediaTime(value: 1, timescale: scale), presentationTime: time, decodeTime: time)
      )
      frame += count
      return true
    }
  }
}
