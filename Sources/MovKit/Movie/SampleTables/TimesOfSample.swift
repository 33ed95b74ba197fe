extension SampleTable {
  /// When a sample is decoded and shown, in ticks.
  struct Times: Sendable {
    var decode: Int64
    var duration: UInt64
    /// What is added to the decode time to get the composition time.
    var offset: Int32

    /// The composition time. Sums past 64 bits, which only damaged tables have, wrap around.
    var presentation: Int64 { decode.addingReportingOverflow(Int64(offset)).partialValue }
  }
}
