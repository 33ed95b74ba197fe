"""The command lines of every verb of movtool, the folder they run in, and how they are run.

A line names files of that folder, which `make` fills; everything that it writes is named out…. A
new verb belongs here: `check_complete` fails if `movtool --help` has one that no line runs, or if
WritingVerbs.swift has one that writes and no line writes with it.
"""
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# In memory if possible: flushes to a disk would take most of the time.
FAST = "/dev/shm" if os.path.isdir("/dev/shm") else None

READS = "only reads"
FILES = "writes new files"
FRAGMENTS = "writes a new file that grows by whole fragments"
FOLDER = "writes new files into a folder"
IN_PLACE = "changes a movie in place"
REPLACES = "replaces an existing file by a whole one"


@dataclass(frozen=True)
class Line:
    verb: str
    rest: str
    promise: str
    # The file that a test damages or changes. Those in `MOVIES` can be any movie.
    subject: str = "movie.mov"
    # A line that finds errors in the movie ends with 1.
    finds_errors: bool = False

    @property
    def arguments(self):
        return self.verb.split() + shlex.split(self.rest)

    def may_end(self, result):
        """Whether a run of the line may end with its status: 0 or 1, or 2 if the document that it compares with is
        refused: with 1, it would say that the movie is wrong."""
        return result.status in (0, 1) or (
            result.status == 2 and self.subject in self.documents
            and result.errors.startswith(b"movtool: " + self.subject.encode() + b": "))

    @property
    def documents(self):
        """The documents by which the line checks a movie."""
        return [name for option, name in zip(self.arguments, self.arguments[1:])
                if option in ("--check", "--policy", "--baseline")]

    @property
    def writes(self):
        return self.promise != READS

    @property
    def form(self):
        """What the line prints, or writes to out.json: "json", documents one after another; "xml"; or None."""
        words = self.arguments
        if "--junit" in words:
            return "xml"
        if "--format" in words:
            return "json" if "otio" in words else None
        plain = self.verb in ("extract timecode", "extract metadata") or (
            self.verb == "extract track" and "--list" in words)
        return "json" if plain or {"--json", "--sarif"} & set(words) else None

    @property
    def outputs(self):
        """Files and folders (with a slash) that the line may leave."""
        return [word for word in self.arguments if word.startswith("out")]

    def __str__(self):
        return f"{self.verb} {self.rest}".strip()


MOVIES = ["movie.mov", "plain.mov", "fragments.mov", "card/A001.mov"]

