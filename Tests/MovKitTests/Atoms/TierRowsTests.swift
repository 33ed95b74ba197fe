import Testing

@testable import MovKit

/// Atoms that describe tiers, and sub-tracks by what they consist of, byte by byte.
@Suite struct TierRowsTests {
  @Test(arguments: tiers + subTracks) func valueBytesText(row: RecordExample) throws {
    try row.check()
  }

  static let tiers: [RecordExample] = [
    RecordExample(
      "tiri", "0002 53 e0 1e 00 0160 0120 60 1900",
      "tier_ID=2 profile_indication=83 profile_compatibility=224 level_indication=30 "
        + "visual_width=352 visual_height=288 discardable=1 constant_frame_rate=2 "
        + "frame_rate=6400",
      TierInformation.self
    ) {
      $0.tierID = 2
      $0.profileIndication = 83
      $0.profileCompatibility = 224
      $0.levelIndication = 30
      ($0.visualWidth, $0.visualHeight) = (352, 288)
      $0.discardable = 1
      $0.constantFrameRate = 2
      $0.frameRate = 6400
    },
    RecordExample(
      "tibr", "00000001 00000002 00000003 00000004 00000005 00000006",
      "base_bit_rate=1 max_bit_rate=2 avg_bit_rate=3 tier_base_bit_rate=4 "
        + "tier_max_bit_rate=5 tier_avg_bit_rate=6",
      TierBitRates.self
    ) {
      ($0.baseBitRate, $0.maxBitRate, $0.avgBitRate) = (1, 2, 3)
      ($0.tierBaseBitRate, $0.tierMaxBitRate, $0.tierAvgBitRate) = (4, 5, 6)
    },
    RecordExample(
      "svpr", "05 3f", "min_priority_ID=5 max_priority_ID=63", PriorityRange.self
    ) { ($0.minPriorityID, $0.maxPriorityID) = (5, 63) },
    RecordExample(
      "svdr", "2802 940f",
      "min_dependency_id=1 min_temporal_id=2 min_quality_id=2 max_dependency_id=4 "
        + "max_temporal_id=5 max_quality_id=15",
      LayerRange.self
    ) {
      ($0.minDependencyID, $0.minTemporalID, $0.minQualityID) = (1, 2, 2)
      ($0.maxDependencyID, $0.maxTemporalID, $0.maxQualityID) = (4, 5, 15)
    },
    RecordExample(
      "svip", "02 00 01 01 03", "sps_id_count=2 SPS_indices=[0, 1] pps_id_count=1 PPS_indices=[3]",
      TierParameterSets.self
    ) {
      $0.sequenceIndices = try Table([0, 1])
      $0.pictureIndices = try Table([3])
    },
    RecordExample(
      "ldep", "0002 0001 0203", "entry_count=2 dependency_tier_IDs=[1, 515]", TierDependencies.self
    ) { $0.tierIDs = try Table([1, 515]) },
    RecordExample(
      "buff", "0001 00000001 00000002 00000003 00000004 00000005",
      "operating_point_count=1 operating_points=[byte_rate=1 cpb_size=2 dpb_size=3 "
        + "init_cpb_delay=4 init_dpb_delay=5]",
      TierBuffering.self
    ) {
      var point = TierBuffering.Point()
      (point.byteRate, point.codedSize, point.decodedSize) = (1, 2, 3)
      (point.codedDelay, point.decodedDelay) = (4, 5)
      $0.points = try Table([point])
    },
    RecordExample(
      "rrgn that stays", "0001 00 0010 0020 0030 0040",
      "base_region_tier_ID=1 dynamic_rect=0 horizontal_offset=16 vertical_offset=32 "
        + "region_width=48 region_height=64",
      TierRegion.self
    ) {
      $0.baseTierID = 1
      ($0.horizontalOffset, $0.verticalOffset) = (16, 32)
      ($0.width, $0.height) = (48, 64)
    },
    RecordExample(
      "rrgn that changes", "0001 80", "base_region_tier_ID=1 dynamic_rect=1", TierRegion.self
    ) {
      $0.baseTierID = 1
      $0.isDynamic = 1
    },
    RecordExample(
      "iroi of a grid", "00 04 05", "iroi_type=0 grid_roi_mb_width=4 grid_roi_mb_height=5",
      RegionsOfInterest.self
    ) { ($0.gridWidth, $0.gridHeight) = (4, 5) },
    RecordExample(
      "iroi of a region", "40 000001 0000000a 02 03",
      "iroi_type=1 num_roi=1 regions=[top_left_mb=10 roi_mb_width=2 roi_mb_height=3]",
      RegionsOfInterest.self
    ) {
      $0.type = 1
      var region = RegionsOfInterest.Region()
      (region.topLeft, region.width, region.height) = (10, 2, 3)
      $0.regions = try Table([region])
    },
    RecordExample(
      "tran to one stream", "06 42e01e 000003e8 000001f4",
      "conversion_idc=1 cavlc_info_present_flag=1 cabac_info_present_flag=0 "
        + "cavlc={profile_level_idc=4382750 max_bitrate=1000 avg_bitrate=500}",
      TierTranscoding.self
    ) {
      $0.conversion = 1
      $0.hasCAVLC = 1
      $0.cavlc.profileLevel = 0x42_E01E
      $0.cavlc.maxBitRate = 1000
      $0.cavlc.avgBitRate = 500
    },
    RecordExample(
      "tran to two streams", "03 000001 00000002 00000003 000004 00000005 00000006",
      "conversion_idc=0 cavlc_info_present_flag=1 cabac_info_present_flag=1 "
        + "cavlc={profile_level_idc=1 max_bitrate=2 avg_bitrate=3} "
        + "cabac={profile_level_idc=4 max_bitrate=5 avg_bitrate=6}",
      TierTranscoding.self
    ) {
      ($0.hasCAVLC, $0.hasCABAC) = (1, 1)
      ($0.cavlc.profileLevel, $0.cavlc.maxBitRate, $0.cavlc.avgBitRate) = (1, 2, 3)
      ($0.cabac.profileLevel, $0.cabac.maxBitRate, $0.cabac.avgBitRate) = (4, 5, 6)
    },
  ]

