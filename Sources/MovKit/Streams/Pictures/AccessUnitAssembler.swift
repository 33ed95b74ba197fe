/// Gathers the NAL units of a stream into access units (H.264, 7.4.1.2.3 and 7.4.1.2.4; H.265,
/// 7.4.2.4.4).
///
/// Delimiters, parameter sets and SEI go with the picture that follows them; ends of sequence,
/// filler and suffix SEI go with the picture before them. Pictures whose parameter sets are missing
/// cannot be decoded and are left out. Memory holds one access unit and the parameter sets.
package struct AccessUnitAssembler: Sendable {
  package let codec: VideoCodec
  /// The most bytes that an access unit may have, with the sizes of its units. No sample has more
  /// than 32 bits can say.
  package let limit: Int
  /// The number of pictures that were left out because their parameter sets did not precede them.
  package private(set) var undecodablePictures = 0
  /// HEVC: whether there are pictures of other layers than the base layer, such as the second view of MV-HEVC.
  package private(set) var hasOtherLayers = false

  private var avc = AVCParameterSetTable()
  private var hevc = HEVCParameterSetTable()
  private var avcOrder = AVCPictureOrderCounter()
  private var hevcOrder = HEVCPictureOrderCounter()

  /// The access unit that is being gathered.
  private var current: AccessUnit?
  /// Whether the current picture cannot be read: its units are dropped until the next picture.
  private var isSkipping = false
  /// H.264: the last slice.
  private var lastSlice: AVCSliceHeader?
  /// H.264: the first slice of the current picture.
  private var firstSlice: AVCSliceHeader?
  /// HEVC: whether the current picture is a CRA picture.
  private var currentIsCRA = false
  /// The units after the last slice that may belong to the next picture.
  private var pending = StreamUnits()
  /// Whether one of them can only precede a picture.
  private var pendingBegins = false
  private var pendingRecovery: Int32?
  private var pendingTiming: PictureTiming?
  /// The number of bytes of the current picture and of the pending units.
  private(set) var size = 0

  package init(codec: VideoCodec, limit: Int = 1 << 27) {
    self.codec = codec
    self.limit = min(limit, Int(UInt32.max))
  }

  /// The parameter sets that the stream had last under their numbers.
  package var parameterSets: ParameterSets { codec == .h264 ? avc.units : hevc.units }

  /// Adds the next unit of the stream, without its start code.
  /// - Returns: the access unit before it, if this unit shows that it is complete.
  /// - Throws: `FormatError` of reason `limit` if an access unit is too long.
  package mutating func append(_ unit: Bytes) throws(FormatError) -> AccessUnit? {
    try append(StreamUnit(head: unit))
  }

  mutating func append(_ unit: StreamUnit) throws(FormatError) -> AccessUnit? {
    guard let header = NALUnitHeader(unit.head, codec: codec) else { return nil }
    size += Self.size(unit)
    guard size <= limit else {
      throw FormatError(.limit("an access unit has more than \(limit) bytes"))
    }
    guard header.isVCL else {
      keep(unit, header)
      return nil
    }
    if codec == .h264 { return appendAVCSlice(unit, header) }
    if header.layerID == 0 { return appendHEVCSlice(unit, header) }
    // A picture of another layer belongs to the picture of the base layer before it.
    if !isSkipping {
      hasOtherLayers = true
      add(unit, isIntra: true)
    }
    return nil
  }

  /// Returns the size of a unit with the bytes of its size, so that many small units count too.
  private static func size(_ unit: StreamUnit) -> Int { unit.count + StreamUnits.lengthSize }

  /// Ends the stream and returns the last access unit, if there is one.
  package mutating func finish() -> AccessUnit? {
    current?.content.take(&pending)
    return take(next: nil)
  }

  private mutating func keep(_ unit: StreamUnit, _ header: NALUnitHeader) {
    if let kind = header.parameterSet, header.layerID == 0 {
      codec == .h264 ? avc.keep(unit.head, kind) : hevc.keep(unit.head, kind)
    }
    if header.isSEI, let count = RecoveryPoint.count(in: unit.head, codec: codec) {
      pendingRecovery = count
    }
    if header.isSEI, codec == .h264, let timing = PictureTiming(in: unit.head) {
      pendingTiming = timing
    }
    if header.isEnd { hevcOrder.end() }
    if beginsAccessUnit(header) { pendingBegins = true }
    // After a pending unit it must be pending too, so that the order stays.
    if pending.isEmpty, current != nil, !beginsAccessUnit(header), !mayBegin(header) {
      current?.content.append(unit)
    } else {
      pending.append(unit)
    }
  }

  /// Returns whether a unit after the slices of a picture always belongs to the next picture.
  private func beginsAccessUnit(_ header: NALUnitHeader) -> Bool {
    switch codec {
    case .h264: (6...9).contains(header.type) || (15...18).contains(header.type)
    case .hevc: false
    }
  }

  /// Returns whether a unit belongs to the next picture if a slice of that picture follows.
  private func mayBegin(_ header: NALUnitHeader) -> Bool {
    switch codec {
    case .h264: header.type == 14 || header.type == 13
    case .hevc:
      header.parameterSet != nil || header.isAccessUnitDelimiter || header.isSEI
        || (41...44).contains(header.type) || (48...55).contains(header.type)
    }
  }

  /// Completes the current access unit and returns it.
  private mutating func take(next: NALUnitHeader?) -> AccessUnit? {
    guard var whole = current else { return nil }
    current = nil
    if codec == .hevc {
      whole.isSync = whole.isIDR || whole.isSync
      // Leading pictures follow their random access picture immediately in decoding order.
      if currentIsCRA {
        whole.isPartialSync = next?.isLeading == true
        whole.isSync = !whole.isPartialSync
      }
    }
    // If it has two fields, the second may refer to the first.
    if !whole.isSync, whole.recoveryCount == 0, whole.isIntra || whole.fields == 2 {
      whole.isPartialSync = true
    }
    return whole
  }

  /// Completes the current access unit and begins another with the pending units.
  private mutating func begin(
    _ header: NALUnitHeader, order: PictureOrder, sets: ParameterSets
  ) -> AccessUnit? {
    let whole = take(next: header)
    var unit = AccessUnit(codec: codec, order: order, parameterSets: sets)
    size = pending.reduce(0) { $0 + Self.size($1) }
    unit.content.take(&pending)
    unit.recoveryCount = pendingRecovery
    unit.isIDR = header.isIDR
    unit.isSync = header.isIDR || header.isBLA
    unit.isLeading = header.isLeading
    currentIsCRA = header.isCRA
    current = unit
    clearPending()
    isSkipping = false
    return whole
  }

  private mutating func clearPending() {
    pending = StreamUnits()
    pendingBegins = false
    pendingRecovery = nil
    pendingTiming = nil
  }

  /// Completes the current access unit before a picture that cannot be read.
  private mutating func skipPicture(_ isFirst: Bool, _ header: NALUnitHeader) -> AccessUnit? {
    if isFirst || !isSkipping { undecodablePictures += 1 }
    isSkipping = true
    let whole = take(next: header)
    clearPending()
    size = 0
    lastSlice = nil
    firstSlice = nil
    return whole
  }

  /// Adds a slice and the pending units before it to the current picture.
  private mutating func add(_ unit: StreamUnit, isIntra: Bool) {
    current?.content.take(&pending)
    current?.content.append(unit)
    if !isIntra { current?.isIntra = false }
    clearPending()
  }
}

