import MovKit

/// Writes samples as CSV (RFC 4180). Columns are added at the end only, so that programs can rely on
/// their places.
struct SampleCSV: SampleForm {
  private let output: Output

  init(to output: Output) { self.output = output }

  func begin() throws(Failure) {
    try output.write(
      "sample,samples,key,dts,pts,duration,timescale,decoded_at,shown_at,timecode,size,position,chunk,"
        + "description,dependencies,groups,asked\r\n")
  }

  var further: @Sendable (Output) throws(Failure) -> any SampleForm { { SampleCSV(to: $0) } }

  /// Nothing is held back.
  func pass() {}

  /// Writes a row. CSV has no place for `units`.
  func write(_ row: SampleRow, isAsked: Bool, _ units: SampleUnits?) throws(Failure) {
    let sample = row.samples.sample
    try output.write { line in
      func end() { line.append(0x2C) }
      func add(_ number: some BinaryInteger) {
        line.append(decimal: UInt64(clamping: number))
        end()
      }
      func add(signed number: Int64) {
        line.append(decimal: UInt64(bitPattern: number), isSigned: true)
        end()
      }
      func add(_ text: String) {
        line.append(csvField: text)
        end()
      }
      func add(_ time: MediaTime?) {
        if let time, time.isNumeric {
          line.append(clock: time.value, per: UInt32(clamping: time.timescale))
        }
        end()
      }
      add(sample.index)
      add(row.samples.sampleCount)
      add(sample.isSync ? "key" : sample.attachments.isPartialSync ? "open" : "")
      add(signed: sample.decodeTime)
      add(signed: sample.presentationTime)
      add(sample.duration)
      add(row.samples.timescale)
      add(row.samples.decodeTime)
      add(row.shown?.start)
      add(row.timecode ?? "")
      add(row.samples.size)
      add(sample.offset)
      add(row.chunk)
      add(sample.descriptionIndex)
      add(sample.attachments.words ?? "")
      add(row.groups.listed)
      line.append(contentsOf: (isAsked ? "yes\r\n" : "\r\n").utf8)
    }
  }
}
