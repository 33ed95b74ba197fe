import Foundation

/// Makes files with items as bytes, without the library under test.
struct HandmadePicture {
  /// Where an item's bytes are: 0 the file, 1 `idat`, 2 other items.
  struct Item {
    var id: UInt16
    var type: String
    /// What follows the name in `infe`.
    var more = Data()
    var name = ""
    var isHidden = false
    var isEncrypted = false
    var method: UInt16 = 0
    /// Index, offset and length of each extent. In the file, offsets count from the start of the media.
    var extents: [(index: UInt32, offset: UInt32, length: UInt32)]
    /// The numbers of its properties, from 1.
    var properties: [UInt8] = []
  }

  var brand = "heic"
  var primary: UInt16? = 1
  var media = Data()
  var idat: Data?
  var items: [Item] = []
  var references: [(type: String, from: UInt16, to: [UInt16])] = []
  /// The atoms of `ipco`.
  var properties: [Data] = []

  /// The first byte of the media in the file.
  static let mediaStart = 28

  static func mime(_ type: String, encoding: String? = nil) -> Data {
    Data(type.utf8) + [0] + (encoding.map { Data($0.utf8) + [0] } ?? Data())
  }

  static func size(_ width: UInt32, _ height: UInt32) -> Data {
    Handmade.atom(
      "ispe", Handmade.zeros(4), Handmade.number(width), Handmade.number(height))
  }

  /// The content of an item of type `grid`.
  static func grid(_ rows: UInt8, _ columns: UInt8, _ width: UInt16, _ height: UInt16) -> Data {
    Data([0, 0, rows - 1, columns - 1]) + Handmade.number(width) + Handmade.number(height)
  }

  var data: Data { beginning + meta }

  /// A movie whose items are those of `holders`, from the outside in, such as `moov` and `trak`.
  func movie(in holders: [String]) -> Data {
    beginning + holders.reversed().reduce(meta) { Handmade.atom($1, $0) }
  }

  private var beginning: Data {
    Handmade.atom("ftyp", Data(brand.utf8), Handmade.zeros(4), Data("mif1".utf8))
      + Handmade.atom("mdat", media)
  }

  private var meta: Data {
    let handler = Handmade.atom(
      "hdlr", Handmade.zeros(8), Data("pict".utf8), Handmade.zeros(13))
    var meta = [Handmade.zeros(4), handler]
    if let primary {
      meta.append(Handmade.atom("pitm", Handmade.zeros(4), Handmade.number(primary)))
    }
    meta += [locations, information]
    if !references.isEmpty {
      meta.append(
        Handmade.atom(
          "iref", Handmade.zeros(4),
          references.map { reference in
            Handmade.atom(
              reference.type, Handmade.number(reference.from),
              Handmade.number(UInt16(reference.to.count)),
              reference.to.map { Handmade.number($0) }.reduce(Data(), +))
          }.reduce(Data(), +)))
    }
    if !properties.isEmpty {
      let rows = items.filter { !$0.properties.isEmpty }
      meta.append(
        Handmade.atom(
          "iprp", Handmade.atom("ipco", properties.reduce(Data(), +)),
          Handmade.atom(
            "ipma", Handmade.zeros(4), Handmade.number(UInt32(rows.count)),
            rows.map { item in
              Handmade.number(item.id) + Data([UInt8(item.properties.count)])
                + Data(item.properties.map { $0 | 0x80 })
            }.reduce(Data(), +))))
    }
    if let idat { meta.append(Handmade.atom("idat", idat)) }
    return Handmade.atom("meta", meta.reduce(Data(), +))
  }

  private var locations: Data {
    Handmade.atom(
      "iloc", Data([1, 0, 0, 0, 0x44, 0x04]), Handmade.number(UInt16(items.count)),
      items.map { item in
        let start = item.method == 0 ? UInt32(Self.mediaStart) : 0
        var row = Handmade.number(item.id) + Handmade.number(item.method) + Handmade.zeros(2)
        row += Handmade.number(UInt16(item.extents.count))
        for extent in item.extents {
          row += Handmade.number(extent.index) + Handmade.number(extent.offset &+ start)
          row += Handmade.number(extent.length)
        }
        return row
      }.reduce(Data(), +))
  }

  private var information: Data {
    Handmade.atom(
      "iinf", Handmade.zeros(4), Handmade.number(UInt16(items.count)),
      items.map { item in
        Handmade.atom(
          "infe", Data([2, 0, 0, item.isHidden ? 1 : 0]), Handmade.number(item.id),
          Handmade.number(UInt16(item.isEncrypted ? 1 : 0)), Data(item.type.utf8),
          Data(item.name.utf8), Data([0]), item.more)
      }.reduce(Data(), +))
  }
}
