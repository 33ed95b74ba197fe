#!/usr/bin/env python3
"""Shows that what a command costs is bounded by the size of its input.

    Tests/Hostile/cost.py --tool .build/release/movtool             everything: an hour or more
    Tests/Hostile/cost.py --tool … --quick                          small files and fewer verbs
    Tests/Hostile/cost.py --tool … --families elst,trun --verbs list,inspect

    --sizes A,B,…    bytes of the files, each twice the one before (default: 0.5 to 4 MB)
    --all            print every line, not only those that break a bound
    --complete       only say whether every command and option that counts is measured here
    --keep DIR       leave the largest file of each family that breaks a bound there

Each family of files (Tests/Benchmarks/makers.py) is made at several sizes, and each verb is run on
it. Measured are user and system time, peak memory (ru_maxrss) and bytes of output (standard output,
standard error and files). What a run costs on a nearly empty file of the family is subtracted from
time, and 16 MB from memory; the exponents are the slopes of a straight line through the logarithms.
The bounds: time and memory grow with an exponent of at most 1.1, where they are above the noise;
time is at most 1 s for 10 MB; memory is at most 8 times the bytes read and 16 MB; output is
at most 64 times the bytes read, or 64 MB, as --max-output allows; no command is killed. A header in
compressed form counts as read with what it is decompressed to, which is at most 16 times as much.
What breaks a bound is run again, and the least of the times counts. Ends with 1 where a bound does
not hold, or, over all families, where a verb succeeds on no file of a kind.
"""

import argparse
import math
import os
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Benchmarks"))
sys.path.insert(0, str(ROOT / "Tests" / "Hostile"))

import verbs  # noqa: E402

MB = 1 << 20
BASE = 16 * MB
EXPONENT, MEMORY, SECONDS, OUTPUT = 1.1, 8, 1 / (10 * MB), 64
# What --max-output allows for any input; messages do not count there.
LEAST_OUTPUT = 65 * MB
# Below these, what is measured is the noise of the machine.
NOISE_SECONDS, NOISE_MEMORY = 0.02, 2 * MB
LIMIT_SECONDS, LIMIT_MEMORY, LIMIT_OUTPUT = 20, 8 << 30, 1 << 30

