/// `hdlr`: the kind of a media or of metadata, and the handler that interprets it
/// (ISO/IEC 14496-12, 8.4.3; QuickTime File Format, "Handler Reference Atoms").
public struct HandlerReference: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// QuickTime: `mhlr` for a media handler, `dhlr` for a data handler. ISO files have 0.
  public var componentType = FourCC(rawValue: 0)
  /// The kind of media or metadata: `vide`, `soun`, `tmcd`, …. ISO calls it `handler_type`.
  public var componentSubtype = FourCC(rawValue: 0)
  /// QuickTime: the manufacturer of the handler component. ISO files have 0.
  public var componentManufacturer = FourCC(rawValue: 0)
  /// QuickTime: flags of the handler component. ISO files have 0.
  public var componentFlags: UInt32 = 0
  /// QuickTime: the mask for `componentFlags`. ISO files have 0.
  public var componentFlagsMask: UInt32 = 0
  /// A name of the handler for people to read.
  public var componentName = PascalOrCString(bytes: [])

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f.code("component_type", &componentType, of: .handler)
    try f.code("component_subtype", &componentSubtype, of: .handler)
    try f("component_manufacturer", &componentManufacturer)
    try f.flags("component_flags", &componentFlags)
    try f.flags("component_flags_mask", &componentFlagsMask)
    // An empty name looks the same in both forms. QuickTime's handlers have a type, and counted names.
    let isEmpty = componentName.bytes.first == 0 && componentType.rawValue != 0
    try f.bytes("component_name", &componentName, count: nil)
    if isEmpty, !componentName.string.isEmpty {
      guard componentName.string.utf8.count <= PascalOrCString.longestCounted else {
        throw f.invalid(
          "component_name", "the value is not \(PascalOrCString.countedExpectation)")
      }
      componentName = PascalOrCString(pascal: componentName.string)
    }
  }
}
