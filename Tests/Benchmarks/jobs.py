"""The jobs of run.sh: what they are, on what, against whom, and which ratio is wanted."""

import argparse
import json
import os
import pickle
import shlex
import shutil
import signal
import sys
import tempfile
from dataclasses import dataclass, field

import makers
from measure import GB, MB, ROOT, counted, fail, peak, read_anew, run
from report import write_report

SMALL = os.path.join(ROOT, "TestMedia", "camera", "camera.mov")
TIMECODE = os.path.join(ROOT, "TestMedia", "timecode", "25.mov")


@dataclass
class Rival:
    """Another program's command; `wanted` is how much of its time ours may take, at most."""

    name: str
    command: list
    wanted: float = None
    prepare: list = None
    # Not another program that does the job, but a measure of the machine or of ourselves.
    is_yardstick: bool = False

    @property
    def program(self):
        return self.command[0]


@dataclass
class Job:
    name: str
    title: str
    ours: list
    rivals: list
    prepare: list = None
    # Bytes of the largest resident set that are wanted, at most.
    memory: int = None
    # Short jobs are run more often than --runs says, and long ones less.
    share: float = 1


@dataclass
class Measured:
    job: Job
    seconds: float
    peak: int
    io: dict
    rivals: list = field(default_factory=list)  # (Rival, seconds, peak)
    missing: list = field(default_factory=list)  # (Rival, why)


class Fixtures:
    """Files that are made when a job first wants them, and kept where a folder was given."""

    def __init__(self, folder):
        self.folder = folder

    def path(self, name):
        return os.path.join(self.folder, name)

    def made(self, name, make):
        path = self.path(name)
        if not os.path.exists(path):
            print(f"making {name}", file=sys.stderr, flush=True)
            make(path + ".part")
            os.rename(path + ".part", path)
        return path

    def many(self):
        return self.made("many.mov", lambda path: makers.many_samples(path, 10000))

    def fragments(self):
        return self.made("fragments.mp4", lambda path: makers.many_fragments(path, 43701))

    def each_frame(self):
        return self.made("each-frame.mov", lambda path: makers.timecode_each_frame(path, 262144))

    def stream(self):
        """217 MB of H.264, a clip again and again."""
        def make(path):
            run(["ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i",
                 "testsrc2=size=1280x720:rate=25", "-frames:v", "100", "-pix_fmt", "yuv420p",
                 "-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-crf", "1", "-f", "h264",
                 path])
            with open(path, "rb") as file:
                clip = file.read()
            makers.write(path, *[clip] * max(1, round(217_000_000 / len(clip))))
        return self.made("stream.h264", make)

    def film(self, tool):
        """The same in a movie."""
        def make(path):
            run([tool, "-q", "build", path + ".mov", "--video", self.stream()])
            os.rename(path + ".mov", path)
        return self.made("film.mov", make)

    def big(self):
        """2.45 GB of pictures."""
        path = self.made("big.mov", lambda path: makers.raw_movie(path, 2_450_000_000, 900, False))
        return makers.Movie.there(path)

    def clips(self, count=1000):
        folder, names = self.path("clips"), []
        os.makedirs(folder, exist_ok=True)
        for number in range(count):
            source = os.path.join(ROOT, "TestMedia", "rates",
                                  ["25.mov", "24.mov", "50.mov", "60.mov"][number % 4])
            names.append(os.path.join(folder, f"{number}.mov"))
            if not os.path.exists(names[-1]):
                shutil.copyfile(source, names[-1])
        makers.write(self.path("clips.txt"), "".join(name + "\n" for name in names).encode())
        return folder, self.path("clips.txt")


def ffprobe(*rest):
    return ["ffprobe", "-v", "error", *rest]


