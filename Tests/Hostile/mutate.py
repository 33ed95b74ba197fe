#!/usr/bin/env python3
"""Runs every verb of movtool over damaged copies of its input and demands that it always answers.

    Tests/Hostile/mutate.py --tool .build/release/movtool --count 20000 --seed 1 FOLDER...

Every copy gets one to four injuries: flipped bytes, sizes and counts set to extremes, bytes cut
out or put in, a file cut short. Damaged are the movies of the folders, and a byte stream, a WAV
file, a list of timecode and a backup. Each copy then goes through several lines of verbs.py. A run
must never die by a signal and never take longer, print or write more, or use more memory than the
limits; what it prints, also if it fails, must be valid JSON where it is JSON; it must leave no
temporary file, and never change its input. If it succeeds, all that it is to write is there. What it
changes in place, `restore` must undo byte for byte; a change that fails leaves the movie as it was.
The same seed makes the same copies and runs, whatever the number of workers; a copy that failed is kept
in --keep.
"""
import argparse
import hashlib
import json
import os
import random
import shutil
import struct
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from xml.parsers import expat

sys.dont_write_bytecode = True

import verbs  # noqa: E402

EXTREMES = [0, 1, 7, 8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]
# Copies are made of whole files, so that large ones are left out; their structure is no different.
LARGEST = 2_000_000
# So many lines run over one copy.
LINES_PER_COPY = 5


def structure(data):
    """Ranges of the file that are not media: where an injury says something about the parser."""
    ranges, at = [], 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if size == 1 and at + 16 <= len(data):
            size = struct.unpack_from(">Q", data, at + 8)[0]
        if size == 0:
            size = len(data) - at
        ranges.append((at, at + 16))
        if kind not in (b"mdat", b"free", b"skip", b"wide"):
            ranges.append((at, min(at + size, len(data))))
        if size < 8:
            break
        at += size
    return ranges or [(0, len(data))]


def injure(data, chance, ranges_of=structure):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        ranges = ranges_of(data)
        low, high = chance.choice(ranges) if chance.random() < 0.95 else (0, len(data))
        high = min(high, len(data))
        if high - low < 4:
            continue
        at = chance.randrange(low, high)
        kind = chance.random()
        if kind < 0.35:
            data[at] = chance.randrange(256)
        elif kind < 0.70:
            # Sizes, counts, offsets and times are all 32 bits, mostly at even places.
            at -= at % 2
            value = chance.choice(EXTREMES + [chance.getrandbits(32), len(data)])
            data[at : at + 4] = struct.pack(">I", value & 0xFFFFFFFF)
        elif kind < 0.80:
            end = min(len(data), at + chance.choice([1, 2, 4, 8, 16, 64]))
            del data[at:end]
        elif kind < 0.88:
            data[at:at] = bytes(chance.randrange(256) for _ in range(chance.choice([1, 4, 8, 24])))
        elif kind < 0.94:
            other = chance.randrange(low, high)
            length = chance.choice([4, 8, 32, 128])
            data[at : at + length] = data[other : other + length]
        else:
            del data[at:]
    return bytes(data)


def anywhere(data):
    """Ranges of a file that is not made of atoms; its first bytes count most."""
    return [(0, min(64, len(data))), (0, len(data))]


def unique(members):
    found = dict(members)
    if len(found) < len(members):
        raise ValueError("an object has a key twice")
    return found


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


# As RFC 8259 has it: Python by itself takes NaN, and a key twice.
DECODER = json.JSONDecoder(object_pairs_hook=unique, parse_constant=refuse)


def form_fault(line, result):
    """What is wrong with the JSON or XML of a run, whatever its status is."""
    text = result.output
    if line.form == "json" and "out.json" in line.arguments and Path("out.json").exists():
        text = Path("out.json").read_bytes()
    if not line.form:
        return None
    if not text:
        # A list of frames or samples can be empty.
        whole = result.status == 0 and not {"--frames", "--list"} & set(line.arguments)
        return "nothing was printed" if whole else None
    try:
        if line.form == "xml":
            expat.ParserCreate().Parse(text, True)
            return None
        text, at = text.decode("utf-8"), 0
        while text[at:].strip():
            at += len(text[at:]) - len(text[at:].lstrip())
            _, at = DECODER.raw_decode(text, at)
    except (ValueError, expat.ExpatError) as error:
        return f"no {line.form}: {error}"
    return None