LINES = [
    Line("inspect", "movie.mov", READS),
    Line("inspect", "movie.mov --json", READS),
    Line("inspect", "movie.mov --all --rows all --bytes 4096", READS),
    Line("inspect", "movie.mov --raw --rows all", READS),
    Line("inspect", "movie.mov --find version=0 --find trak", READS),
    Line("inspect", "movie.mov --at 100", READS),
    Line("inspect", "movie.mov --at 0x300 --json", READS),
    Line("inspect", "movie.mov --summary", READS),
    Line("inspect", "movie.mov --atom moov/trak --depth 3 --hex", READS),
    Line("inspect", "movie.mov --html", READS),
    Line("inspect", "movie.mov --html --compare other.mov -o out.html", FILES),
    Line("view", "movie.mov", READS),
    Line("samples", "movie.mov", READS),
    Line("samples", "movie.mov --units --json", READS),
    Line("samples", "movie.mov --at 0.1 --keys --csv", READS),
    Line("samples", "movie.mov --track audio --from 0.1 --to 0.3", READS),
    Line("list", "movie.mov other.mov", READS),
    Line("check", "movie.mov other.mov --profile relink", READS),
    Line("check", "movie.mov --json --profile cmaf", READS, finds_errors=True),
    Line("check", "movie.mov --sarif", READS),
    Line("check", "movie.mov --junit", READS),
    Line("check", "movie.mov --policy policy.json", READS, finds_errors=True),
    Line("check", "movie.mov --policy policy.json", READS, "policy.json", finds_errors=True),
    Line("check", "movie.mov --baseline known.json", READS),
    Line("check", "movie.mov --baseline known.json", READS, "known.json"),
    Line("check", "movie.mov --fix --dry-run", READS),
    Line("check", "movie.mov --fix -o out.mov", FILES),
    Line("check", "movie.mov --fix --in-place --backup out.backup", IN_PLACE),
    Line("hash", "movie.mov other.mov", READS),
    Line("hash", "movie.mov --algorithm md5 --json", READS),
    Line("hash", "movie.mov other.mov --check hashes", READS),
    Line("hash", "--check hashes", READS, "hashes"),
    Line("list", "card --csv", READS, "card/A001.mov"),
    Line("list", "card --json --compact", READS, "card/A001.mov"),
    Line("list", "card --html -o out.html", FILES, "card/A001.mov"),
    Line("list", "movie.mov other.mov --csv -o out.csv", FILES),
    Line("list", "movie.mov other.mov --tsv --columns tc,reel,flags --sort reel", READS),
    Line("list", "movie.mov other.mov --ale", READS),
    Line("list", "card --html --thumbnails -o out.html", FILES, "card/A001.mov"),
    Line("diff", "movie.mov other.mov --media", READS),
    Line("diff", "other.mov movie.mov --json", READS),
    Line("diff", "--timecode movie.mov other.mov", READS),
    Line("diff", "--timecode card proxies --json", READS, "card/A001.mov"),
    Line("build", "out.mov --video movie.mov", FILES),
    Line("build", "out.mov --video stream.h264 --rate 25 --audio sound.wav --timecode 01:00:00:00",
         FILES, "stream.h264"),
    Line("build", "out.mov --video stream.h264 --rate 25 --fragment 0.4", FRAGMENTS, "stream.h264"),
    Line("build", "out.mov --video movie.mov --audio sound.wav --fast-start", FILES, "sound.wav"),
    Line("build", "out.mov --video stream.h264 --rate 29.97 --in-band-parameter-sets --timecode 01:00:00:00 "
         "--drop-frame --reel A001", FILES, "stream.h264"),
    Line("build", "out.mov --from-json movie.json", FILES, "movie.json"),
    Line("build", "out.mov --from-json short.json --media movie.mov", FILES),
    Line("build", "out.mov --from-json short.json --media movie.mov", FILES, "short.json"),
    Line("build", "out.mov --from-json short.json --media other.mov", FILES, "other.mov"),
    Line("remux", "movie.mov --fast-start -o out.mov", FILES),
    Line("remux", "movie.mov --fragment 0.2 --fast-start -o out.mov", FILES),
    Line("remux", "fragments.mov --no-fragments -o out.mov", FILES, "fragments.mov"),
    Line("remux", "movie.mov --fast-start --overwrite -o existing.mov", REPLACES),
    Line("remux", "card --jobs 2 -o out/", FOLDER, "card/A001.mov"),
    Line("cut", "movie.mov --from 0.1 --to 0.3 -o out.mov", FILES),
    Line("cut", "movie.mov --to 0.2 --at-sync -o out.mov", FILES),
    Line("cut", "movie.mov --from 0.1 --exact --preserve-times -o out.mov", FILES),
    Line("cut", "card --from 0.1 --keep-folders -o out/", FOLDER, "card/A001.mov"),
    # Of two movies, `join` takes only those that are alike: any one with itself, or the damaged one with the whole.
    Line("join", "movie.mov movie.mov -o out.mov", FILES),
    Line("join", "movie.mov other.mov -o out.mov", FILES, "other.mov"),
    Line("join", "other.mov movie.mov --fast-start -o out.mov", FILES, "other.mov"),
    Line("join", "other.mov movie.mov --fast-start -o out.mov", FILES),
    Line("join", "GX020042.MOV GX010042.MOV --sort-chapters -o out.mov", FILES, "GX020042.MOV"),
    Line("extract timecode", "movie.mov", READS),
    Line("extract timecode", "movie.mov --frames -o out.json", FILES),
    Line("extract timecode", "movie.mov --format edl", READS),
    Line("extract timecode", "movie.mov --format otio", READS),
    Line("extract timecode", "movie.mov --all-sources", READS),
    Line("extract timecode", "movie.mov --source ltc", READS),
    Line("extract timecode", "movie.mov --packed --quanta 25", READS),
    Line("extract timecode", "movie.mov --format edl --record-start 01:00:00:00", READS),
    Line("extract track", "movie.mov --track video", READS),
    Line("extract track", "movie.mov --track video -o out.raw --index out.index", FILES),
    Line("extract track", "movie.mov --track video --format annexb -o out.h264", FILES),
    Line("extract track", "movie.mov --track video --format elementary -o out.h264", FILES),
    Line("extract track", "movie.mov --track 1 --list", READS),
    Line("extract track", "movie.mov --track video --from 0.1 --to 0.3 -o out.raw", FILES),
    Line("extract picture", "pixels.mov --at 0.1 -o out.png", FILES, "pixels.mov"),
    Line("extract picture", "pixels.mov", READS, "pixels.mov"),
    Line("edit atom", "picture.heic meta/iprp/ipco/ispe image_width=9 -o out.heic", FILES, "picture.heic"),
    Line("insert atom", "picture.heic / some.atom --at 1 -o out.heic", FILES, "picture.heic"),
    Line("remove atom", "picture.heic meta/iprp/ipco/ispe -o out.heic", FILES, "picture.heic"),
    Line("extract item", "picture.heic primary -o out.item", FILES, "picture.heic"),
    Line("extract item", "picture.heic 2 -o out.item", FILES, "picture.heic"),
    Line("extract item", "picture.heic exif", READS, "picture.heic"),
    Line("extract item", "picture.heic primary --raw -o out.item", FILES, "picture.heic"),
    Line("extract item", "picture.heic --list --json", READS, "picture.heic"),
    Line("inspect", "picture.heic --at 40", READS, "picture.heic"),
    Line("inspect", "picture.heic --html", READS, "picture.heic"),
    Line("check", "picture.heic", READS, "picture.heic", finds_errors=True),
    Line("extract atom", "movie.mov moov -o out.atom", FILES),
    Line("insert track", "movie.mov --from other.mov --track video -o out.mov", FILES),
    Line("insert track", "other.mov --from movie.mov --track 1 -o out.mov", FILES),
    Line("insert track", "movie.mov --from other.mov --track 2 --at 0.1 -o out.mov", FILES, "other.mov"),
    Line("insert track", "movie.mov --from sound.wav -o out.mov", FILES, "sound.wav"),
    Line("insert track", "movie.mov --from stream.h264 --rate 25 -o out.mov", FILES, "stream.h264"),
    Line("insert atom", "movie.mov moov some.atom --at 1 -o out.mov", FILES),
    Line("insert atom", "movie.mov moov some.atom -o out.mov", FILES, "some.atom"),
    Line("insert atom", "movie.mov moov atom.json -o out.mov", FILES, "atom.json"),
    Line("insert atom", "movie.mov moov some.atom --in-place --backup out.backup", IN_PLACE),
    Line("insert timecode", "movie.mov --replace --start 05:00:00:00 -o out.mov", FILES),
    Line("insert timecode", "movie.mov --replace --start 05:00:00:00 --rate 25 -o out.mov", FILES),
    Line("insert timecode", "movie.mov --replace --segments list.csv -o out.mov", FILES,
         "list.csv"),
    Line("insert timecode", "movie.mov --replace --from other.mov -o out.mov", FILES),
    Line("insert timecode", "other.mov --replace --from movie.mov -o out.mov", FILES),
    Line("insert timecode", "card --replace --start 05:00:00:00 --jobs 2 -o out/", FOLDER,
         "card/A001.mov"),
    Line("insert timecode", "--files-from names --null --replace --start 05:00:00:00 --skip-existing -o out/",
         FOLDER, "card/A001.mov"),
    Line("insert timecode", "movie.mov --replace --source tmcd --reel B -o out.mov", FILES),
    Line("insert timecode", "movie.mov --replace --from other.mov --offset 0.1 --type tc64 -o out.mov", FILES,
         "other.mov"),
    Line("insert timecode", "movie.mov --replace --start 01:00:00:00 --from-edits --quanta 30 --no-wrap "
         "--allow-negative --no-reel -o out.mov", FILES),
    Line("insert timecode", "movie.mov --replace --start 01:00:00:00 --drop-frame --wrap --no-negative -o out.mov",
         FILES),
    Line("insert timecode", "movie.mov --replace --from date --time-zone +02:00 --non-drop-frame -o out.mov", FILES),
    Line("insert timecode", "plain.mov --start 05:00:00:00 --in-place", IN_PLACE, "plain.mov"),
    Line("insert timecode", "plain.mov --start 05:00:00:00 --in-place --backup out.backup", IN_PLACE,
         "plain.mov"),
    Line("insert timecode",
         "movie.mov --replace --start 05:00:00:00 --rate 25 --in-place --backup out.backup",
         IN_PLACE),
    Line("insert timecode", "movie.mov --replace --segments list.csv --in-place --backup out.backup",
         IN_PLACE),
    Line("edit timecode", "movie.mov --shift +1f -o out.mov --verify full", FILES),
    Line("edit timecode", "movie.mov --start 02:00:00:00 --reel-from-name '{mov}*' --no-wrap "
         "--allow-negative -o out.mov", FILES),
    Line("edit timecode", "movie.mov --rate 29.97 --drop-frame --keep instants --no-reel --trim-to-video -o out.mov",
         FILES),
    Line("edit timecode", "movie.mov --quanta 30 --non-drop-frame --wrap --no-negative -o out.mov", FILES),
    Line("edit timecode", "movie.mov --shift +1f --in-place --backup out.backup", IN_PLACE),
    Line("edit timecode", "movie.mov --type tc64 --in-place --backup out.backup", IN_PLACE),
    Line("edit timecode",
         "movie.mov --reel A_longer_name_of_a_reel --in-place --backup out.backup", IN_PLACE),
    Line("edit track", "movie.mov --track video --name Boom --language deu -o out.mov", FILES),
    Line("edit track", "movie.mov --track audio --enabled -o out.mov", FILES),
    Line("edit track", "movie.mov --track audio --disabled --in-place --backup out.backup", IN_PLACE),
    Line("extract metadata", "movie.mov", READS),
    Line("extract metadata", "movie.mov --compact -o out.json", FILES),
    Line("edit metadata", "movie.mov title=A location=1,2 com.apple.quicktime.make=B -o out.mov", FILES),
    Line("edit metadata", "movie.mov title=A ©cmt=B --in-place --backup out.backup", IN_PLACE),
    Line("remove metadata", "movie.mov title location -o out.mov", FILES),
    Line("remove metadata", "movie.mov --all --in-place --backup out.backup", IN_PLACE),
    Line("edit atom", "movie.mov moov/mvhd rate=2 -o out.mov", FILES),
    Line("edit atom", "movie.mov moov/trak/mdia/minf/stbl/stts entries[0].sample_delta=9 -o out.mov",
         FILES),
    Line("edit atom", "movie.mov moov/trak/tkhd layer=-1 --in-place --backup out.backup", IN_PLACE),
    Line("remove track", "movie.mov --track audio -o out.mov", FILES),
    Line("remove track", "movie.mov --track audio --in-place --backup out.backup", IN_PLACE),
    Line("remove atom", "movie.mov moov/trak/edts -o out.mov", FILES),
    Line("remove atom", "movie.mov moov/trak/edts --in-place --backup out.backup", IN_PLACE),
    Line("remove timecode", "movie.mov -o out.mov", FILES),
    Line("remove timecode", "movie.mov --overwrite -o existing.mov", REPLACES),
    Line("remove timecode", "movie.mov --in-place --backup out.backup", IN_PLACE),
    Line("restore", "changed.mov backup", IN_PLACE, "changed.mov"),
    Line("restore", "changed.mov backup", IN_PLACE, "backup"),
    Line("timecode", "01:00:00:00 + 25f --rate 25", READS),
    Line("completions", "bash", READS),
    Line("man", "", READS),
]


