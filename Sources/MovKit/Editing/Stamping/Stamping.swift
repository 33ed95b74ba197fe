extension MovieEditor {
  /// Adds a timecode track that begins with the first frame of the video, and lets the video refer to
  /// it. What the request leaves out comes from the movie: its frame rate, or what the timecode says
  /// that is replaced.
  ///
  /// - Returns: What is odd about the new timecode, and what it drops of the timecode that it replaces.
  /// - Throws: `StampError` if the movie has no video that can be stamped, has timecode already and
  ///   `StampRequest.replaces` is false, or the label does not exist at its frame rate.
  @discardableResult
  public mutating func stamp(_ request: StampRequest) throws(StampError) -> [Diagnostic] {
    do throws(FormatError) { try checkIsEditable() } catch { throw .format(error) }
    guard written.isEmpty else { throw .alreadyStamped }
    let (stamp, notes) = try request.stamp(for: movie)
    do throws(FormatError) { _ = try add(stamp) } catch { throw .format(error) }
    return notes
  }
}