def inspect_jobs(tool, files):
    text, js = [tool, "inspect", "--no-pager"], [tool, "inspect", "--compact"]

    def dumps(movie, js=False, tables=False):
        """What prints the same of a movie, with rows of tables and without."""
        dump = ["mp4dump", *(["--verbosity", "3"] if tables else []),
                *(["--format", "json"] if js else []), movie]
        box = ["MP4Box", "-diso" if tables else "-disox", "-std", movie]
        return dump, box

    def others(movie, js=False):
        return [
            Rival("mediainfo", ["mediainfo", *(["--Output=JSON"] if js else []), movie]),
            Rival("exiftool", ["exiftool", *(["-j"] if js else []), movie]),
            Rival("ffprobe", ffprobe("-show_format", "-show_streams",
                                     *(["-of", "json"] if js else []), movie))]

    for js_too, word in [(False, "text"), (True, "JSON")]:
        dump, box = dumps(SMALL, js_too)
        name = f"small-{word.lower()}"
        yield name, lambda js_too=js_too, dump=dump, box=box, name=name, word=word: Job(
            name, f"inspect a small movie, {word}",
            [*(js if js_too else text), SMALL],
            [Rival("mp4dump", dump, 1.2), Rival("MP4Box -disox", box),
             Rival("boxdumper", ["boxdumper", "--box", SMALL]), *others(SMALL, js_too)], share=5)

    def many():
        movie = files.many()
        dump, box = dumps(movie)
        return Job("many-text", "inspect a million samples, tables cut", [*text, movie],
                   [Rival("movtool, small movie", [*text, SMALL], 1.5, is_yardstick=True),
                    Rival("mp4dump", dump), Rival("MP4Box -disox", box), *others(movie)], share=5)
    yield "many-text", many

    def rows(js_too, word, wanted):
        movie = files.many()
        dump, box = dumps(movie, js_too, tables=True)
        return Job(f"many-rows-{word.lower()}", f"every row of a million samples, {word}",
                   [*(js if js_too else text), "--rows", "all", movie],
                   [Rival("mp4dump --verbosity 3", dump, wanted), Rival("MP4Box -diso", box, 1),
                    Rival("boxdumper", ["boxdumper", "--box", movie])])
    yield "many-rows-text", lambda: rows(False, "text", 0.5)
    yield "many-rows-json", lambda: rows(True, "JSON", 0.25)

    def fragments(js_too, word):
        movie = files.fragments()
        dump, box = dumps(movie, js_too)
        return Job(f"fragments-{word.lower()}", f"every atom of 43,701 fragments, {word}",
                   [*(js if js_too else [*text, "--all"]), movie],
                   [Rival("mp4dump", dump, 0.5), Rival("MP4Box -disox", box),
                    Rival("mediainfo", ["mediainfo", movie])], memory=32 * MB)
    yield "fragments-text", lambda: fragments(False, "text")
    yield "fragments-json", lambda: fragments(True, "JSON")


def timecode_jobs(tool, files):
    def gpac(movie):
        # `alltk`, because gpac leaves out tracks that are not enabled.
        return ["gpac", "-i", movie + ":alltk", "inspect:deep:test=noprop"]

    def one():
        return Job("timecode", "extract the timecode of a clip",
                   [tool, "extract", "timecode", TIMECODE],
                   [Rival("gpac inspect", gpac(TIMECODE), 0.5),
                    Rival("ffprobe tags", ffprobe("-show_entries", "stream_tags=timecode",
                                                  TIMECODE)),
                    Rival("mediainfo", ["mediainfo", "--Output=JSON", TIMECODE])], share=5)
    yield "timecode", one

    def each_frame():
        movie = files.each_frame()
        return Job("timecode-many", "extract 262,144 timecode samples, JSON",
                   [tool, "extract", "timecode", "--compact", movie],
                   [Rival("gpac inspect", gpac(movie), 0.2),
                    Rival("ffprobe -show_packets", ffprobe(
                        "-select_streams", "d", "-show_packets", "-show_data", "-of", "json",
                        movie))])
    yield "timecode-many", each_frame


def sample_jobs(tool, files):
    def samples():
        movie = files.many()
        return Job("list-samples", "list a million samples, JSON",
                   [tool, "extract", "track", movie, "--track", "1", "--list"],
                   [Rival("ffprobe -show_packets", ffprobe(
                       "-select_streams", "0", "-show_packets", "-of", "json", movie), 0.03)],
                   share=0.3)
    yield "list-samples", samples

    out = files.path("out")

    def export():
        movie = files.film(tool)
        return Job("export", "write 217 MB of a movie as a byte stream",
                   [tool, "extract", "track", movie, "-o", out],
                   [Rival("ffmpeg -c copy", ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", movie,
                                             "-c", "copy", "-f", "h264", out], 1),
                    Rival("mp42avc", ["mp42avc", movie, out], 1),
                    Rival("MP4Box -raw", ["MP4Box", "-quiet", "-raw", "1", movie, "-out", out], 1),
                    Rival("cp", ["cp", "--reflink=never", movie, out], is_yardstick=True)],
                   prepare=["rm", "-f", out])
    yield "export", export

    def build():
        stream, movie = files.stream(), out + ".mov"
        return Job("import", "make a movie of a byte stream of 217 MB",
                   [tool, "build", movie, "--video", stream],
                   [Rival("ffmpeg -c copy", ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i",
                                             stream, "-c", "copy", movie], 1),
                    Rival("MP4Box -add", ["MP4Box", "-quiet", "-add", stream, "-new", movie], 1),
                    Rival("cp", ["cp", "--reflink=never", stream, movie], is_yardstick=True)],
                   prepare=["rm", "-f", movie], memory=32 * MB)
    yield "import", build