// MARK: H.264

extension AccessUnitAssembler {
  private mutating func appendAVCSlice(
    _ unit: StreamUnit, _ header: NALUnitHeader
  ) -> AccessUnit? {
    guard header.type == 1 || header.type == 2 || header.type == 5 else {
      // Data partitions B and C of a slice, auxiliary pictures, and slices of other views and
      // layers belong to the picture before them.
      if !isSkipping { add(unit, isIntra: true) }
      return nil
    }
    let slice: AVCSliceHeader
    do { slice = try AVCSliceHeader(unit.head, header, avc) } catch {
      // `first_mb_in_slice` 0 is coded as a single 1 bit.
      let isFirst = unit.head.dropFirst().first.map { $0 & 0x80 != 0 } ?? false
      if isFirst || pendingBegins || current == nil { return skipPicture(isFirst, header) }
      add(unit, isIntra: true)
      return nil
    }
    if slice.redundantCount > 0 {
      current?.hasRedundancy = true
      if !isSkipping { add(unit, isIntra: true) }
      return nil
    }
    guard let last = lastSlice, current != nil, !beginsPicture(slice, after: last) else {
      return beginAVCPicture(unit, header, slice)
    }
    add(unit, isIntra: slice.isIntra)
    lastSlice = slice
    return nil
  }