# Command lines by the kind of input. FILE is the file of the family, WORK a copy of it that may be
# changed, OUT an output, SMALL a movie of a few kilobytes, and LONG one of 150,000 frames. NAMES is
# the file as well, which names links to SMALL; for each, that is read once.
STAMP = ["insert", "timecode", "FILE", "--start", "01:00:00:00", "--rate", "25", "--replace"]
VERBS = {
    "movie": {
        "inspect": ["inspect", "FILE"],
        "inspect --all": ["inspect", "--all", "--rows", "all", "FILE"],
        "inspect --json": ["inspect", "--compact", "FILE"],
        "inspect --summary": ["inspect", "--summary", "FILE"],
        "inspect --raw": ["inspect", "--raw", "--all", "FILE"],
        "inspect --find": ["inspect", "FILE", "--find", "version=1", "--find", "sample_count=3"],
        "inspect --at": ["inspect", "FILE", "--at", "40"],
        "inspect --html": ["inspect", "FILE", "--html", "-o", "OUT"],
        "inspect --html --compare": ["inspect", "SMALL", "--html", "--compare", "FILE", "-o", "OUT"],
        "view": ["view", "FILE"],
        "samples": ["samples", "FILE"],
        "samples --json": ["samples", "FILE", "--compact", "--units"],
        "samples --from": ["samples", "FILE", "--from", "0.04", "--to", "0.2"],
        "samples --at": ["samples", "FILE", "--at", "0.04"],
        "list": ["list", "--compact", "FILE"],
        "list --csv": ["list", "--csv", "FILE"],
        "check": ["check", "--profile", "relink", "--profile", "cmaf", "FILE"],
        "check --json": ["check", "--compact", "FILE"],
        "check --fix": ["check", "--fix", "FILE", "-o", "OUT"],
        "check --fix --in-place": ["check", "--fix", "WORK", "--in-place"],
        "diff": ["diff", "FILE", "SMALL"],
        "diff SMALL": ["diff", "--media", "SMALL", "FILE"],
        "diff --media": ["diff", "--media", "FILE", "FILE"],
        "diff --timecode": ["diff", "--timecode", "FILE", "FILE"],
        "hash": ["hash", "--json", "FILE"],
        "extract timecode": ["extract", "timecode", "--compact", "FILE"],
        "extract timecode --frames": ["extract", "timecode", "--frames", "FILE"],
        "extract timecode csv": ["extract", "timecode", "--format", "csv", "FILE"],
        "extract timecode edl": ["extract", "timecode", "--format", "edl", "FILE"],
        "extract timecode ale": ["extract", "timecode", "--format", "ale", "FILE"],
        "extract timecode srt": ["extract", "timecode", "--format", "srt", "FILE"],
        "extract timecode otio": ["extract", "timecode", "--format", "otio", "FILE"],
        "extract timecode txt": ["extract", "timecode", "--format", "txt", "FILE"],
        "extract timecode sources": ["extract", "timecode", "--all-sources", "FILE"],
        "extract timecode ltc": ["extract", "timecode", "--source", "ltc", "FILE"],
        "extract track": ["extract", "track", "FILE", "--track", "video:1", "-o", "OUT"],
        "extract track --list": ["extract", "track", "FILE", "--track", "video:1", "--list"],
        "extract track --format": ["extract", "track", "FILE", "--track", "video:1", "--format",
                                   "raw", "-o", "OUT"],
        "extract track --from": ["extract", "track", "FILE", "--track", "video:1", "--from", "0.2",
                                 "--to", "0.3", "-o", "OUT"],
        "extract picture": ["extract", "picture", "FILE", "-o", "OUT.png"],
        "extract item": ["extract", "item", "FILE", "primary", "-o", "OUT"],
        "extract item --list": ["extract", "item", "FILE", "--list", "--json"],
        "extract atom": ["extract", "atom", "FILE", "moov", "-o", "OUT"],
        "build": ["build", "OUT", "--video", "FILE"],
        "build --from-json": ["build", "OUT", "--from-json", "JSON"],
        "build mp4": ["build", "OUT.mp4", "--video", "FILE"],
        "remux": ["remux", "FILE", "-o", "OUT"],
        "remux --fast-start": ["remux", "FILE", "--fast-start", "-o", "OUT"],
        "remux --fragment": ["remux", "FILE", "--fragment", "1", "-o", "OUT"],
        "remux --no-fragments": ["remux", "FILE", "--no-fragments", "-o", "OUT"],
        "cut": ["cut", "FILE", "--from", "0.08", "-o", "OUT"],
        "cut --at-sync": ["cut", "FILE", "--from", "0.08", "--to", "0.2", "--at-sync", "-o", "OUT"],
        "join": ["join", "FILE", "FILE", "-o", "OUT"],
        "join --fast-start": ["join", "FILE", "FILE", "--fast-start", "-o", "OUT"],
        "insert track": ["insert", "track", "SMALL", "--from", "FILE", "--track", "video:1", "-o",
                         "OUT"],
        "insert track --track 2": ["insert", "track", "SMALL", "--from", "FILE", "--track", "2", "-o",
                                   "OUT"],
        "insert track into": ["insert", "track", "FILE", "--from", "SMALL", "-o", "OUT"],
        "insert timecode": [*STAMP, "-o", "OUT"],
        "insert timecode --in-place": [*(word.replace("FILE", "WORK") for word in STAMP),
                                       "--in-place"],
        "insert timecode --verify full": [*STAMP, "--verify", "full", "-o", "OUT"],
        "insert timecode --from": ["insert", "timecode", "SMALL", "--from", "FILE", "-o", "OUT"],
        "insert timecode --source": ["insert", "timecode", "FILE", "--source", "tmcd", "--replace", "-o",
                                     "OUT"],
        "insert timecode --from-edits": [*STAMP, "--from-edits", "-o", "OUT"],
        "edit timecode": ["edit", "timecode", "FILE", "--shift", "+1f", "-o", "OUT"],
        "edit timecode --in-place": ["edit", "timecode", "WORK", "--shift", "+1f", "--in-place"],
        "edit timecode --rate": ["edit", "timecode", "FILE", "--rate", "50", "--keep", "labels",
                                 "-o", "OUT"],
        "edit timecode --trim-to-video": ["edit", "timecode", "FILE", "--trim-to-video", "-o",
                                          "OUT"],
        "insert atom": ["insert", "atom", "FILE", "moov", "ATOM", "-o", "OUT"],
        "insert atom --in-place": ["insert", "atom", "WORK", "moov", "ATOM", "--in-place"],
        "extract metadata": ["extract", "metadata", "FILE"],
        "edit metadata": ["edit", "metadata", "FILE", "title=A", "©cmt=B", "-o", "OUT"],
        "edit metadata --in-place": ["edit", "metadata", "WORK", "title=A", "--in-place"],
        "remove metadata": ["remove", "metadata", "FILE", "title", "location", "-o", "OUT"],
        "remove metadata --all": ["remove", "metadata", "WORK", "--all", "--in-place"],
        "edit atom": ["edit", "atom", "FILE", "moov/mvhd", "rate=2", "-o", "OUT"],
        "edit atom --in-place": ["edit", "atom", "WORK", "moov/mvhd", "rate=2", "--in-place"],
        "edit track": ["edit", "track", "FILE", "--track", "video:1", "--name", "A", "-o", "OUT"],
        "edit track --in-place": ["edit", "track", "WORK", "--track", "video:1", "--name", "A",
                                  "--in-place"],
        "remove track": ["remove", "track", "FILE", "--track", "video:1", "-o", "OUT"],
        "remove track --in-place": ["remove", "track", "WORK", "--track", "video:1", "--in-place"],
        "remove atom": ["remove", "atom", "FILE", "moov/trak[0]/tref", "-o", "OUT"],
        "remove atom --in-place": ["remove", "atom", "WORK", "moov/trak[0]/tref", "--in-place"],
        "remove timecode": ["remove", "timecode", "FILE", "-o", "OUT"],
        "remove timecode --in-place": ["remove", "timecode", "WORK", "--in-place"],
    },
    "stream": {
        "build": ["build", "OUT", "--rate", "25", "--video", "FILE"],
        "build --in-band": ["build", "OUT", "--rate", "25", "--in-band-parameter-sets", "--video",
                            "FILE"],
        "build --fragment": ["build", "OUT", "--rate", "25", "--fragment", "1", "--video", "FILE"],
        "build --fast-start": ["build", "OUT", "--rate", "25", "--fast-start", "--video", "FILE"],
        "insert track": ["insert", "track", "SMALL", "--from", "FILE", "--rate", "25", "-o", "OUT"],
    },
    "wav": {
        "insert track": ["insert", "track", "SMALL", "--from", "FILE", "-o", "OUT"],
        "build --audio": ["build", "OUT", "--video", "SMALL", "--audio", "FILE"],
        "extract timecode sources": ["extract", "timecode", "--all-sources", "FILE"],
        "extract timecode ltc": ["extract", "timecode", "--source", "ltc", "FILE"],
        "insert timecode --from": ["insert", "timecode", "SMALL", "--from", "FILE", "-o", "OUT"],
    },
    "names": {
        "list": ["list", "--compact", "--files-from", "NAMES"],
        "list --csv": ["list", "--csv", "--files-from", "NAMES"],
        "check": ["check", "--files-from", "NAMES"],
        "extract timecode": ["extract", "timecode", "--compact", "--files-from", "NAMES"],
        "cut": ["cut", "--from", "0.1", "--dry-run", "--files-from", "NAMES", "-o", "OUT/"],
        "insert timecode": ["insert", "timecode", "--start", "01:00:00:00", "--replace", "--dry-run",
                            "--files-from", "NAMES", "-o", "OUT/"],
    },
    "list": {
        "insert timecode --segments": ["insert", "timecode", "LONG", "--segments", "FILE",
                                       "--rate", "25", "-o", "OUT"],
    },
    "atoms": {
        "insert atom": ["insert", "atom", "SMALL", "moov", "FILE", "-o", "OUT"],
        "insert atom /": ["insert", "atom", "SMALL", "/", "FILE", "-o", "OUT"],
    },
    "policy": {
        "check --policy": ["check", "SMALL", "--policy", "FILE"],
    },
    "baseline": {
        "check --baseline": ["check", "SMALL", "--baseline", "FILE"],
    },
    "hashes": {
        "hash --check": ["hash", "SMALL", "--check", "FILE"],
        "hash --check names": ["hash", "--files-from", "FILE", "--check", "FILE", "--jobs", "1"],
    },
}
QUICK = {"inspect", "inspect --all", "inspect --json", "list", "check", "diff", "hash", "extract timecode",
         "extract timecode --frames", "extract timecode sources", "extract track",
         "extract track --list", "build", "remux", "remux --fragment", "cut", "join",
         "insert track", "insert timecode", "insert timecode --in-place", "insert timecode --from",
         "edit timecode", "remove timecode", "insert timecode --segments", "extract timecode edl"}
