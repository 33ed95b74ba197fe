/// `stpp` in `stsd`: subtitles in XML (ISO/IEC 14496-12, 12.6.3).
public struct XMLSubtitleDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The XML namespaces of the samples, separated by spaces.
  public var namespace = CString()
  /// The addresses of the XML schemas of those namespaces, separated by spaces. May be empty.
  public var schemaLocation = CString()
  /// The MIME types of further resources in the samples, such as images and fonts, separated by
  /// spaces. Empty if there are none.
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
  /// The MIME type of the compression that the samples have, such as `application/zip`. Empty if
  /// they are not compressed.
  public var contentEncoding = CString()
  /// The XML namespaces of the samples, separated by spaces.
  public var namespace = CString()
  /// The addresses of the XML schemas of those namespaces, separated by spaces. May be empty.
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

/// `mett`, `sbtt` and `stxt` in `stsd`: metadata, subtitles and text of a MIME type (ISO/IEC
/// 14496-12, 12.3.3, 12.6.3 and 12.5.3).
public struct MIMEDescription: Record {
  var reserved = Reserved()
  /// The entry of `dref` that says where the samples are, from 1.
  public var dataReferenceIndex: UInt16 = 1
  /// The MIME type of the compression that the samples have, such as `application/zip`. Empty if
  /// they are not compressed.
  public var contentEncoding = CString()
  /// The MIME type of the samples, with its parameters if it has any.
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
