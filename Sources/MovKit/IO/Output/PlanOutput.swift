/// The reason why there is no output.
package enum OutputError<Fault: Error>: Error {
  /// It could not be written.
  case io(IOError)
  /// It was written, but the check found that it is wrong.
  case verification(Fault)

  /// The error itself.
  package var underlying: any Error {
    switch self {
    case .io(let error): error
    case .verification(let fault): fault
    }
  }
}

extension OutputFile {
  /// Carries out a plan: the output appears at its place when it is complete, or not at all.
  ///
  /// It gets the permissions, owner and extended attributes of `source`, if that is a file.
  /// - Parameters:
  ///   - plan: the content of the output.
  ///   - source: the source of the plan.
  ///   - others: the further sources of the plan.
  ///   - place: where the output goes, and what it may replace there.
  ///   - keepsTimes: whether it gets the times of access and of modification as well.
  ///   - verify: checks the whole output before it gets its name, and throws if it is wrong.
  ///   - progress: called from time to time with the number of bytes of the output that are
  ///     written.
  /// - Returns: the errors of the permissions, attributes and times that could not be kept.
  /// - Throws: `IOError`: of kind `sameFile` if the place is that of a source by any name, `exists`
  ///   if there is a file that may not be replaced, and `changed` if another program wrote to a
  ///   source meanwhile; and whatever `verify` throws.
  @discardableResult
  package static func write<Fault: Error>(
    _ plan: WritePlan, from source: any ByteSource, others: [File] = [], to place: OutputPlace,
    keepsTimes: Bool = false, verify: (File) throws(Fault) -> Void,
    progress: ((UInt64) -> Void)? = nil
  ) throws(OutputError<Fault>) -> [IOError] {
    let file = source as? File
    var lost: [IOError] = []
    let output: OutputFile
    do throws(IOError) {
      for step in plan.steps {
        switch step {
        case .bytes: break
        case .copy(let range, _): try source.check(range)
        case .copyOther(let number, let range, _): try others[number].check(range)
        }
      }
      for other in others { place.spared.insert(other.identity) }
      output = try OutputFile(
        at: place, from: file, cloning: plan.keepsPlaces ? file : nil, onMedium: true)
      output.copier.reached = progress
      for step in plan.steps {
        switch step {
        case .bytes(let bytes, _): try output.append(bytes)
        case .copy(let range, _): try output.append(range, of: source)
        case .copyOther(let number, let range, _): try output.append(range, of: others[number])
        }
      }
      if let file { lost = try output.keepMetadata(of: file) }
    } catch { throw .io(error) }
    do {
      try output.finish { whole throws(Interruption<Fault>) in
        do throws(IOError) {
          try file?.checkUnchanged()
          for other in others { try other.checkUnchanged() }
        } catch { throw .io(error) }
        do throws(Fault) { try verify(whole) } catch { throw .fault(error) }
        if keepsTimes, let file { lost += whole.takeTimes(of: file) }
      }
    } catch {
      switch error {
      case .io(let error): throw .io(error)
      case .verification(.fault(let fault)): throw .verification(fault)
      case .verification(.io(let error)): throw .io(error)
      }
    }
    return lost
  }

  /// The reason why a complete output is discarded.
  private enum Interruption<Fault: Error>: Error {
    case io(IOError)
    case fault(Fault)
  }

  /// Carries out a plan without a check of the result.
  @discardableResult
  package static func write(
    _ plan: WritePlan, from source: any ByteSource, others: [File] = [], to place: OutputPlace,
    keepsTimes: Bool = false, progress: ((UInt64) -> Void)? = nil
  ) throws(IOError) -> [IOError] {
    do {
      return try write(
        plan, from: source, others: others, to: place, keepsTimes: keepsTimes,
        verify: { (_: File) throws(Never) in }, progress: progress)
    } catch {
      switch error {
      case .io(let error): throw error
      }
    }
  }
}

extension ByteSource {
  fileprivate func check(_ range: Range<UInt64>) throws(IOError) {
    try check(
      at: range.lowerBound, count: range.length,
      path: (self as? File)?.path)
  }
}
