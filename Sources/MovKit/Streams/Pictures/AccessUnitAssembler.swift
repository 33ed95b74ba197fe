/// Gathers the NAL units of a stream into access units (H.264, 7.4.1.2.3 and 7.4.1.2.4;
/// H.265, 7.4.2.4.4).
///
/// Delimiters, parameter sets and SEI go with the picture that follows them; ends of sequence, filler
/// and suffix SEI with the one before. Pictures whose parameter sets are missing cannot be decoded
/// and are left out. Memory holds one access unit and the parameter sets.
package struct AccessUnitAssembler: Sendable {
  package let codec: VideoCodec
  /// Bytes that an access unit may have.
  package let limit: Int
  /// Pictures that were left out because their parameter sets did not come before them.
  package private(set) var undecodablePictures = 0

  private var avc = AVCParameterSetTable()
  private var hevc = HEVCParameterSetTable()
  private var avcOrder = AVCPictureOrderCounter()
  private var hevcOrder = HEVCPictureOrderCounter()

  private var current: AccessUnit?
  /// Slices were met that could not be read: they and what follows go until the next picture.
  private var isSkipping = false
  /// The last slice of H.264, and the first slice of the current picture.
  private var lastSlice: AVCSliceHeader?
  private var firstSlice: AVCSliceHeader?
  /// What the head of HEVC's current picture said.
  private var currentIsCRA = false
  /// Units behind the last slice that may belong to the next picture.
  private var pending: [StreamUnit] = []
  /// A unit was met that only stands ahead of a picture.
  private var pendingBegins = false
  private var pendingRecovery: Int32?
  private var pendingTiming: PictureTiming?
  /// Bytes of the current picture, and of what waits behind it.
  private(set) var size = 0

  package init(codec: VideoCodec, limit: Int = 1 << 27) {
    self.codec = codec
    self.limit = limit
  }

  /// The parameter sets that were met last under their numbers.
  package var parameterSets: ParameterSets { codec == .h264 ? avc.units : hevc.units }

  /// Takes the next unit of the stream, without start code.
  /// - Returns: the access unit before it, where this one tells that it is whole.
  /// - Throws: `FormatError` of reason `limit` where an access unit is too long.
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
    // A picture of another layer belongs to that of the base layer before it.
    if !isSkipping { add(unit, isIntra: true) }
    return nil
  }

  /// With what it takes to know of a unit, so that many small ones count too.
  private static func size(_ unit: StreamUnit) -> Int {
    unit.count + MemoryLayout<StreamUnit>.stride
  }

  /// The last access unit: no more units will come.
  package mutating func finish() -> AccessUnit? {
    current?.content += pending
    pending = []
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
    // Behind one that waits it must wait too, so that the order stays.
    if pending.isEmpty, current != nil, !beginsAccessUnit(header), !mayBegin(header) {
      current?.content.append(unit)
    } else {
      pending.append(unit)
    }
  }

  /// Whether a unit behind the slices of a picture is always the next one's.
  private func beginsAccessUnit(_ header: NALUnitHeader) -> Bool {
    switch codec {
    case .h264: (6...9).contains(header.type) || (15...18).contains(header.type)
    case .hevc: false
    }
  }

  /// Whether it is the next one's where a slice of that follows.
  private func mayBegin(_ header: NALUnitHeader) -> Bool {
    switch codec {
    case .h264: header.type == 14 || header.type == 13
    case .hevc:
      (32...35).contains(header.type) || header.type == 39 || (41...44).contains(header.type)
        || (48...55).contains(header.type)
    }
  }

  /// Gives the current access unit away.
  private mutating func take(next: NALUnitHeader?) -> AccessUnit? {
    guard var whole = current else { return nil }
    current = nil
    if codec == .hevc {
      whole.isSync = whole.isIDR || whole.isSync
      // Leading pictures follow their random access picture at once.
      if currentIsCRA {
        whole.isPartialSync = next?.isLeading == true
        whole.isSync = !whole.isPartialSync
      }
    }
    // Of two fields the second may refer to the first.
    if !whole.isSync, whole.recoveryCount == 0, whole.isIntra || whole.fields == 2 {
      whole.isPartialSync = true
    }
    return whole
  }

  /// Ends the current access unit and begins another with the units that wait.
  private mutating func begin(
    _ header: NALUnitHeader, order: PictureOrder, sets: ParameterSets
  ) -> AccessUnit? {
    let whole = take(next: header)
    var unit = AccessUnit(codec: codec, order: order, parameterSets: sets)
    unit.content = pending
    unit.recoveryCount = pendingRecovery
    unit.isIDR = header.isIDR
    unit.isSync = header.isIDR || header.isBLA
    unit.isLeading = header.isLeading
    currentIsCRA = header.isCRA
    current = unit
    size = pending.reduce(0) { $0 + Self.size($1) }
    clearPending()
    isSkipping = false
    return whole
  }

  private mutating func clearPending() {
    pending = []
    pendingBegins = false
    pendingRecovery = nil
    pendingTiming = nil
  }

  /// Ends the current access unit before a picture that cannot be read.
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

  /// Adds a slice to the current picture, with the units that stood between.
  private mutating func add(_ unit: StreamUnit, isIntra: Bool) {
    current?.content += pending
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
      // Parts B and C of a slice, auxiliary pictures, and slices of other views and layers belong
      // to the picture before them.
      if !isSkipping { add(unit, isIntra: true) }
      return nil
    }
    let slice: AVCSliceHeader
    do { slice = try AVCSliceHeader(unit.head, header, avc) } catch {
      // first_mb_in_slice 0 is a single bit.
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

  /// No picture has its first macroblock twice, so that a second one tells of another picture where
  /// all else is the same.
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
