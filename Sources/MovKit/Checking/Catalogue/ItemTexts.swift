extension CheckRule {
  static let ofItems: [CheckRule] = [
    CheckRule(
      "item-handler", .error, .items, "the handler of the items is not pict",
      why: "ISO/IEC 23008-12, 6.2", so: "readers find no pictures", only: [.heif]),
    CheckRule(
      "item-brand", .error, .items, "no brand of pictures is among the brands",
      why: "ISO/IEC 23008-12, 10.2; AV1 Image File Format, 6",
      so: "readers do not recognize the file",
      only: [.heif]),
    CheckRule(
      "item-primary", .error, .items, "the primary item does not exist",
      why: "ISO/IEC 23008-12, 6.2", so: "readers do not know which picture to show", only: [.heif]),
    CheckRule(
      "item-location", .error, .items, "the bytes of an item are outside the file or its idat",
      why: "ISO/IEC 14496-12, 8.11.3", so: "the item cannot be read"),
    CheckRule(
      "item-data-missing", .error, .items, "a picture has no bytes (iloc)",
      why: "ISO/IEC 14496-12, 8.11.3; ISO/IEC 23008-12, 6.6", so: "the picture cannot be shown",
      only: [.heif]),
    CheckRule(
      "item-id", .error, .items, "several items have one ID",
      why: "ISO/IEC 14496-12, 8.11.6", so: "programs find one of them where the other is meant"),
    CheckRule(
      "item-size-missing", .error, .items, "a picture does not say its size (ispe)",
      why: "ISO/IEC 23008-12, 6.5.3; libheif#1349", so: "strict readers refuse the picture",
      only: [.heif]),
    CheckRule(
      "item-configuration-missing", .error, .items,
      "a picture lacks the configuration of its codec",
      why:
        "ISO/IEC 23008-12, B.2.3; ISO/IEC 15444-16; AV1 Image File Format, 2.2; libheif#1448",
      so: "the picture cannot be decoded", only: [.heif]),
    CheckRule(
      "item-property", .error, .items, "an item has a property that does not exist",
      why: "ISO/IEC 23008-12, 9.3.1", so: "readers refuse the item"),
    CheckRule(
      "item-properties-order", .warning, .items,
      "the items in an ipma are not in increasing order, or one occurs twice",
      why: "ISO/IEC 14496-12, 8.11.14; libavif#485", so: "strict readers refuse the file"),
    CheckRule(
      "item-transform-essential", .warning, .items,
      "a picture is turned, mirrored or cut by a property that is not marked as essential",
      why: "ISO/IEC 23000-22, 7.3.9; ISO/IEC 23008-12, 6.5",
      so: "readers may leave the property out",
      only: [.heif]),
    CheckRule(
      "item-reference", .warning, .items, "an item refers to one that does not exist",
      why: "ISO/IEC 14496-12, 8.11.12", so: "thumbnails, tiles or metadata are not found"),
    CheckRule(
      "item-grid-count", .error, .items,
      "a grid is made of more or fewer items than it has rows and columns",
      why: "ISO/IEC 23008-12, 6.6.2.3.2", so: "readers refuse the picture", only: [.heif]),
    CheckRule(
      "item-grid-size", .error, .items,
      "the size of a grid is not that of its ispe, or its tiles differ in size or do not fill it",
      why: "ISO/IEC 23008-12, 6.6.2.3.1 and 6.5.3",
      so: "readers refuse the picture or leave a part empty",
      only: [.heif]),
    CheckRule(
      "item-reference-cycle", .error, .items, "items are made of each other in a circle",
      why: "ISO/IEC 23008-12, 6.6", so: "the picture cannot be made, and careless readers never end"
    ),
  ]
}