# These end with 1 if something differs.
COMPARE = ("diff", "diff SMALL", "hash --check", "hash --check names")
SMALL = ROOT / "TestMedia" / "rates" / "25.mov"


# What reads no movie, stream, sound or list: a backup, whose size is that of a movie's header, and
# what is on the command line.
UNMEASURED = {"restore", "timecode", "completions", "man"}


def check_complete(tool):
    """Fails if a verb or an option that says how a verb writes has no command line here."""
    verbs.check_complete(tool)
    ours = [" ".join(line) for lines in VERBS.values() for line in lines.values()]
    wrong = []
    for line in verbs.LINES:
        if line.verb in UNMEASURED:
            continue
        alike = [text for text in ours if text.startswith(line.verb + " ")]
        if not alike:
            wrong.append(f"'{line.verb}'")
        for option in set(line.arguments) & {"--in-place", "--fragment", "--fast-start",
                                             "--no-fragments", "--at-sync", "--segments", "--from",
                                             "--frames", "--format", "--all-sources", "--list",
                                             "--check", "--policy", "--baseline", "--source"}:
            if not any(f" {option} " in text + " " for text in alike):
                wrong.append(f"'{line.verb}' with {option}")
    if wrong:
        sys.exit("Tests/Hostile/verbs.py runs what Tests/Hostile/cost.py does not measure: "
                 + ", ".join(sorted(set(wrong))))