# Options that do the same in every command that has them: a line of one of them is enough.
SHARED = {"--compact", "--dry-run", "--fast-start", "--files-from", "--jobs", "--json", "--keep-folders", "--null",
          "--overwrite", "--preserve-times", "--skip-existing", "--track", "--verify"}
# Options that no line needs. They read no file of the user's, or say how much is printed and where.
LEFT_OUT = {"--color", "--explain", "--help", "--max-depth", "--max-memory", "--max-output", "--no-pager", "--quiet",
            "--verbose", "--version"}
# What reads no file at all.
WITHOUT_FILES = {"timecode", "completions", "man"}


def missing_options(tool):
    """The options of the help that no line has."""
    used = {line.verb: set() for line in LINES}
    for line in LINES:
        used[line.verb] |= {"--output" if word == "-o" else word for word in line.arguments}
    everywhere = set().union(*used.values())
    missing = []
    for verb in sorted(set(used) - WITHOUT_FILES):
        help = subprocess.run([tool, *verb.split(), "--help"], capture_output=True, text=True, check=True).stdout
        options = help[help.index("\noptions:\n"):].split("\nexamples:\n")[0]
        for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", options, re.MULTILINE):
            known = everywhere if option in SHARED else used[verb]
            if option not in known and option not in LEFT_OUT:
                missing.append(f"'{verb}' has the option {option}, and Tests/Hostile/verbs.py has no line with it")
    return missing


