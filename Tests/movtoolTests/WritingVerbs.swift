import Foundation
import Testing

@testable import movtool

/// Every command that writes files, with command lines that do. A new command with an output belongs
/// here, and is then killed, interrupted and short of room like the others (`WritingVerbsTests`).
struct WritingVerb: Sendable, CustomTestStringConvertible {
  /// The command, as in the command table.
  let path: [String]
  let options: [String]
  /// What happens to `o/m.mov`; nil for a command that writes `o/out.mov` or
  /// `o/out.png`.
  var change: InPlace?

  /// A movie before it is changed in place.
  enum InPlace: String, Sendable {
    /// Without timecode.
    case plain = "plain.mov"
    /// With timecode, and free space where its header was.
    case stamped = "stamped.mov"
    /// With a header that `check --fix` corrects.
    case broken = "broken.mov"
    /// What `backup` belongs to.
    case changed = "changed.mov"
  }

  var arguments: [String] { path + options }
  var testDescription: String { arguments.joined(separator: " ") }

  private static func copy(_ path: String, _ options: String) -> WritingVerb {
    WritingVerb(path: words(path), options: words(options))
  }

  private static func change(_ path: String, _ options: String, of movie: InPlace) -> WritingVerb {
    WritingVerb(path: words(path), options: words(options), change: movie)
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map(String.init)
  }

  static let all = [
    copy("build", "o/out.mov --video large.mov"),
    copy("build", "o/out.mov --from-json large.json --media large.mov"),
    copy("remux", "large.mov --fast-start -o o/out.mov"),
    copy("remux", "large.mov --fragment 1 -o o/out.mov"),
    copy("cut", "large.mov --from 0.4 --to 1.6 -o o/out.mov"),
    copy("join", "large.mov other.mov -o o/out.mov"),
    copy("list", "large.mov plain.mov --csv -o o/out.mov"),
    copy("list", "large.mov plain.mov --html -o o/out.mov"),
    copy("inspect", "large.mov --html --compare other.mov -o o/out.mov"),
    copy("check", "--fix broken.mov -o o/out.mov"),
    change("check", "--fix o/m.mov --in-place", of: .broken),
    copy("extract track", "large.mov --track video -o o/out.mov --index o/out.index"),
    copy("extract timecode", "large.mov --frames -o o/out.mov"),
    copy("extract picture", "large.mov --at 1 -o o/out.png"),
    copy("extract item", "large.heic primary -o o/out.mov"),
    copy("extract atom", "large.mov mdat -o o/out.mov"),
    copy("insert track", "large.mov --from other.mov --track audio -o o/out.mov"),
    copy("insert timecode", "large.mov --replace --start 05:00:00:00 -o o/out.mov"),
    copy("insert timecode", "large.mov --replace --segments list.csv -o o/out.mov"),
    copy("edit timecode", "large.mov --shift +1f -o o/out.mov --verify=full"),
    copy("remove timecode", "large.mov -o o/out.mov"),
    copy("edit atom", "large.mov moov/mvhd rate=2 -o o/out.mov --verify=full"),
    copy("insert atom", "large.mov moov large.atom -o o/out.mov"),
    copy("remove atom", "large.mov moov/udta -o o/out.mov"),
    copy("edit track", "large.mov --track audio --name Boom -o o/out.mov"),
    copy("remove track", "large.mov --track audio -o o/out.mov"),
    copy("extract metadata", "large.mov -o o/out.mov"),
    copy("edit metadata", "large.mov title=Boom location=1,2 -o o/out.mov --verify=full"),
    copy("remove metadata", "large.mov --all -o o/out.mov"),
    change("edit atom", "o/m.mov moov/mvhd rate=2 --in-place", of: .stamped),
    change("insert atom", "o/m.mov moov large.atom --in-place", of: .stamped),
    change("remove atom", "o/m.mov moov/trak[1]/edts --in-place", of: .stamped),
    change("edit track", "o/m.mov --track audio --name Boom --in-place", of: .stamped),
    change("remove track", "o/m.mov --track audio --in-place", of: .stamped),
    change("edit metadata", "o/m.mov title=Boom location=1,2 --in-place", of: .stamped),
    change("remove metadata", "o/m.mov --all --in-place", of: .stamped),
    change("insert timecode", "o/m.mov --start 05:00:00:00 --in-place", of: .plain),
    change("insert timecode", "o/m.mov --segments list.csv --in-place", of: .plain),
    change("insert timecode", "o/m.mov --segments list.csv --replace --in-place", of: .stamped),
    change("edit timecode", "o/m.mov --shift +1f --in-place", of: .stamped),
    change("edit timecode", "o/m.mov --reel A_longer_name_of_a_reel --in-place", of: .stamped),
    change("edit timecode", "o/m.mov --trim-to-video --shift -1f --in-place", of: .stamped),
    change("edit timecode", "o/m.mov --type tc64 --in-place", of: .stamped),
    change("remove timecode", "o/m.mov --in-place", of: .stamped),
    change("restore", "o/m.mov backup", of: .changed),
  ]

