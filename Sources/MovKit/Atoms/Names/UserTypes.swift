/// The kinds of `uuid` atoms, by the 16 bytes that name them.
enum UserTypes {
  /// Returns the name of a kind, or nil.
  static func name(of userType: Bytes) -> String? { names[uuidText(userType)] }

  private static let names: [String: String] = [
    "be7acfcb-97a9-42e8-9c71-999491e3afac": "XMP",
    "d8fec3d6-1b0e-483c-9297-5828877ec481": "C2PA Manifest Store",
    "ffcc8263-f855-4a93-8814-587a02521fdd": "Spherical Video",
    "a2394f52-5a9b-4f14-a244-6c427c648df4": "PIFF Sample Encryption",
    "8974dbce-7be7-4c51-84f9-7148f9882554": "PIFF Track Encryption",
    "d08a4f18-10f3-4a82-b6c8-32d8aba183d3": "PIFF Protection System Header",
    "6d1d9b05-42d5-44e6-80e2-141daff757b2": "Track Fragment Time (tfxd)",
    "d4807ef2-ca39-4695-8e54-26cb9e46a79f": "Following Fragments (tfrf)",
    "a5d40b30-e814-11dd-ba2f-0800200c9a66": "Smooth Streaming Manifest",
    "85c0b687-820f-11e0-8111-f4ce462b6a48": "Canon Metadata",
    "eaf42b5e-1c98-4b88-b9fb-b7dc406e4d16": "Canon Preview",
    "55534d54-21d2-4fce-bb88-695cfac9c740": "User Specific Metadata (USMT)",
    "50524f46-21d2-4fce-bb88-695cfac9c740": "Profile (PROF)",
    "6b6840f2-5f24-4fc5-ba39-a51bcf0323f3": "iPod Compatibility",
    "6d766d6c-a88c-11d4-8197-009027087703": "KDDI Movie Information (mvml)",
    "656e6369-a88c-11d4-8197-009027087703": "KDDI Encoder Information (enci)",
    "63706764-a88c-11d4-8197-009027087703": "KDDI Copy Guard (cpgd)",
  ]

  static let xmp = bytes("be7acfcb97a942e89c71999491e3afac")
  static let sphericalVideo = bytes("ffcc8263f8554a938814587a02521fdd")
  static let piffSampleEncryption = bytes("a2394f525a9b4f14a2446c427c648df4")
  static let piffTrackEncryption = bytes("8974dbce7be74c5184f97148f9882554")
  static let piffProtectionSystem = bytes("d08a4f1810f34a82b6c832d8aba183d3")
  static let fragmentTime = bytes("6d1d9b0542d544e680e2141daff757b2")
  static let followingFragments = bytes("d4807ef2ca3946958e5426cb9e46a79f")
  static let contentCredentials = bytes("d8fec3d61b0e483c92975828877ec481")
  static let canonMetadata = bytes("85c0b687820f11e08111f4ce462b6a48")
  static let canonPreview = bytes("eaf42b5e1c984b88b9fbb7dc406e4d16")
  static let profile = bytes("50524f4621d24fcebb88695cfac9c740")
  static let userMetadata = bytes("55534d5421d24fcebb88695cfac9c740")

  /// Returns the bytes of a literal of hexadecimal digits.
  private static func bytes(_ digits: StaticString) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in digits.description {
      let value = UInt8(clamping: character.hexDigitValue ?? 0)
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}

/// The bytes in the form of RFC 9562; plain hexadecimal digits if there are not 16 bytes.
func uuidText(_ bytes: Bytes) -> String {
  guard bytes.count == 16 else { return bytes.hexadecimalText }
  var rest = bytes
  return [4, 2, 2, 2, 6].map { count in
    defer { rest.removeFirst(count) }
    return rest.prefix(count).hexadecimalText
  }.joined(separator: "-")
}

/// The bytes that a text of `uuidText` gives; nil for any other text.
func uuidBytes(_ text: String) -> Bytes? {
  guard let bytes = FieldValue.text(text.filter { $0 != "-" }).givenBytes, uuidText(bytes) == text
  else { return nil }
  return bytes
}

extension Schema {
  /// The `uuid` atoms whose kind is known.
  static let userTypeRules: [Rule] = [
    .leaf(uuid: UserTypes.xmp, PlainText.self),
    .leaf(uuid: UserTypes.sphericalVideo, PlainText.self),
    .leaf(uuid: UserTypes.piffSampleEncryption, PIFFSampleEncryption.self),
    .leaf(uuid: UserTypes.piffTrackEncryption, PIFFTrackEncryption.self),
    .leaf(uuid: UserTypes.piffProtectionSystem, PIFFProtectionSystem.self),
    .leaf(uuid: UserTypes.fragmentTime, FragmentTime.self),
    .leaf(uuid: UserTypes.followingFragments, FollowingFragments.self),
    .parent(uuid: UserTypes.userMetadata),
    .leaf("MTDT", UserMetadata.self, .inside(["uuid"])),
  ]
}