def change_jobs(tool, files):
    out = files.path("out.mov")
    remove = ["rm", "-f", out]
    stamp = ["insert", "timecode", "--start", "01:00:00:00"]

    def rivals(movie):
        """Those who write the movie anew to give it timecode."""
        return [Rival("ffmpeg -c copy -timecode",
                      ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", movie, "-map", "0:v", "-c",
                       "copy", "-timecode", "01:00:00:00", out], 1, remove),
                Rival("MP4Box -add :tc=", ["MP4Box", "-quiet", "-add", "self:tc=30,1,0,0,0", movie,
                                           "-out", out], 1, remove)]

    def floor(movie):
        """A program that does nothing but write what a change has to."""
        program, source = files.path("floor"), os.path.join(ROOT, "Tests", "Benchmarks", "floor.c")
        run(["cc", "-O2", "-static", source, "-o", program])
        # The header, and a track of timecode of less than a kilobyte.
        return Rival("floor", [program, movie.path, str(movie.moov + 700), str(movie.type_offset)],
                     1.3, shlex.join(movie.reset_command()), is_yardstick=True)

    def in_place():
        movie = files.big()
        floors = [floor(movie)] if shutil.which("cc") else []
        return Job("in-place", "stamp 2.45 GB in place", [tool, *stamp, movie.path, "--in-place"],
                   [*floors, *rivals(movie.path)], prepare=movie.reset_command(), share=0.5)
    yield "in-place", in_place

    def copy():
        movie = files.big()
        return Job("copy", "stamp a copy of 2.45 GB", [tool, *stamp, movie.path, "-o", out],
                   [*rivals(movie.path),
                    Rival("cp", ["cp", "--reflink=never", movie.path, out], is_yardstick=True)],
                   prepare=remove, share=0.3)
    yield "copy", copy

    def fast_start():
        movie = files.film(tool)
        return Job("fast-start", "put the header of 217 MB first",
                   [tool, "remux", movie, "--fast-start", "-o", out],
                   [Rival("ffmpeg -movflags faststart",
                          ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", movie, "-map", "0",
                           "-c", "copy", "-movflags", "+faststart", out], 1),
                    Rival("MP4Box -inter", ["MP4Box", "-quiet", "-inter", "500", movie, "-out",
                                            out], 1)],
                   prepare=remove)
    yield "fast-start", fast_start

    def many():
        movie = files.many()
        return Job("copy-many", "stamp a copy of a million samples",
                   [tool, *stamp, movie, "-o", out],
                   rivals(movie), prepare=remove, share=0.5)
    yield "copy-many", many


def fleet_jobs(tool, files):
    def clips():
        folder, names = files.clips()
        one = f"{shlex.quote(tool)} -q list --compact \"$name\""
        loop = f"while read -r name; do {one}; done < {names}"
        return Job("fleet", "list 1,000 small movies, 2 jobs",
                   [tool, "-q", "list", "--compact", "--jobs", "2", "--files-from", names],
                   [Rival("movtool, a call each", ["sh", "-c", loop], 0.2, is_yardstick=True),
                    Rival("mediainfo", ["mediainfo", "--Output=JSON", folder]),
                    Rival("exiftool", ["exiftool", "-q", "-j", folder])], share=0.3)
    yield "fleet", clips

    def stamped():
        _, names = files.clips()
        copies = files.path("copies")
        stamp = [tool, "-q", "insert", "timecode", "--start", "01:00:00:00"]
        loop = (f"mkdir {copies}; while read -r name; do {shlex.join(stamp)} \"$name\" -o "
                f"{copies}/\"${{name##*/}}\"; done < {names}")
        return Job("fleet-stamp", "stamp copies of 1,000 small movies, 2 jobs",
                   [*stamp, "--jobs", "2", "--files-from", names, "-o", copies + "/"],
                   [Rival("movtool, a call each", ["sh", "-c", loop], is_yardstick=True)],
                   prepare=["rm", "-rf", copies], share=0.3)
    yield "fleet-stamp", stamped


