extension Schema {
  private static let hintFormats: [FourCC] = ["rtp ", "srtp", "rrtp", "rsrp", "rtcp", "prtp"]

  /// The atoms of hint tracks, and of the delivery of files.
  static let hintRules: [Rule] =
    hintFormats.map { .parent($0, HintDescription.self, .inside(["stsd"])) } + [
      .parent("fdp ", FileDeliveryDescription.self, .inside(["stsd"])),
      .leaf("tims", RTPTimescale.self, .inside(hintFormats + ["fdp "])),
      .leaf("tsro", RTPOffset.self, .inside(hintFormats + ["fdp "])),
      .leaf("snro", RTPOffset.self, .inside(hintFormats + ["fdp "])),
      .leaf("tssy", RTPTimeSynchrony.self, .inside(hintFormats)),
      .parent("srpp", SRTPProcess.self, .inside(["srtp"])),
      .leaf("rssr", ReceivedSource.self, .inside(hintFormats)),
      .parent("hnti", Container.self, .inside(["udta"])),
      .leaf("sdp ", SessionDescription.self, .inside(["hnti"])),
      .leaf("rtp ", MovieSessionDescription.self, .inside(["hnti"])),
      .parent("hinf", Container.self, .inside(["udta"])),
      .leaf("tmin", HintTime.self, .inside(["hinf"])),
      .leaf("tmax", HintTime.self, .inside(["hinf"])),
      .leaf("maxr", HintMaximumRate.self, .inside(["hinf"])),
      .leaf("payt", HintPayload.self, .inside(["hinf"])),
      .parent("fiin", FileDeliveryItems.self, .inside(["meta"])),
      .parent("paen", Container.self, .inside(["fiin"])),
      .leaf("fpar", FilePartition.self, .inside(["paen"])),
      .leaf("fecr", SymbolReservoir.self, .inside(["paen"])),
      .leaf("fire", SymbolReservoir.self, .inside(["paen"])),
      .leaf("segr", SessionGroups.self, .inside(["fiin"])),
      .leaf("gitn", GroupNames.self, .inside(["fiin"])),
    ]
    + (["totl", "npck", "tpay", "pmax", "dmax"] as [FourCC]).map {
      .leaf($0, HintCount.self, .inside(["hinf"]))
    }
    + (["trpy", "nump", "tpyl", "dmed", "dimm", "drep"] as [FourCC]).map {
      .leaf($0, LargeHintCount.self, .inside(["hinf"]))
    }
}