def target(line):
    """The file of the folder that a line may change; none for a line that only adds files."""
    if line.promise == REPLACES:
        return "existing.mov"
    return line.arguments[len(line.verb.split())] if line.promise == IN_PLACE else None


def check_complete(tool):
    help = subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout
    table = help[help.index("\ncommands:\n") : help.index("\noptions:\n")]
    verbs = set(re.findall(r"^  (\w+(?: \w+)?)  +\S", table, re.MULTILINE))
    ours = {line.verb for line in LINES}
    swift = (ROOT / "Tests/movtoolTests/WritingVerbs.swift").read_text()
    writing = set(re.findall(r'^    (?:copy|change)\("([^"]+)"', swift, re.MULTILINE))
    wrong = [f"movtool has the verb '{verb}', and Tests/Hostile/verbs.py has no line of it"
             for verb in sorted(verbs - ours)]
    wrong += [f"Tests/Hostile/verbs.py has the verb '{verb}', and movtool does not"
              for verb in sorted(ours - verbs)]
    wrong += [f"WritingVerbs.swift has '{verb}', and no line of Tests/Hostile/verbs.py writes"
              for verb in sorted(writing - {line.verb for line in LINES if line.writes})]
    wrong += missing_options(tool)
    if not verbs or not writing:
        wrong.append("the verbs could not be read from movtool --help and WritingVerbs.swift")
    if wrong:
        sys.exit("\n".join(wrong))