def make_file(family, size, path):
    """Writes a file, and says nothing of the maker's memory to this process."""
    import makers
    make = next(make for makes in makers.FAMILIES.values() for make in makes
                if make.__name__ == family)
    Path(path).write_bytes(makers.of_size(make, size) if size else make(2))


def make_long(path):
    import makers
    Path(path).write_bytes(makers.long_movie(150_000))


def families():
    import makers
    return [(kind, make.__name__) for kind, makes in makers.FAMILIES.items() for make in makes]


# Runs a command within limits, and says its status, its time and its peak memory. It is a process of its
# own because a program that is started counts the memory of what started it as its own.
RUNNER = """
import os, resource, sys
said, seconds, memory, output = map(int, sys.argv[1:5])
child = os.fork()
if child == 0:
    os.close(said)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))
    os.execv(sys.argv[5], sys.argv[5:])
_, status, used = os.wait4(child, 0)
os.write(said, f"{status} {used.ru_utime + used.ru_stime} {used.ru_maxrss << 10}".encode())
"""


def run(words, **given):
    """Runs a command. Returns its status, its seconds and its peak memory in bytes."""
    reads, said = os.pipe()
    limits = [said, LIMIT_SECONDS, LIMIT_MEMORY, LIMIT_OUTPUT]
    subprocess.run([sys.executable, "-I", "-S", "-c", RUNNER, *map(str, limits), *words],
                   stdin=subprocess.DEVNULL, pass_fds=[said], check=True, **given)
    os.close(said)
    with os.fdopen(reads) as result:
        status, seconds, memory = result.read().split()
    return os.waitstatus_to_exitcode(int(status)), float(seconds), int(memory)


class Cost:
    def __init__(self, size, read, seconds, memory, output, status, message):
        """`size` is that of the family's file, `read` that of all inputs."""
        self.size, self.read, self.seconds, self.memory = size, read, seconds, memory
        self.output, self.status, self.message = output, status, message


