/// Reads an item from front to back, in the form in which other programs read its content from a file
/// of its own. Memory does not grow with the item.
public struct ItemStream: Sendable {
  /// The form of what is read.
  public enum Form: String, Sendable {
    /// The bytes of the item as they are in the file.
    case raw
    /// A JPEG file: an item of type `jpeg`, after the tables that its `jpgC` has.
    case jpeg
    /// A TIFF file: the content of an item of type `Exif` from its TIFF header on.
    case tiff
    /// A document in the form that the item's MIME type names.
    case document
    /// A byte stream of H.264 (Annex B), which begins with the parameter sets of `avcC`.
    case h264
    /// A byte stream of HEVC (Annex B), which begins with the parameter sets of `hvcC`.
    case hevc
    /// A byte stream of H.266 (Annex B), which begins with the NAL units of `vvcC`.
    case vvc
    /// A JPEG 2000 codestream, as an item of type `j2k1` has it.
    case jpeg2000
    /// A temporal unit of AV1 in the low-overhead format, which begins with a delimiter and the OBUs of
    /// `av1C`.
    case av1
  }

  /// The form of the bytes.
  public let form: Form
  /// Why the bytes are those of the item as they are, in a phrase; nil if that is their own form.
  public let reason: String?

  private enum Conversion {
    case none
    case units(UnitStream)
    case obus(OBUStream)
  }

  private let id: UInt32
  private let data: ItemData
  private var head: [UInt8] = []
  private var position: UInt64 = 0
  private var conversion = Conversion.none
  private var isAtEnd = false

  /// The size of a piece in bytes.
  private static let piece = 1 << 16

  /// Finds the bytes of an item.
  /// - Parameters:
  ///   - item: an item of `items`.
  ///   - items: the items of its file.
  ///   - isRaw: whether to read the bytes as they are in the file, whatever they are.
  /// - Throws: `ReadingError` if the bytes are not in the file, the item is made of other items, or
  ///   lacks the configuration of its codec.
  public init(of item: FileItem, in items: FileItems, isRaw: Bool = false) throws(ReadingError) {
    id = item.id
    do throws(FormatError) {
      data = try ItemData(of: item.id, in: items)
    } catch { throw .format(error) }
    guard !isRaw else {
      (form, reason) = (.raw, nil)
      return
    }
    guard !item.isProtected else {
      (form, reason) = (.raw, "it is encrypted")
      return
    }
    if item.type == "Exif" {
      (form, reason) = (.tiff, nil)
      position = try Self.startOfTIFF(data, item.id)
      return
    }
    do throws(FormatError) {
      switch item.type {
      case "jpeg":
        (form, reason) = (.jpeg, nil)
        if let prefix = try items.property("jpgC", of: item.id)?.decode(JPEGConfiguration.self) {
          head = Array(prefix.prefix.bytes)
        }
      case "mime":
        form = .document
        reason =
          item.contentEncoding.isEmpty ? nil : "its content is encoded as \(item.contentEncoding)"
      case "hvc1", "hev1":
        (form, reason) = (.hevc, nil)
        let record = try Self.configuration("hvcC", of: item, in: items, HEVCConfiguration.self)
        start(try CodecConfiguration(record))
      case "avc1", "avc3":
        (form, reason) = (.h264, nil)
        let record = try Self.configuration("avcC", of: item, in: items, AVCConfiguration.self)
        start(try CodecConfiguration(record))
      case "vvc1":
        (form, reason) = (.vvc, nil)
        let record = try Self.configuration("vvcC", of: item, in: items, VVCConfiguration.self)
        head = AnnexBWriter.stream(of: record.arrays.flatMap { $0.nalUnits.map(\.nalUnit.bytes) })
        conversion = .units(
          UnitStream(lengthSize: Int(record.lengthSizeMinusOne) + 1, size: data.size))
      case "j2k1": (form, reason) = (.jpeg2000, nil)
      case "av01":
        (form, reason) = (.av1, nil)
        let record = try Self.configuration("av1C", of: item, in: items, AV1Configuration.self)
        var obus = OBUStream(size: UInt64(record.configOBUs.bytes.count))
        head = OBUStream.temporalDelimiter
        head += try obus.convert(Array(record.configOBUs.bytes))
        try obus.finish()
        conversion = .obus(OBUStream(size: data.size))
      default:
        guard !item.isDerived else {
          throw FormatError(.wrongKind("the item is of type \(item.type), made of other items"))
        }
        form = .raw
        reason = "items of type \(item.type) have no file form of their own"
      }
    } catch { throw .format(error.inside("item \(item.id)")) }
  }

  private static func configuration<R: Record>(
    _ type: FourCC, of item: FileItem, in items: FileItems, _: R.Type
  ) throws(FormatError) -> R {
    guard let atom = items.property(type, of: item.id) else {
      throw FormatError(.missing("the item has no \(type), without which it cannot be decoded"))
    }
    return try atom.decode(R.self)
  }

  private mutating func start(_ configuration: CodecConfiguration) {
    let sets = configuration.parameterSets
    head = AnnexBWriter.stream(of: sets.entries.map(\.unit) + sets.supplemental)
    conversion = .units(UnitStream(lengthSize: configuration.lengthSize, size: data.size))
  }

  /// Returns where the TIFF header begins: after the 4 bytes that say where (ISO/IEC 23008-12, A.2.1).
  private static func startOfTIFF(_ data: ItemData, _ id: UInt32) throws(ReadingError) -> UInt64 {
    let number = try read(data, at: 0)
    let offset = number.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Some files do not count the six bytes "Exif", 0, 0.
    for start in [offset + 4, offset + 10] where number.count == 4 {
      let head = try read(data, at: start)
      if head == [0x49, 0x49, 0x2A, 0] || head == [0x4D, 0x4D, 0, 0x2A] { return start }
    }
    throw .format(
      FormatError(
        .invalidValue("there is no TIFF header at byte \(offset + 4) of the item"),
        path: "item \(id)"))
  }

  private static func read(_ data: ItemData, at offset: UInt64) throws(ReadingError) -> [UInt8] {
    do throws(IOError) { return try data.read(at: offset, upTo: 4) } catch { throw .io(error) }
  }

  /// Returns the next bytes; nil at the end.
  /// - Throws: `ReadingError` if the source cannot be read, or the lengths of the item's units are
  ///   wrong.
  public mutating func next() throws(ReadingError) -> [UInt8]? {
    if !head.isEmpty {
      defer { head = [] }
      return head
    }
    guard !isAtEnd else { return nil }
    let bytes: [UInt8]
    do throws(IOError) { bytes = try data.read(at: position, upTo: Self.piece) } catch {
      throw .io(error)
    }
    position += UInt64(bytes.count)
    isAtEnd = bytes.isEmpty
    do throws(FormatError) { return try converted(bytes) } catch {
      throw .format(error.inside("item \(id)"))
    }
  }

  private mutating func converted(_ bytes: [UInt8]) throws(FormatError) -> [UInt8]? {
    switch conversion {
    case .none: return bytes.isEmpty ? nil : bytes
    case .units(var stream):
      guard !bytes.isEmpty else {
        try stream.finish()
        return nil
      }
      let converted = try stream.convert(bytes)
      conversion = .units(stream)
      return converted
    case .obus(var stream):
      guard !bytes.isEmpty else {
        try stream.finish()
        return nil
      }
      let converted = try stream.convert(bytes)
      conversion = .obus(stream)
      return converted
    }
  }
}
