"""What the benchmarks share: movies to measure with, and the measuring."""

import argparse
import array
import json
import math
import os
import random
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "TestMedia"))
sys.dont_write_bytecode = True

from workshop.atoms import full, u32, u64  # noqa: E402
from workshop.movies import (QUICKTIME, Clip, edit_list, media_header, moov_of,  # noqa: E402
                             movie_header, track, track_header, video_entry)
from workshop.movies import ENABLED, atom  # noqa: E402

KB, MB, GB = 1 << 10, 1 << 20, 1 << 30


class Movie:
    """A movie on disk, its `moov` the last atom."""

    def __init__(self, path, moov):
        self.path = path
        self.size = os.path.getsize(path)
        self.moov = len(moov)
        self.type_offset = self.size - len(moov) + 4

    def reset(self):
        """Undoes what stamping in place did."""
        with open(self.path, "r+b") as file:
            file.truncate(self.size)
            file.seek(self.type_offset)
            file.write(b"moov")
            os.fsync(file.fileno())

    def reset_command(self):
        return ["sh", "-c", f"truncate -s {self.size} {self.path} && printf moov | dd of={self.path} "
                f"bs=1 seek={self.type_offset} conv=notrunc status=none && sync {self.path}"]


def raw_movie(path, size, frames, sparse):
    """Uncompressed pictures of about `size` bytes in all, a chunk each."""
    side = math.isqrt(size // frames // 3) & ~1
    frame = side * side * 3
    start = len(QUICKTIME) + 16
    stbl = atom(
        "stbl", full("stsd", 0, 0, u32(1), video_entry("raw ", width=side, height=side)),
        full("stts", 0, 0, u32(1, frames, 20)), full("stsc", 0, 0, u32(1, 1, 1, 1)),
        full("stsz", 0, 0, u32(frame, frames)),
        full("co64", 0, 0, u32(frames), u64(*[start + frame * n for n in range(frames)])))
    trak = track(1, "vide", [], [frame] * frames, 0, tables=stbl)
    moov = atom("moov", movie_header(600, 20 * frames, 2), trak)
    with open(path, "wb") as file:
        file.write(QUICKTIME + u32(1) + b"mdat" + u64(16 + frame * frames))
        if sparse:
            file.seek(frame * frames, os.SEEK_CUR)
        else:
            noise = os.urandom(frame)
            for _ in range(frames):
                file.write(noise)
        file.write(moov)
        file.flush()
        os.fsync(file.fileno())
    return Movie(path, moov)


def numbers(values):
    """Big-endian numbers of 32 bits."""
    numbers = array.array("I", values)
    numbers.byteswap()
    return numbers.tobytes()


def many_samples(path, repeats):
    """A clip of a hundred small frames again and again, with a row in every table for each."""
    clip = Clip(os.path.join(ROOT, "TestMedia", "rates", "25.mov"))
    stsz = clip.video()["mdia/minf/stbl/stsz"].payload[12:]
    sizes = [int.from_bytes(stsz[at:at + 4], "big") for at in range(0, len(stsz), 4)]
    count = len(sizes) * repeats
    start = len(QUICKTIME) + 8
    offsets, at = [], start
    for _ in range(repeats):
        for size in sizes:
            offsets.append(at)
            at += size
    # Durations in turn a tick longer and a tick shorter: no two rows of stts can be one.
    delta = clip.frame_duration
    times = [value for n in range(count) for value in (1, delta + (1 if n % 2 else -1))]
    shifts = [value for n in range(count) for value in (1, n % 2)]
    clip.duration = delta * count

    def put(moov):
        media = moov["trak/mdia"]
        media.put(media_header(clip.timescale, clip.duration))
        moov["trak"].put(track_header(1, clip.duration, ENABLED, 64, 48))
        moov["trak"].put(edit_list([(clip.duration, 0, 1)]))
        stbl = moov["trak/mdia/minf/stbl"]
        stbl.put(full("stts", 0, 0, u32(count), numbers(times)))
        stbl.put(full("ctts", 0, 0, u32(count), numbers(shifts)))
        stbl.put(full("stsc", 0, 0, u32(1, 1, 1, 1)))
        stbl.put(full("stsz", 0, 0, u32(0, count), numbers(sizes * repeats)))
        stbl.put(full("stco", 0, 0, u32(count), numbers(offsets)))
        stbl.remove("stss")
        stbl.remove("sdtp")

    moov = bytes(moov_of(clip, 0, put))
    with open(path, "wb") as file:
        file.write(QUICKTIME + u32(8 + len(clip.media) * repeats) + b"mdat")
        for _ in range(repeats):
            file.write(clip.media)
        file.write(moov)
        file.flush()
        os.fsync(file.fileno())
    return Movie(path, moov)


def fail(reason):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {reason}")


def run(command):
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode != 0:
        fail(f"{' '.join(command)}: {result.stderr.decode(errors='replace').strip()}")
    return result.stderr.decode(errors="replace")


def seconds(command, prepare, runs):
    """The least time of `runs` runs, by hyperfine."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        run(["hyperfine", "-N", "--style", "none", "--warmup", "1", "--runs", str(runs),
             "--export-json", out.name, "--prepare", shlex.join(prepare), shlex.join(command)])
        return json.load(open(out.name))["results"][0]["min"]


def in_turn(commands, prepare, runs):
    """The median time of each command, in rounds of another order each: what a disk takes changes
    from one moment to the next, and with what was done before, by more than commands differ."""
    order = list(range(len(commands)))
    taken = [[] for _ in commands]
    shuffle = random.Random(1).shuffle
    for _ in range(runs):
        shuffle(order)
        for number in order:
            run(prepare)
            start = time.perf_counter()
            run(commands[number])
            taken[number].append(time.perf_counter() - start)
    return [statistics.median(durations) for durations in taken]


def peak(command):
    """Bytes of the largest resident set."""
    with tempfile.NamedTemporaryFile() as out:
        run(["/usr/bin/time", "-f", "%M", "-o", out.name] + command)
        return int(open(out.name).read().split()[-1]) * KB


class Figures:
    def __init__(self):
        self.rows = []

    def add(self, what, value, limit="", holds=None):
        mark = {None: "", True: "holds", False: "DOES NOT HOLD"}[holds]
        self.rows.append((what, value, limit, mark))
        print(f"{what:<58} {value:>22}  {limit:<24} {mark}", flush=True)

    def at_most(self, what, value, limit, show):
        self.add(what, show(value), f"at most {show(limit)}", value <= limit)

    def at_least(self, what, value, limit, show):
        self.add(what, show(value), f"at least {show(limit)}", value >= limit)

    @property
    def failed(self):
        return [row for row in self.rows if row[3].isupper()]


def ms(value):
    return f"{value * 1000:.2f} ms"


def times(value):
    return f"{value:.2f} ×" if value < 10 else f"{value:.0f} ×"


def size(value):
    return (f"{value / MB:.1f} MB" if value >= MB else f"{value} bytes")


def run_benchmark(description, programs, space, measure):
    """A benchmark's command: calls `measure` with the tool, a folder and whether it is to be quick.
    It returns the figures. `space` is what it writes, in full and quickly."""
    parser = argparse.ArgumentParser(description=description,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--movtool", default=os.path.join(ROOT, ".build", "release", "movtool"))
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    if not os.access(arguments.movtool, os.X_OK):
        fail(f"{arguments.movtool} is not there; --help tells how to build it")
    for program in ["hyperfine", "/usr/bin/time", *programs]:
        if not shutil.which(program):
            fail(f"{program} is needed, and is not there")
    with tempfile.TemporaryDirectory(prefix="movtool-", dir=arguments.folder) as folder:
        if shutil.disk_usage(folder).free < space[arguments.quick]:
            fail(f"there is too little space in {folder}")
        failed = measure(os.path.abspath(arguments.movtool), folder, arguments.quick).failed
    print(f"{len(failed)} figures do not hold" if failed else "every figure holds")
    sys.exit(1 if failed else 0)