def measure(tool, line, path, folder):
    """Runs a verb once on the file at `path`."""
    work, out = folder / "work.mov", folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    if "WORK" in line:
        shutil.copyfile(path, work)
    words = {"FILE": str(path), "WORK": str(work), "SMALL": str(SMALL),
             "LONG": str(folder / "long.mov"), "OUT": str(out / "o.mov"),
             "OUT.mp4": str(out / "o.mp4"), "OUT.png": str(out / "o.png"),
             "OUT/": str(out / "o") + "/", "NAMES": str(path), "ATOM": str(folder / "some.atom"),
             "JSON": str(folder / "document.json")}
    if "ATOM" in line:
        (folder / "some.atom").write_bytes(b"\0\0\0\x0cskip1234")
    if "JSON" in line:
        with open(folder / "document.json", "wb") as file:
            subprocess.run([tool, "inspect", "--compact", "--bytes", "all", path], stdout=file,
                           stderr=subprocess.DEVNULL)
    inputs = [words[word] for word in line
              if word in ("FILE", "WORK", "SMALL", "LONG", "NAMES", "JSON")]
    read = sum(map(os.path.getsize, inputs))
    read += decompressed(path) * sum(word in ("FILE", "WORK") for word in line)
    if "NAMES" in line:
        (out / "o").mkdir()
        # Names of their own, as outputs with one name are refused. They stay for the other verbs.
        links = [name for name in path.read_text().splitlines() if name.startswith("s")]
        for name in links:
            if not os.path.lexists(folder / name):
                os.symlink(SMALL, folder / name)
        read += len(links) * os.path.getsize(SMALL)
    with open(out / "stdout", "wb") as stdout, open(out / "stderr", "wb") as stderr:
        status, seconds, memory = run(
            [tool, *(words.get(word, word) for word in line)], stdout=stdout, stderr=stderr,
            cwd=folder,
            # No other program runs: what ffmpeg and a browser cost is not ours.
            env={"PATH": "", "BROWSER": "none", "TMPDIR": str(out)})
    output = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    if "WORK" in line:
        output += max(0, os.path.getsize(work) - os.path.getsize(path))
    message = (out / "stderr").open(errors="replace").readline(300).strip()
    return Cost(os.path.getsize(path), read, seconds, memory, output, status, message)


def decompressed(path):
    """The size of a header that a file has in compressed form, without it; 0 if there is none."""
    data = path.read_bytes()
    start = data.find(b"dcomzlib")
    if start < 0:
        return 0
    # `cmvd` follows: its size, its type, the size of the header, and the compressed bytes.
    size, _, whole = struct.unpack(">I4sI", data[start + 8:start + 20])
    return max(0, whole - size)


def slope(points):
    """The exponent by which y grows with x: least squares in the logarithms."""
    if len(points) < 2:
        return None
    xs, ys = [math.log(x) for x, _ in points], [math.log(y) for _, y in points]
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    return (sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys))
            / sum((x - mean_x) ** 2 for x in xs))


class Result:
    """What a verb costs on a family of files, and which bounds it breaks."""

    def __init__(self, family, verb, empty, costs):
        self.family, self.verb, self.costs = family, verb, costs
        last = costs[-1]
        times = [(cost.size, cost.seconds - empty.seconds) for cost in costs]
        spaces = [(cost.size, cost.memory - empty.memory) for cost in costs]
        self.seconds, self.read = last.seconds, last.read
        self.time = (slope([(x, y) for x, y in times if y > NOISE_SECONDS / 4])
                     if times[-1][1] > NOISE_SECONDS else None)
        self.space = (slope([(x, y) for x, y in spaces if y > NOISE_MEMORY / 4])
                      if spaces[-1][1] > NOISE_MEMORY else None)
        self.memory = max(0, last.memory - BASE) / last.read
        self.per_10mb = max(0, times[-1][1]) / last.read * 10 * MB
        self.output = last.output / last.read
        broken = {
            "time exponent": (self.time or 0) / EXPONENT,
            "memory exponent": (self.space or 0) / EXPONENT,
            "memory": self.memory / MEMORY,
            "time": self.per_10mb / (SECONDS * 10 * MB),
            "output": last.output / max(OUTPUT * last.read, LEAST_OUTPUT),
            "killed": 0 if last.status in (0, 1) else 1000,
        }
        self.broken = {name: value for name, value in broken.items() if value > 1}
        # An exponent says more than a factor, since no size bounds what it makes of a file.
        self.worst = max(broken.values())

    def __str__(self):
        def number(value, form):
            return "-" if value is None else format(value, form)
        last = self.costs[-1]
        return (f"{self.family:<24} {self.verb:<29} {number(self.time, '.2f'):>5} "
                f"{number(self.space, '.2f'):>5} {self.memory:>8.1f} {self.per_10mb:>9.2f} "
                f"{self.output:>8.1f} {last.status:>4}  {', '.join(self.broken)}")


HEADING = (f"{'family':<24} {'verb':<29} {'time^':>5} {'mem^':>5} {'memory×':>8} {'s/10 MB':>9} "
           f"{'output×':>8} {'exit':>4}  breaks")


