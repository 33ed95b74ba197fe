extension CheckRule {
  static let ofMetadata: [CheckRule] = [
    CheckRule(
      "metadata-key", .error, .metadata, "a metadata item has no key",
      why: "QuickTime File Format, \"Metadata Item List Atom\"", so: "readers cannot name the value"
    ),
    CheckRule(
      "user-data-text", .warning, .metadata,
      "what should be a text of user data has another size than it says, and is no text without it",
      why: "QuickTime File Format, \"User Data Text Strings and Language Codes\"",
      so: "programs show no text, or one with odd characters"),
    CheckRule(
      "location-form", .warning, .metadata, "a location is not written as ISO 6709 says",
      why: "QuickTime File Format, \"User Data Text\"; 3GPP TS 26.244; ISO 6709",
      so: "programs do not show the place"),
  ]
}
