import Testing

@testable import movtool

@Suite struct ProgressTests {
  @Test func oneLine() {
    var shown: [String] = []
    let start = ContinuousClock.now
    do {
      let progress = Progress("copying", total: 400_000_000_000, start: start) { shown.append($0) }
      progress.update(1, at: start + .milliseconds(999))
      #expect(shown.isEmpty)
      progress.update(1_250_000_000, at: start + .milliseconds(1250))
      progress.update(1_300_000_000, at: start + .milliseconds(1300))
      progress.update(200_000_000_000, at: start + .seconds(1000))
      progress.update(399_999_999_999, at: start + .seconds(2000))
      progress.update(400_000_000_000, at: start + .seconds(3000))
    }
    #expect(
      shown == [
        "\rcopying: 1.2 GB of 400.0 GB, 1.0 GB/s, 6 min 38 s left\u{1B}[K",
        "\rcopying: 200.0 GB of 400.0 GB, 200.0 MB/s, 16 min 40 s left\u{1B}[K",
        "\rcopying: 399.9 GB of 400.0 GB, 199.9 MB/s, 0 s left\u{1B}[K",
        "\rcopying: waiting for the disk\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  /// Files that were counted are not written to a disk.
  @Test func filesThatAreDone() {
    var shown: [String] = []
    let start = ContinuousClock.now
    do {
      let progress = Progress("checking", total: 4, unit: .files, start: start) { shown.append($0) }
      progress.update(2, at: start + .seconds(2))
      progress.update(4, at: start + .seconds(4))
    }
    #expect(
      shown == [
        "\rchecking: 2 of 4 files, 2 s left\u{1B}[K", "\rchecking: 4 of 4 files\u{1B}[K",
        "\r\u{1B}[K",
      ])
  }

  @Test func nothingForNobody() {
    var shown: [String] = []
    Progress("copying", total: 10) { shown.append($0) }.update(5)
    #expect(shown.isEmpty)
  }
}
