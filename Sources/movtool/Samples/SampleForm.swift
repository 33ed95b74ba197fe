import MovKit

/// A form in which rows of samples are listed.
protocol SampleForm {
  /// Writes a row, with the NAL units of the sample if `units` is not nil.
  mutating func write(_ row: SampleRow, isAsked: Bool, _ units: SampleUnits?) throws(Failure)

  /// Passes all rows on to the output.
  mutating func pass() throws(Failure)

  /// Returns the same form for rows that follow those that were written, in another output. They can be
  /// written in another thread.
  var further: @Sendable (Output) throws(Failure) -> any SampleForm { get }
}

extension SampleListing {
  /// Writes all rows in a form. Many rows are written by several threads if each is about one sample of
  /// the media.
  mutating func write(
    in form: inout some SampleForm, with units: SampleUnits?, to output: Output
  ) throws(Failure) {
    guard let first = try next() else { return }
    try form.write(first, isAsked: isAsked(first), units)
    if units == nil, let blocks {
      try form.pass()
      let (samples, rows, further) = (samples, rows, form.further)
      return try blocks.write(to: output) { (block, output) throws(Failure) in
        var (samples, rows, form) = (samples.makeIterator(), rows, try further(output))
        samples.seek(to: block.indexes.lowerBound)
        for _ in block.indexes {
          guard let sample = samples.next() else { break }
          try form.write(rows.row(of: sample), isAsked: false, nil)
        }
        try form.pass()
      }
    }
    while let row = try next() { try form.write(row, isAsked: isAsked(row), units) }
    try form.pass()
  }
}
