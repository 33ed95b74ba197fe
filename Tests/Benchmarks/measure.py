"""What the benchmarks share: the measuring. makers.py makes the movies."""

import argparse
import json
import os
import random
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
KB, MB, GB = 1 << 10, 1 << 20, 1 << 30


def fail(reason):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {reason}")


def run(command):
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode != 0:
        fail(f"{' '.join(command)}: {result.stderr.decode(errors='replace').strip()}")
    return result.stderr.decode(errors="replace")


def read_anew(program):
    """Puts a program and its libraries into the system's cache, each in one go. What a page of code costs
    a start depends on how it came to be there, whole or page by page: up to 1 ms for the same file."""
    path = shutil.which(program)
    listed = subprocess.run(["ldd", path], capture_output=True, text=True).stdout
    for name in {path, *re.findall(r"/\S+", listed)}:
        with open(name, "rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            while file.read(MB):
                pass


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


def counted(command):
    """What the kernel counts of a command and its threads: `rchar` and `wchar`, the bytes read and
    written by calls; `read_bytes` and `write_bytes`, those of pages that the disk had to give or
    has to store."""
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    # What has ended and is not yet waited for can still be asked.
    with open(f"/proc/{child.pid}/io") as file:
        counts = dict(line.split(": ") for line in file.read().splitlines())
    if child.wait() != 0:
        fail(f"{' '.join(command)} failed")
    return {name: int(value) for name, value in counts.items()}


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
    return f"{value * 1000:.2f} ms" if value < 1 else f"{value:.2f} s"


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
    # No exit status: what a busy machine takes is no fault.
    print(f"{len(failed)} figures do not hold" if failed else "every figure holds")
