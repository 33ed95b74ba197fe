import Testing

@testable import MovKit

/// The boxes of Motion JPEG 2000 and of other files of the JPEG 2000 family.
@Suite struct MotionJPEG2000RowsTests {
  @Test(arguments: rows) func valueBytesText(row: RecordExample) throws { try row.check() }

  static let rows: [RecordExample] = [
    RecordExample("jP", "0d0a870a", "signature=218793738", JPEG2000Signature.self) { _ in },
    RecordExample(
      "jp2p", "00000000 6d6a7032 6d6a3273",
      "version=0 flags=0 compatible_profiles=['mjp2', 'mj2s']", JPEG2000Profile.self
    ) { $0.compatibleProfiles = try Table(["mjp2", "mj2s"] as [FourCC], layout: FixedLayout()) },
    RecordExample(
      "jsub of 4:2:0", "02 02 01 01",
      "horizontal_sub=2 vertical_sub=2 horizontal_offset=1 vertical_offset=1",
      JPEG2000Subsampling.self
    ) {
      ($0.horizontal, $0.vertical) = (2, 2)
      ($0.horizontalOffset, $0.verticalOffset) = (1, 1)
    },
    RecordExample(
      "orfo of two fields", "02 06", "original_fieldcount=2 original_fieldorder=6",
      JPEG2000OriginalFormat.self
    ) { ($0.fieldCount, $0.fieldOrder) = (2, 6) },
    RecordExample(
      "rreq", "02 c000 8000 0002 0005 8000 0012 4000 0001 000102030405060708090a0b0c0d0e0f 2000",
      "mask_length=2 fully_understand_mask=<c000> decode_completely_mask=<8000> "
        + "standard_feature_count=2 standard_features=[standard_flag=5 standard_mask=<8000>, "
        + "standard_flag=18 standard_mask=<4000>] vendor_feature_count=1 "
        + "vendor_features=[vendor_feature=<000102030405060708090a0b0c0d0e0f> vendor_mask=<2000>]",
      JPEG2000ReaderRequirements.self
    ) {
      $0.maskSize = 2
      $0.fullyUnderstand = RawBytes(bytes: [0xC0, 0])
      $0.decodeCompletely = RawBytes(bytes: [0x80, 0])
      var (codestream, other) = (
        JPEG2000ReaderRequirements.StandardFeature(), JPEG2000ReaderRequirements.StandardFeature()
      )
      (codestream.feature, codestream.mask, codestream.maskSize) = (
        5, RawBytes(bytes: [0x80, 0]), 2
      )
      (other.feature, other.mask, other.maskSize) = (18, RawBytes(bytes: [0x40, 0]), 2)
      $0.standardFeatures = [codestream, other]
      var vendor = JPEG2000ReaderRequirements.VendorFeature()
      vendor.feature = RawBytes(bytes: Bytes(0..<16))
      (vendor.mask, vendor.maskSize) = (RawBytes(bytes: [0x20, 0]), 2)
      $0.vendorFeatures = [vendor]
    },
  ]
}