  /// Returns whether a slice begins another picture. No picture has its first macroblock twice, so
  /// a second one begins a picture even if all else is the same.
  private func beginsPicture(_ slice: AVCSliceHeader, after last: AVCSliceHeader) -> Bool {
    pendingBegins || slice.beginsPicture(after: last)
      || slice.firstMacroblock == 0 && firstSlice?.firstMacroblock == 0
  }

  private mutating func beginAVCPicture(
    _ unit: StreamUnit, _ header: NALUnitHeader, _ slice: AVCSliceHeader
  ) -> AccessUnit? {
    guard let (sequence, picture) = avc.active(slice.pictureParameterSetID) else { return nil }
    let order = avcOrder.next(slice, sequence)
    let sets = avc.units.active(picture: picture.id, sequence: picture.sequenceID)
    defer {
      firstSlice = slice
      lastSlice = slice
    }
    if let first = firstSlice, current?.fields == 1, slice.completesFrame(begunBy: first) {
      current?.fields = 2
      if let earlier = current?.order, order < earlier { current?.order = order }
      if slice.isReference { current?.isReference = true }
      current?.parameterSets.merge(sets)
      add(unit, isIntra: slice.isIntra)
      return nil
    }
    let timing = pendingTiming
    let whole = begin(header, order: order, sets: sets)
    current?.fields = slice.isField ? 1 : 0
    if !slice.isField, let timing, let told = sequence.usability.flatMap(timing.fields) {
      current?.shownFields = told
    }
    current?.isReference = slice.isReference
    add(unit, isIntra: slice.isIntra)
    return whole
  }
}

// MARK: HEVC

extension AccessUnitAssembler {
  private mutating func appendHEVCSlice(
    _ unit: StreamUnit, _ header: NALUnitHeader
  ) -> AccessUnit? {
    let slice: HEVCSliceHeader
    do { slice = try HEVCSliceHeader(unit.head, header, hevc) } catch {
      let isFirst = unit.head.dropFirst(2).first.map { $0 & 0x80 != 0 } ?? false
      if isFirst || current == nil { return skipPicture(isFirst, header) }
      add(unit, isIntra: true)
      return nil
    }
    guard slice.isFirst || current == nil else {
      add(unit, isIntra: slice.isIntra)
      return nil
    }
    guard !isSkipping || slice.isFirst,
      let (sequence, picture) = hevc.active(slice.pictureParameterSetID)
    else { return nil }
    let order = hevcOrder.next(slice, header, sequence)
    let sets = hevc.units.active(
      picture: picture.id, sequence: picture.sequenceID, video: sequence.videoID)
    let whole = begin(header, order: order, sets: sets)
    current?.isReference = !(header.isNonReference && header.temporalID >= sequence.maxTemporalID)
    add(unit, isIntra: slice.isIntra)
    return whole
  }
}
