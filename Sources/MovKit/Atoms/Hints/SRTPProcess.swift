/// `srpp` in `srtp`: how the packets of a hint track are protected. Child atoms, `schm` and `schi`, say more
/// (ISO/IEC 14496-12, `SRTPProcessBox`). A code of four spaces means that something else decides.
public struct SRTPProcess: Record {
  public var version: UInt8 = 0
  public var flags: UInt32 = 0
  /// How RTP packets are encrypted, such as `ACM1`; `ENUL` if they are not.
  public var rtpEncryption: FourCC = "    "
  /// How RTCP packets are encrypted.
  public var rtcpEncryption: FourCC = "    "
  /// How the integrity of RTP packets is protected, such as `SHM2`; `ANUL` if it is not.
  public var rtpIntegrity: FourCC = "    "
  /// How the integrity of RTCP packets is protected.
  public var rtcpIntegrity: FourCC = "    "

  public init() {}

  public mutating func fields(_ f: inout some FieldCoder) throws(FormatError) {
    try f.version(&version, upTo: 0, flags: &flags)
    try f("encryption_algorithm_rtp", &rtpEncryption)
    try f("encryption_algorithm_rtcp", &rtcpEncryption)
    try f("integrity_algorithm_rtp", &rtpIntegrity)
    try f("integrity_algorithm_rtcp", &rtcpIntegrity)
    try f.children()
  }
}
