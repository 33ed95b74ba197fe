/// What is known of a sample besides its bytes and times: the counterpart of the attachments of a
/// `CMSampleBuffer`. A value of nil means that the file does not say.
public struct SampleAttachments: Hashable, Sendable {
  // Millions of these are held and compared, so all fields fit in six bytes.

  private struct Marks: OptionSet, Hashable, Sendable {
    var rawValue: UInt8

    static let sync = Marks(rawValue: 0x01)
    static let partialSync = Marks(rawValue: 0x02)
    static let hasRollDistance = Marks(rawValue: 0x04)
    /// The two bits for leading samples have QuickTime's meaning.
    static let isOfQuickTime = Marks(rawValue: 0x08)

    mutating func set(_ mark: Marks, _ isSet: Bool) {
      if isSet { insert(mark) } else { remove(mark) }
    }
  }

  private var marks: Marks = []
  /// Four numbers of two bits, in the order of `sdtp` and of the flags of fragments.
  private var dependencies: UInt8 = 0
  /// The same as `sdtp` has them in a byte; 0 if nothing is known.
  package var dependencyBits: UInt8 { dependencies }
  private var padding: UInt8 = 0
  // Two bytes instead of one `Int16?` and its padding.
  private var roll: Int16 = 0
  /// The order in which a server drops samples when it cannot send all of them. Writers define what
  /// their numbers mean (`stdp`, fragments; ISO/IEC 14496-12, 8.5.3 and 8.8.3.1). 0 if the file
  /// does not say.
  public var degradationPriority: UInt16 = 0

  /// A sample with these properties, without padding bits and with a degradation priority of 0. By
  /// default it is a sync sample of which nothing else is known.
  public init(
    isSync: Bool = true, isPartialSync: Bool = false, dependsOnOthers: Bool? = nil,
    isDependedOn: Bool? = nil, hasRedundancy: Bool? = nil, isLeading: Bool? = nil,
    rollDistance: Int16? = nil
  ) {
    self.init()
    self.isSync = isSync
    self.isPartialSync = isPartialSync
    self.dependsOnOthers = dependsOnOthers
    self.isDependedOn = isDependedOn
    self.hasRedundancy = hasRedundancy
    self.isLeading = isLeading
    self.rollDistance = rollDistance
  }

  /// A sync sample of which nothing else is known.
  public init() { marks = .sync }

  /// Whether it is a sync sample of which nothing else is known.
  var isPlain: Bool {
    marks == .sync && dependencies == 0 && padding == 0 && roll == 0 && degradationPriority == 0
  }

  /// Whether decoding can begin here (`stss`; ISO/IEC 14496-12, 8.6.2).
  public var isSync: Bool {
    get { marks.contains(.sync) }
    set { marks.set(.sync, newValue) }
  }

  /// Whether decoding can begin here although samples that are shown before this one cannot be
  /// decoded then: an open group of pictures (`stps`, group `rap `).
  public var isPartialSync: Bool {
    get { marks.contains(.partialSync) }
    set { marks.set(.partialSync, newValue) }
  }

  /// Whether other samples are needed to decode this one (`sdtp`; ISO/IEC 14496-12, 8.6.4).
  public var dependsOnOthers: Bool? {
    get { Self.answer(self[.dependsOn]) }
    set { self[.dependsOn] = Self.bits(newValue) }
  }

  /// Whether other samples need this one. A sample that no other needs can be dropped.
  public var isDependedOn: Bool? {
    get { Self.answer(self[.isDependedOn]) }
    set { self[.isDependedOn] = Self.bits(newValue) }
  }

  /// Whether the sample is coded more than once.
  public var hasRedundancy: Bool? {
    get { Self.answer(self[.hasRedundancy]) }
    set { self[.hasRedundancy] = Self.bits(newValue) }
  }

  /// Whether the sample is shown before the sync sample that it follows in decode order.
  public var isLeading: Bool? {
    get {
      // 1 leads and needs what comes before the sync sample; 3 leads and needs none of that.
      if marks.contains(.isOfQuickTime) || self[.leading] == 0 { return nil }
      return self[.leading] != 2
    }
    set {
      marks.remove(.isOfQuickTime)
      self[.leading] = Self.bits(newValue)
    }
  }

  /// Whether samples that follow this one in decode order may be shown before it. Only QuickTime's
  /// `sdtp` says so, in the bits that MP4 uses for leading samples.
  public var allowsEarlierDisplayTimes: Bool {
    get { marks.contains(.isOfQuickTime) && self[.leading] & 1 != 0 }
    set {
      marks.set(.isOfQuickTime, newValue)
      self[.leading] = newValue ? 1 : 0
    }
  }

