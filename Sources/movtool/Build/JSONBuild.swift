import MovKit

/// Makes a file from the JSON that `inspect` prints.
enum JSONBuild {
  static func run(_ path: FilePath, _ arguments: Arguments, _ session: Session) throws {
    let place = arguments.place(Build.target)
    let text: [UInt8]
    let list = try Input.open(path)
    arguments.spared.insert(list.identity)
    guard list.size <= UInt64(UInt32.max) else {
      throw Failure.problem(
        "the document is longer than 4 GiB; print it with --bytes 64, and give --media", file: path)
    }
    text = try list.read(at: 0, count: Int(list.size)).documentInUTF8(from: path)
    let media = try arguments[Build.media].map { try Input.file($0) }
    if let media { arguments.spared.insert(media.identity) }
    let original = try media.map { media in
      do throws(ReadingError) { return try AtomFile(from: media) } catch {
        throw Failure(error, about: arguments[Build.media] ?? path)
      }
    }
    let plan: DescribedFile.Plan
    do throws(FormatError) {
      plan = try DescribedFile(
        document(text, path), changing: original, ignoring: StreamFields.names
      ).plan()
    } catch {
      if case .missing = error.reason, media == nil {
        throw Failure.problem("\(error.withoutSlash); give it with --media", file: path)
      }
      throw Failure(error.withoutSlash, about: path)
    }
    guard plan.writePlan.size > 0 else {
      throw Failure.problem("it describes no atom", file: path)
    }
    let source: any ByteSource = media ?? MemorySource([])
    if let isQuickTime = plan.isQuickTime {
      session.checkName(of: place.path, isQuickTime: isQuickTime)
    }
    let copying = session.progress("writing", total: plan.writePlan.size)
    let lost = try OutputFile.write(
      plan.writePlan, from: source, to: place,
      verify: { (result: File) throws in
        copying?.clear()
        try compare(result, source, plan, place.path)
      }, progress: copying.map { line in { line.update($0) } })
    session.messages.report(lost: lost)
  }

  /// Reads the one document of a text.
  private static func document(_ text: [UInt8], _ path: FilePath) throws(FormatError) -> FieldValue
  {
    let place: JSONPlace
    do throws(JSONScanner.Problem) { place = try JSONScanner.document(text) } catch {
      throw FormatError(.wrongKind(error.text(in: text)))
    }
    let document = place.fieldValue
    let schema = document.givenFields?.value(named: "schema")?.givenText
    guard schema == JSONSchemas.inspect.rawValue else {
      throw FormatError(
        .wrongKind(
          "this is not a document of 'movtool inspect --json': it has no \"schema\" of "
            + "\(JSONSchemas.inspect.rawValue)"))
    }
    return document
  }

  private static func compare(
    _ result: File, _ source: any ByteSource, _ plan: DescribedFile.Plan, _ path: FilePath
  ) throws(Failure) {
    let place: UInt64?
    do { place = try plan.writePlan.firstDifference(of: result, from: source) } catch {
      throw Failure(error, about: path)
    }
    guard let place else {
      do throws(ReadingError) { return try plan.check(result) } catch {
        throw Failure(error, about: path)
      }
    }
    throw .problem(
      "the file differs at or after byte \(place) and was discarded; check the disk", file: path)
  }
}

extension FormatError {
  /// The same error with a path that begins with an atom of the top level.
  var withoutSlash: FormatError {
    var copy = self
    if path.hasPrefix("/") { copy.path = String(path.dropFirst()) }
    return copy
  }
}