def picture():
    """A file with items: AV1 in two pieces, JPEG in parts of the first, Exif in idat, and a grid."""
    def box(name, *parts):
        body = b"".join(parts)
        return (8 + len(body)).to_bytes(4, "big") + name + body

    def number(value, size):
        return value.to_bytes(size, "big")

    def info(item, kind, more=b""):
        return box(b"infe", b"\2\0\0\0", number(item, 2), b"\0\0", kind, b"\0", more)

    def place(item, method, *extents):
        return (number(item, 2) + number(method, 2) + b"\0\0" + number(len(extents), 2)
                + b"".join(number(value, 4) for extent in extents for value in extent))

    media = b"\x0a\x02ab" + b"\x32\x10" + b"c" * 16 + b"\x30" + b"d" * 40
    exif = b"\0\0\0\0II*\0" + b"\0" * 10
    grid = b"\0\0\0\1\0\x80\0\x40"
    return box(b"ftyp", b"avif\0\0\0\0mif1") + box(b"mdat", media) + box(
        b"meta", b"\0" * 4, box(b"hdlr", b"\0" * 8, b"pict", b"\0" * 13),
        box(b"pitm", b"\0" * 4, number(1, 2)),
        box(b"iloc", b"\1\0\0\0\x44\4", number(4, 2),
            place(1, 0, (0, 28, 10), (0, 38, len(media) - 10)), place(2, 2, (1, 5, 20), (1, 0, 4)),
            place(3, 1, (0, 0, len(exif))), place(4, 1, (0, len(exif), len(grid)))),
        box(b"iinf", b"\0" * 4, number(4, 2), info(1, b"av01"), info(2, b"jpeg"),
            info(3, b"Exif"), info(4, b"grid")),
        box(b"iref", b"\0" * 4, box(b"iloc", number(2, 2), number(1, 2), number(1, 2)),
            box(b"cdsc", number(3, 2), number(1, 2), number(1, 2)),
            box(b"dimg", number(4, 2), number(2, 2), number(1, 2), number(2, 2))),
        box(b"iprp", box(b"ipco", box(b"av1C", b"\x81\0\x0c\0"),
                         box(b"ispe", b"\0" * 4, number(64, 4), number(64, 4))),
            box(b"ipma", b"\0" * 4, number(1, 4), number(1, 2), b"\2\x81\2")),
        box(b"idat", exif, grid))