  /// The number of samples after this one at which a decoder that begins here is correct again. If
  /// it is negative, decoding must begin that number of samples before this one (group `roll`;
  /// ISO/IEC 14496-12, 10.1).
  public var rollDistance: Int16? {
    get { marks.contains(.hasRollDistance) ? roll : nil }
    set {
      marks.set(.hasRollDistance, newValue != nil)
      roll = newValue ?? 0
    }
  }

  /// The number of bits at the end of the sample's last byte that are not part of it, from 0 to 7.
  /// Of a larger number, the lowest three bits are kept (`padb`, fragments; ISO/IEC 14496-12, 8.7.6
  /// and 8.8.3.1).
  public var paddingBits: UInt8 {
    get { padding }
    set { padding = newValue & 7 }
  }
}

extension SampleAttachments {
  /// Whether decoding can begin here, either fully or for what is shown from here on.
  public var isEntryPoint: Bool { isSync || isPartialSync }

  /// The lowest bit of a number of two bits.
  fileprivate enum Place: UInt8 {
    case leading = 6
    case dependsOn = 4
    case isDependedOn = 2
    case hasRedundancy = 0

    /// Returns a number of two bits in this place.
    @inline(__always)
    func bits(_ number: UInt8) -> UInt8 { (number & 3) << rawValue }
  }

  fileprivate subscript(place: Place) -> UInt8 {
    get { dependencies >> place.rawValue & 3 }
    set {
      dependencies = dependencies & ~place.bits(3) | place.bits(newValue)
    }
  }

  /// 1 means yes, 2 means no, 0 is unknown, and 3 is reserved.
  private static func answer(_ bits: UInt8) -> Bool? {
    bits == 1 ? true : bits == 2 ? false : nil
  }

  /// Returns the two bits for `value`; 0 if it is not known.
  private static func bits(_ value: Bool?) -> UInt8 { value.map { $0 ? 1 : 2 } ?? 0 }

  // MARK: In `sdtp` and in the flags of fragments

  /// Reads the sample flags of a fragment (ISO/IEC 14496-12, 8.8.3.1).
  init(_ flags: SampleFlags) {
    self.init(isSync: !flags.isNonSync)
    self[.leading] = UInt8(flags.isLeading)
    self[.dependsOn] = UInt8(flags.dependsOn)
    self[.isDependedOn] = UInt8(flags.isDependedOn)
    self[.hasRedundancy] = UInt8(flags.hasRedundancy)
    padding = UInt8(flags.padding)
    degradationPriority = flags.degradationPriority
  }

  /// Sets the dependencies to what a row of `sdtp` says.
  mutating func take(_ row: SampleDependencies.Row, ofQuickTime isQuickTime: Bool) {
    marks.set(.isOfQuickTime, isQuickTime && row.isLeading & 3 != 0)
    dependencies =
      Place.leading.bits(row.isLeading) | Place.dependsOn.bits(row.sampleDependsOn)
      | Place.isDependedOn.bits(row.sampleIsDependedOn)
      | Place.hasRedundancy.bits(row.sampleHasRedundancy)
  }

  /// Whether QuickTime's `sdtp` says something that the flags of a fragment cannot hold.
  var needsTableOfQuickTime: Bool { marks.contains(.isOfQuickTime) }

  /// Everything that `sdtp` says, as a number from 0, which `init(dependencyNumber:)` reads.
  var dependencyNumber: Int64 { Int64(dependencies) | (needsTableOfQuickTime ? 0x100 : 0) }

  init(dependencyNumber number: Int64) {
    self.init()
    dependencies = UInt8(truncatingIfNeeded: number)
    marks.set(.isOfQuickTime, number & 0x100 != 0)
  }
}

extension SampleDependencies.Row {
  /// What `sdtp` says of a sample (ISO/IEC 14496-12, 8.6.4).
  init(_ attachments: SampleAttachments, ofQuickTime isQuickTime: Bool) {
    isLeading =
      attachments.needsTableOfQuickTime == isQuickTime ? attachments[.leading] : 0
    sampleDependsOn = attachments[.dependsOn]
    sampleIsDependedOn = attachments[.isDependedOn]
    sampleHasRedundancy = attachments[.hasRedundancy]
  }
}

extension SampleFlags {
  /// What a fragment says of a sample (ISO/IEC 14496-12, 8.8.3.1).
  init(_ attachments: SampleAttachments) {
    self.init(rawValue: 0)
    isLeading = attachments.needsTableOfQuickTime ? 0 : UInt32(attachments[.leading])
    dependsOn = UInt32(attachments[.dependsOn])
    isDependedOn = UInt32(attachments[.isDependedOn])
    hasRedundancy = UInt32(attachments[.hasRedundancy])
    padding = UInt32(attachments.paddingBits)
    isNonSync = !attachments.isSync
    degradationPriority = attachments.degradationPriority
  }
}