class Worker:
    """A folder that is filled once and used for all runs of a process."""

    def __init__(self, given):
        self.given = given
        self.folder = tempfile.mkdtemp(dir=verbs.FAST, prefix="movtool-mutate-")
        work = os.path.join(self.folder, "work")
        os.mkdir(work)
        self.scratch = os.path.join(self.folder, "run")
        verbs.make(given.tool, work)
        os.chdir(work)
        self.state = verbs.State()
        self.originals = dict(self.state.contents)

    def run(self, arguments, line=None):
        """A run and what is wrong with it, whatever its line is, or as the line may end."""
        given = self.given
        result = verbs.run([given.tool, *arguments], given.limit * 10, self.scratch)
        written = sum(os.path.getsize(name) for name in self.state.added())
        if result.status is None:
            return result, (f"still running after {given.limit * 10} s: "
                            f"{result.errors[-300:].decode(errors='replace')}")
        if not (line.may_end(result) if line else result.status in (0, 1)):
            return result, f"status {result.status}: {result.errors[-300:]!r}"
        # A busy machine is slow too: only the processor time of the run counts.
        if result.processor > given.limit:
            return result, f"{result.processor:.2f} s of processor time"
        if result.memory > given.memory * 1_000_000:
            return result, f"{result.memory / 1e6:.0f} MB of memory"
        if len(result.output) + len(result.errors) + written > given.output * 1_000_000:
            return result, (f"{len(result.output)} bytes of output, {len(result.errors)} of "
                            f"messages, {written} in files")
        # `diff` ends with 1 if something differs, and `inspect --find` if nothing is found.
        if result.status == 1 and not verbs.messages(result.errors) and (
                arguments[0] != "diff" and "--find" not in arguments):
            return result, f"status 1 without a message: {result.errors[-300:]!r}"
        return result, None

    def try_line(self, line):
        """Runs one line over what is in the folder. Its status, and what is wrong."""
        result, fault = self.run(line.arguments, line)
        faults = [fault] if fault else []
        fault = form_fault(line, result)
        if fault:
            faults.append(fault)
        for name in self.state.added():
            if not any(name == output or output.endswith("/") and name.startswith(output)
                       and "/." not in name for output in line.outputs):
                faults.append(f"left behind: {name}")
            # `list` has a row for a clip that cannot be read, and writes the others.
            elif result.status == 1 and line.promise == verbs.FILES and line.verb != "list":
                faults.append(f"status 1, and {name} was written")
        # What its own check refuses is to be refused before anything is written.
        if b"verification of the" in result.errors:
            faults.append(f"wrote what it refuses: {result.errors[-300:]!r}")
        if result.status == 0 and line.writes:
            faults += [f"status 0 without {output}" for output in line.outputs
                       if output != "out.backup" and not any(
                           name.startswith(output) for name in self.state.added())]
        changed = self.state.changed()
        allowed = [verbs.target(line)] if result.status == 0 else []
        faults += [f"changed, with status {result.status}: {name}" for name in changed
                   if name not in allowed]
        # A movie that needs no change has no backup.
        if result.status == 0 and "out.backup" in line.arguments and (
                changed or Path("out.backup").exists()):
            undone, fault = self.run(["restore", verbs.target(line), "out.backup"])
            if fault or undone.status != 0:
                faults.append(f"restore: {fault or undone.errors[-300:]!r}")
            if self.state.changed():
                faults.append("restore did not give the old bytes back")
        if line.verb == "restore" and result.status == 0 and (
                Path("changed.mov").read_bytes() != self.originals["movie.mov"]) and (
                line.subject == "backup"):
            faults.append("restored something else than the old movie")
        self.state.reset()
        return result.status, faults

    def try_one(self, index):
        chance = random.Random(self.given.seed * 1_000_000 + index)
        lines = [line for line in verbs.LINES if line.subject in self.originals
                 and (line.subject in line.arguments or line.subject.startswith("card/"))]
        subject = chance.choice(lines).subject
        fitting = [line for line in lines if line.subject == subject]
        if subject in verbs.MOVIES:
            origin = chance.choice(self.given.files)
            data = injure(Path(origin).read_bytes(), chance)
        else:
            origin = subject
            data = injure(self.originals[subject], chance,
                          structure if subject.endswith(".mov") else anywhere)
        self.state.put(subject, data)
        chosen = chance.sample(fitting, min(LINES_PER_COPY, len(fitting)))
        runs, done, faults = 0, 0, []
        for line in chosen:
            status, wrong = self.try_line(line)
            runs += 1
            done += status == 0
            faults += [f"{line}: {fault}" for fault in wrong]
        if faults and self.given.keep:
            Path(self.given.keep).mkdir(parents=True, exist_ok=True)
            name = f"{index}-{hashlib.sha256(data).hexdigest()[:8]}-{os.path.basename(subject)}"
            Path(self.given.keep, name).write_bytes(data)
        self.state.put(subject, self.originals[subject])
        return origin, index, runs, done, faults


def work(task):
    """The copies of one range, in a folder that lasts as long."""
    given, indices = task
    worker = Worker(given)
    try:
        return [worker.try_one(index) for index in indices]
    finally:
        os.chdir("/")
        shutil.rmtree(worker.folder)


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tool", required=True)
    options.add_argument("--count", type=int, default=1000, help="runs, at most: some subjects have few lines")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=float, default=1.0, help="seconds a command may take")
    options.add_argument("--memory", type=float, default=256, help="MB a command may use")
    options.add_argument("--output", type=float, default=64, help="MB a command may write")
    options.add_argument("--workers", type=int, default=os.cpu_count())
    options.add_argument("--keep", help="folder for copies that failed")
    options.add_argument("folders", nargs="+")
    given = options.parse_args()
    given.tool = os.path.abspath(given.tool)
    given.keep = given.keep and os.path.abspath(given.keep)
    verbs.check_complete(given.tool)
    given.files = sorted(
        str(path.resolve()) for folder in given.folders for path in Path(folder).rglob("*")
        if path.is_file() and 0 < path.stat().st_size <= LARGEST
        and path.suffix not in (".md", ".py", ".sh", ".tsv", ".txt", ".json", ".pyc"))
    if not given.files:
        sys.exit("no files to damage")
    copies = -(-given.count // LINES_PER_COPY)
    tasks = [(given, range(at, min(at + 400, copies))) for at in range(0, copies, 400)]
    runs = done = failed = 0
    with ProcessPoolExecutor(given.workers) as pool:
        for results in pool.map(work, tasks):
            for origin, index, ran, succeeded, faults in results:
                runs += ran
                done += succeeded
                failed += bool(faults)
                for fault in faults:
                    print(f"{origin} (copy {index}): {fault}", flush=True)
    print(f"{runs} runs over {copies} damaged copies, of {len(given.files)} movies and the other "
          f"inputs: {done} succeeded, {failed} copies failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