def make(tool, folder):
    """Fills a folder with the files that the lines name."""
    folder, media = Path(folder), ROOT / "TestMedia"
    plain = media / "camera/moov-last.mov"
    movie, changed = folder / "movie.mov", folder / "changed.mov"

    def call(*arguments):
        subprocess.run([tool, *map(str, arguments), "-q"], check=True, stdin=subprocess.DEVNULL)

    shutil.copyfile(plain, folder / "plain.mov")
    # Timecode, metadata, and the free space of an older header.
    shutil.copyfile(plain, movie)
    call("insert", "timecode", movie, "--start", "10:00:00:00", "--in-place")
    call("insert", "timecode", movie, "--start", "11:00:00:00", "--replace", "--in-place")
    call("edit", "metadata", movie, "title=Day", "--in-place")
    # A fault that `check --fix` mends.
    call("edit", "atom", movie, "moov/mvhd", "next_track_ID=1", "--in-place")
    shutil.copyfile(movie, folder / "other.mov")
    call("remux", movie, "--fragment", "0.2", "-o", folder / "fragments.mov")
    shutil.copyfile(plain, folder / "existing.mov")
    for name in ["GX010042.MOV", "GX020042.MOV"]:
        shutil.copyfile(movie, folder / name)
    for group, end in [("card", ".mov"), ("proxies", "_Proxy.mov")]:
        (folder / group).mkdir()
        for name in ["A001", "A002"]:
            shutil.copyfile(movie, folder / group / (name + end))
    shutil.copyfile(movie, changed)
    call("edit", "timecode", changed, "--shift", "+1f", "--in-place", "--backup", folder / "backup")
    call("extract", "track", plain, "--track", "video", "--format", "annexb", "-o",
         folder / "stream.h264")
    call("extract", "track", media / "sound/pcm-8.mov", "--track", "audio", "--format", "wav", "-o",
         folder / "sound.wav")
    for name, options in [("movie.json", ["--bytes", "all"]), ("short.json", [])]:
        with open(folder / name, "wb") as file:
            subprocess.run([tool, "inspect", "--json", movie, *options], check=True, stdout=file,
                           stderr=subprocess.DEVNULL)
    with open(folder / "atom.json", "wb") as file:
        subprocess.run([tool, "inspect", "--json", "--bytes", "all", "--atom", "moov/trak[0]/edts",
                        movie], check=True, stdout=file, stderr=subprocess.DEVNULL)
    (folder / "picture.heic").write_bytes(picture())
    # Uncompressed video, which is decoded without another program.
    shutil.copyfile(media / "camera/raw-video.mov", folder / "pixels.mov")
    (folder / "some.atom").write_bytes(b"\0\0\0\x0cskip1234")
    with open(folder / "hashes", "wb") as file:
        subprocess.run([os.path.abspath(tool), "hash", "movie.mov", "other.mov"], cwd=folder,
                       check=True, stdout=file, stderr=subprocess.DEVNULL)
    with open(folder / "known.json", "wb") as file:
        subprocess.run([os.path.abspath(tool), "check", "--json", "movie.mov"], cwd=folder, stdout=file,
                       stderr=subprocess.DEVNULL)
    (folder / "policy.json").write_text(
        '{"profiles": ["relink"], "rules": {"moov-last": "off"}, "require": {"reel": "A001"}}')
    (folder / "names").write_bytes(b"card/A001.mov\0card/A002.mov\0")
    (folder / "list.csv").write_text(
        "Movie Time,Timecode,Reel\n0/1,01:00:00:00,A001\n3/25,02:00:00:00,B002\n")


@dataclass
class Result:
    """How a run ended: `status` is negative for a signal, None if it was ended after `timeout`."""
    status: int
    output: bytes
    errors: bytes
    processor: float
    memory: int


class TimeOut(Exception):
    pass


def _ring(*_):
    raise TimeOut