  static let copies = all.filter { $0.change == nil }
  static let changes = all.filter { $0.change != nil }

  /// A file with an item of some megabytes, in two pieces.
  private static var largePicture: Data {
    var picture = HandmadePicture()
    picture.media = Data(repeating: 5, count: 4 << 20)
    picture.items = [
      .init(id: 1, type: "jpeg", extents: [(0, 2 << 20, 2 << 20), (0, 0, 1 << 20)])
    ]
    return picture.data
  }

  /// Runs `body` in a folder that has the sources of all of them, and the folder `o` for what they write.
  /// Does nothing if a program is missing.
  static func withSources(_ body: (URL) throws -> Void) throws {
    guard MediaTools.has("ffmpeg") else { return }
    let script = """
      mkdir o
      ffmpeg -nostdin -v error -f lavfi -i testsrc2=s=192x144:r=25:d=2 -f lavfi \
        -i sine=r=48000:d=2 -c:v rawvideo -pix_fmt uyvy422 -c:a pcm_s16le -timecode 01:00:00:00 \
        large.mov || exit
      cp large.mov other.mov
      cp "$MOVIE" broken.mov
      place=$(grep -abo mvhd broken.mov | tail -n 1 | cut -d: -f1)
      printf '\\000\\000\\000\\001' | dd of=broken.mov bs=1 seek=$((place + 100)) conv=notrunc 2>/dev/null
      "$TOOL" edit metadata "$MOVIE" title=Day -o plain.mov; cp plain.mov stamped.mov
      "$TOOL" insert timecode stamped.mov --start 10:00:00:00 --in-place
      "$TOOL" insert timecode stamped.mov --start 11:00:00:00 --replace --in-place
      cp stamped.mov changed.mov
      "$TOOL" insert timecode plain.mov --start 10:00:00:00 -o tight.mov
      # The file ends with its last page, so that there is no room after it.
      n=$((8192 - $(wc -c < tight.mov) % 4096))
      printf "\\\\0\\\\0\\\\$(printf %03o $((n / 256)))\\\\$(printf %03o $((n % 256)))abcd" >> tight.mov
      head -c $((n - 8)) /dev/zero >> tight.mov
      "$TOOL" edit timecode -q changed.mov --shift +1f --in-place --backup backup
      "$TOOL" inspect --json large.mov > large.json
      printf '\\000\\000\\000\\014skip1234' > large.atom
      printf 'Movie Time,Timecode,Reel\\n0/1,01:00:00:00,A001\\n3/25,02:00:00:00,B002\\n' > list.csv
      """
    try Tool.withFolder { folder in
      let movie = Stamping.media.appending(path: "camera/moov-last.mov").path
      let result = try Tool.shell(script, cwd: folder, environment: ["MOVIE": movie])
      try #require(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      try largePicture.write(to: folder.appending(path: "large.heic"))
      try body(folder)
    }
  }
}
