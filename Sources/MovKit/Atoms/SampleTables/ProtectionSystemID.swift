/// The UUID of a protection system, 16 bytes, as `pssh` has it.
public struct ProtectionSystemID: FieldBytes {
  /// The bytes of the UUID.
  public var bytes: Bytes
  public init(bytes: Bytes) { self.bytes = bytes }
  /// Creates a UUID of zeros.
  public init() { bytes = Bytes(repeating: 0, count: 16) }

  /// The name of the system, such as `Widevine`; nil if it is not known.
  public var name: String? { Self.names[uuidText(bytes)] }

  public var fieldValue: FieldValue { .meaning(.text(uuidText(bytes)), name: "system", text: name) }

  public var expectation: String? {
    "a UUID such as edef8ba9-79d6-4ace-a3c8-27dcd51d21ed, or the name of a system such as Widevine"
  }

  /// Returns the UUID that a text gives, or that of the system which a text names.
  public func taking(_ given: FieldValue, count: Int?) -> ProtectionSystemID? {
    guard let text = given.givenText else { return nil }
    let uuid = Self.names.first { $0.value == text }?.key ?? text
    return uuidBytes(uuid).map { ProtectionSystemID(bytes: $0) }
  }

  /// The systems that DASH-IF lists, by their UUIDs.
  private static let names: [String: String] = [
    "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b": "Common (W3C)",
    "9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
    "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine",
    "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay",
    "5e629af5-38da-4063-8977-97ffbd9902d4": "Marlin",
    "f239e769-efa3-4850-9c16-a903c6932efb": "Adobe Primetime",
    "adb41c24-2dbf-4a6d-958b-4457c0d27b95": "Nagra",
    "80a6be7e-1448-4c37-9e70-d5aebe04c8d2": "Irdeto",
    "9a27dd82-fde2-4725-8cbc-4234aa06ec09": "Verimatrix",
    "3d5e6d35-9b9a-41e8-b843-dd3c6e72c42c": "ChinaDRM",
    "e2719d58-a985-b3c9-781a-b030af78d30e": "ClearKey (DASH-IF)",
  ]
}