def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tool", required=True)
    options.add_argument("--quick", action="store_true")
    options.add_argument("--families")
    options.add_argument("--verbs")
    options.add_argument("--sizes")
    options.add_argument("--all", action="store_true")
    options.add_argument("--keep")
    options.add_argument("--complete", action="store_true")
    given = options.parse_args()
    tool = os.path.abspath(given.tool)
    check_complete(tool)
    if given.complete:
        return
    sizes = ([int(size) for size in given.sizes.split(",")] if given.sizes
             else [MB >> 3, MB >> 2, MB >> 1, MB] if given.quick
             else [MB >> 1, MB, 2 * MB, 4 * MB])
    fresh = get_context("spawn")
    with fresh.Pool(1) as pool:
        chosen = pool.apply(families)
    if given.verbs:
        known = {verb for lines in VERBS.values() for verb in lines}
        unknown = set(given.verbs.split(",")) - known
        if unknown:
            sys.exit(f"no such verbs: {', '.join(sorted(unknown))}")
    if given.families:
        names = given.families.split(",")
        unknown = set(names) - {name for _, name in chosen}
        if unknown:
            sys.exit(f"no such families: {', '.join(sorted(unknown))}")
        chosen = [(kind, name) for kind, name in chosen if name in names]
    # An end by a signal removes the files as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    results = []
    print(HEADING, flush=True)
    with tempfile.TemporaryDirectory(
            prefix="movtool-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        folder = Path(folder)
        with fresh.Pool(1) as pool:
            pool.apply(make_long, (folder / "long.mov",))
        for kind, family in chosen:
            paths = [folder / f"{family}-{size}.mov" for size in [0, *sizes]]
            # Processes of their own, so that what makers hold does not count as memory of the tool.
            with fresh.Pool(1) as pool:
                for path, size in zip(paths, [0, *sizes]):
                    pool.apply(make_file, (family, size, str(path)))
            for verb, line in VERBS[kind].items():
                if given.verbs and verb not in given.verbs.split(","):
                    continue
                if given.quick and kind == "movie" and verb not in QUICK:
                    continue
                result = try_verb(tool, family, verb, line, paths, folder)
                result.kind = kind
                results.append(result)
                if given.all or result.broken:
                    print(result, flush=True)
                    if result.broken and given.keep:
                        os.makedirs(given.keep, exist_ok=True)
                        shutil.copyfile(paths[-1], Path(given.keep, family))
            for path in paths:
                path.unlink()
    broken = sorted((result for result in results if result.broken), key=lambda r: -r.worst)
    if broken:
        print("\nworst first\n" + HEADING)
        for result in broken:
            print(result)
    print(f"{len(results)} pairs of a family and a verb, {len(broken)} break a bound")
    # What is refused at once costs nothing, and shows nothing.
    useless = [] if given.families else sorted(never_done(results))
    for kind, verb in useless:
        print(f"'{verb}' succeeds on no file of the kind '{kind}', so it was not measured")
    sys.exit(1 if broken or useless else 0)


def never_done(results):
    """Kinds of files and verbs that succeed on none of them."""
    done = {(result.kind, result.verb) for result in results if result.costs[-1].status == 0}
    return {(result.kind, result.verb) for result in results
            if result.verb not in COMPARE and (result.kind, result.verb) not in done}


def try_verb(tool, family, verb, line, paths, folder):
    empty = measure(tool, line, paths[0], folder)
    costs = []
    for path in paths[1:]:
        costs.append(measure(tool, line, path, folder))
        # What is over the limit already tells nothing more of a larger file.
        if costs[-1].seconds > LIMIT_SECONDS / 4 or costs[-1].status not in (0, 1):
            break
    result = Result(family, verb, empty, costs)
    if result.broken and "killed" not in result.broken and costs[-1].seconds < 5:
        for _ in range(2):
            for index, path in enumerate(paths[1:len(costs) + 1]):
                again = measure(tool, line, path, folder)
                costs[index].seconds = min(costs[index].seconds, again.seconds)
                costs[index].memory = min(costs[index].memory, again.memory)
            again = measure(tool, line, paths[0], folder)
            empty.seconds = min(empty.seconds, again.seconds)
        result = Result(family, verb, empty, costs)
    return result


if __name__ == "__main__":
    main()
