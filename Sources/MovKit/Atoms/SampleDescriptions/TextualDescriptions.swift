/// `stpp` in `stsd`: subtitles in XML (ISO/IEC 14496-12, 12.6.3).
public struct XMLSubtitleDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  public var namespace = CString()
  public var schemaLocation = CString()
  public var auxiliaryMIMETypes = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.terminated("namespace", &namespace)
    try f.terminated("schema_location", &schemaLocation)
    try f.terminated("auxiliary_mime_types", &auxiliaryMIMETypes)
    try f.children()
  }
}

/// `metx` in `stsd`: metadata in XML (ISO/IEC 14496-12, 12.3.3).
public struct XMLMetadataDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  public var contentEncoding = CString()
  public var namespace = CString()
  public var schemaLocation = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.terminated("content_encoding", &contentEncoding)
    try f.terminated("namespace", &namespace)
    try f.terminated("schema_location", &schemaLocation)
    try f.children()
  }
}

/// `mett`, `sbtt` and `stxt` in `stsd`: metadata, subtitles and text of a MIME type
/// (ISO/IEC 14496-12, 12.3.3, 12.5.3 and 12.6.3).
public struct MIMEDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  public var contentEncoding = CString()
  public var mimeFormat = CString()

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.reserved(&reserved, 6)
    try f("data_reference_index", &dataReferenceIndex)
    try f.terminated("content_encoding", &contentEncoding)
    try f.terminated("mime_format", &mimeFormat)
    try f.children()
  }
}