def measure(job, runs):
    """All commands of a job in one call of hyperfine."""
    there, missing = [], []
    for rival in job.rivals:
        if shutil.which(rival.program):
            there.append(rival)
        else:
            missing.append((rival, "not there"))
    commands = [Rival("movtool", job.ours, prepare=job.prepare), *there]
    for program in {command.program for command in commands}:
        read_anew(program)
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        line = ["hyperfine", "-N", "-i", "--style", "none", "--warmup", "1", "--runs",
                str(max(2, round(job.share * runs))), "--export-json", out.name]
        prepares = [command.prepare or job.prepare for command in commands]
        if any(prepares):
            for prepare in prepares:
                line += ["--prepare", prepare if isinstance(prepare, str)
                         else shlex.join(prepare or ["true"])]
        run(line + [shlex.join(command.command) for command in commands])
        results = json.load(open(out.name))["results"]
    if any(results[0]["exit_codes"]):
        fail(f"{shlex.join(job.ours)} ends with {set(results[0]['exit_codes'])}")

    def prepared(command, value):
        prepare = command.prepare or job.prepare
        if prepare:
            run(["sh", "-c", prepare] if isinstance(prepare, str) else prepare)
        return value(command.command)
    measured = Measured(job, results[0]["median"], prepared(commands[0], peak),
                        prepared(commands[0], counted), missing=missing)
    for rival, result in zip(there, results[1:]):
        if any(result["exit_codes"]):
            measured.missing.append((rival, "does not do this"))
        else:
            measured.rivals.append((rival, result["median"], prepared(rival, peak)))
    if job.prepare:
        run(job.prepare)
    return measured


def main():
    parser = argparse.ArgumentParser(prog="run.sh", description=__doc__)
    parser.add_argument("--tool", default=os.path.join(ROOT, ".build", "release", "movtool"))
    parser.add_argument("--fixtures")
    parser.add_argument("--only", action="append")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--report")
    parser.add_argument("--list", action="store_true")
    given = parser.parse_args()
    tool = os.path.abspath(given.tool)
    if not os.access(tool, os.X_OK):
        sys.exit(f"run.sh: {tool} is not there; the head of run.sh says how to build it")
    if given.fixtures:
        os.makedirs(given.fixtures, exist_ok=True)
        folder, temporary = os.path.abspath(given.fixtures), None
    else:
        temporary = tempfile.TemporaryDirectory(prefix="movtool-benchmark-")
        folder = temporary.name
    if shutil.disk_usage(folder).free < 8 * GB:
        sys.exit(f"run.sh: less than 8 GB are free in {folder}; --fixtures DIR names another place")
    files = Fixtures(folder)
    makers_of_jobs = [*inspect_jobs(tool, files), *timecode_jobs(tool, files),
                      *sample_jobs(tool, files), *change_jobs(tool, files),
                      *fleet_jobs(tool, files)]
    # An end by a signal removes the files as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))
    # Figures of earlier runs on the same files, so that --only renews one line of the page.
    known, measured = files.path("figures.pickle"), {}
    if os.path.exists(known):
        with open(known, "rb") as file:
            measured = pickle.load(file)
    count = 0
    try:
        for name, make in makers_of_jobs:
            if given.list:
                print(name)
                continue
            if given.only and not any(name.startswith(only) for only in given.only):
                continue
            measured[name] = measure(make(), given.runs)
            count += 1
            print(line_of(measured[name]), flush=True)
            with open(known, "wb") as file:
                pickle.dump(measured, file)
    finally:
        if temporary:
            temporary.cleanup()
    report = given.report or (None if given.only else os.path.join(ROOT, "Docs"))
    if report and measured:
        known = [measured[name] for name, _ in makers_of_jobs if name in measured]
        write_report(report, tool, known)
        print(f"written: {report}/Performance.md and Performance.svg")
    print(f"{count} jobs measured")


def line_of(result):
    from report import against, ms, size
    return "\n".join([f"{result.job.name}: {ms(result.seconds)}, {size(result.peak)}",
                      *(f"    {line}" for line in against(result))])


if __name__ == "__main__":
    main()