  static let subTracks: [RecordExample] = [
    RecordExample(
      "sstl", "00000000 0001 2545 1b",
      "version=0 flags=0 item_count=1 layers=[dependency_id=1 quality_id=2 temporal_id=5 "
        + "priority_id=5 dependency_id_range=0 quality_id_range=1 temporal_id_range=2 "
        + "priority_id_range=3]",
      SubTrackLayers.self
    ) {
      var layer = SubTrackLayers.Layer()
      (layer.dependencyID, layer.qualityID, layer.temporalID, layer.priorityID) = (1, 2, 5, 5)
      (layer.qualityRange, layer.temporalRange, layer.priorityRange) = (1, 2, 3)
      $0.layers = try Table([layer])
    },
    RecordExample(
      "mstv", "00000000 0001 404c",
      "version=0 flags=0 item_count=1 views=[view_id=257 temporal_id=3]", SubTrackViews.self
    ) {
      var view = SubTrackViews.View()
      (view.viewID, view.temporalID) = (257, 3)
      $0.views = try Table([view])
    },
    RecordExample(
      "stmg", "00000000 0001 00000007",
      "version=0 flags=0 item_count=1 multiview_group_IDs=[7]", SubTrackViewGroups.self
    ) { $0.groupIDs = try Table([7]) },
    RecordExample(
      "stti", "00000000 0002 0001 0002", "version=0 flags=0 item_count=2 tier_IDs=[1, 2]",
      SubTrackTiers.self
    ) { $0.tierIDs = try Table([1, 2]) },
    RecordExample(
      "tstb", "00000000 0001 0105", "version=0 flags=0 item_count=1 tile_group_IDs=[261]",
      SubTrackTiles.self
    ) { $0.groupIDs = try Table([261]) },
  ]
}