def run(command, timeout, scratch, kill=None):
    """Runs a command in the current folder; its output passes through files beside `scratch`.

    `kill` is a time in seconds and a signal that the command gets then. Not `subprocess`, which
    costs more than most commands here, and does not say what they used.
    """
    names = scratch + ".out", scratch + ".err"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    signal.signal(signal.SIGALRM, _ring)
    # `view` leaves its page, and opens no browser here.
    temporary = scratch + ".tmp" if "view" in command else None
    environment = dict(os.environ)
    if temporary:
        os.makedirs(temporary, exist_ok=True)
        environment |= {"TMPDIR": temporary, "BROWSER": "none"}
    pid = os.posix_spawn(command[0], command, environment, file_actions=[
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, names[0], flags, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, names[1], flags, 0o600)], setpgroup=0)
    in_time, doing = True, b""
    for seconds, number in ([kill] if kill else []) + [(timeout, signal.SIGKILL)]:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            # Leaves the process there, so that an alarm after its end cannot hit another.
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
            signal.setitimer(signal.ITIMER_REAL, 0)
            break
        except TimeOut:
            doing = activity(pid)
            os.killpg(pid, number)
            in_time = number != signal.SIGKILL or (seconds, number) == kill
    _, ended, used = os.wait4(pid, 0)
    status = os.waitstatus_to_exitcode(ended) if in_time else None
    output, errors = (Path(name).read_bytes() for name in names)
    if temporary:
        shutil.rmtree(temporary)
        # The folder in it has a name by chance, and the page is printed with it.
        output = re.sub(rb"/movtool-\w{6}/", b"/movtool-/", output)
    if not in_time:
        errors += doing
    return Result(status, output, errors, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def activity(group):
    """What the processes of a group are doing, to tell one that hangs from one that gets no
    processor. Under strace, the tool is not the first of them."""
    found = [one for name in os.listdir("/proc") if name.isdigit() and (one := doing(name, group))]
    return f" ({'; '.join(found) or 'nothing is known of it'})".encode()


def doing(pid, group):
    """What a process is doing; None if it is gone or not of the group."""
    try:
        name, rest = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)
        state, _, its_group = rest.split()[:3]
        if int(its_group) != group:
            return None
        times = Path(f"/proc/{pid}/schedstat").read_text().split()
        had, waited = int(times[0]) / 1e9, int(times[1]) / 1e9
        call = Path(f"/proc/{pid}/syscall").read_text().split()[0]
    except (OSError, IndexError, ValueError):
        return None
    return (f"{name.split('(', 1)[1]}: state {state}, system call {call}, {had:.2f} s on a "
            f"processor, {waited:.2f} s waiting for one")


class State:
    """The files of the current folder, to be compared and put back after a run."""

    def __init__(self):
        self.contents = {name: Path(name).read_bytes() for name in found()}
        self.stamps = {name: stamp(name) for name in self.contents}

    def changed(self):
        """Names of files that are gone or have other bytes."""
        wrong = []
        for name, content in self.contents.items():
            if stamp(name) != self.stamps[name]:
                if not os.path.isfile(name) or Path(name).read_bytes() != content:
                    wrong.append(name)
        return wrong

    def added(self):
        return sorted(set(found()) - set(self.contents))

    def put(self, name, content):
        """Makes `content` what the file is to have."""
        Path(name).write_bytes(content)
        self.contents[name], self.stamps[name] = content, stamp(name)

    def reset(self):
        for name in self.added():
            os.remove(name)
        for name in set(folders()) - {"card", "proxies"}:
            shutil.rmtree(name)
        for name, content in self.contents.items():
            if stamp(name) != self.stamps[name]:
                self.put(name, content)


def stamp(name):
    try:
        entry = os.lstat(name)
    except FileNotFoundError:
        return None
    return entry.st_ino, entry.st_size, entry.st_mtime_ns, entry.st_ctime_ns, entry.st_mode


def found(folder=None):
    """All files of the current folder and of those in it."""
    for entry in os.scandir(folder or "."):
        name = f"{folder}/{entry.name}" if folder else entry.name
        if entry.is_dir(follow_symlinks=False):
            yield from found(name)
        else:
            yield name


def folders():
    return [entry.name for entry in os.scandir(".") if entry.is_dir(follow_symlinks=False)]


def messages(errors):
    """Lines that say why a run failed: those of the form of an error, not of a finding.

    `inspect` fails with a finding if there is no movie (Docs/CLI.md).
    """
    lines = errors.decode("utf-8", "replace").splitlines()
    finding = re.compile(r": (warning|note|error): .* \[(?!no-movie\])[a-z0-9-]+\]$")
    return [line for line in lines if line.startswith("movtool: ") and not finding.search(line)]
