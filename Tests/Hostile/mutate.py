#!/usr/bin/env python3
"""Runs movtool over damaged copies of movies and demands that it always answers.

    Tests/Hostile/mutate.py --tool .build/release/movtool --count 20000 --seed 1 FOLDER...

Every copy gets one to four injuries: flipped bytes, sizes and counts set to extremes, bytes cut
out or put in, a file cut short. Each copy then goes through `inspect`, `inspect --json`,
`extract timecode`, `extract track`, `insert timecode` and `build`. It must never die by a signal, never take longer than
the limit, always leave valid JSON, and never change its source. The same seed makes the same
copies, whatever the number of workers; a copy that failed is kept in --keep.
"""
import argparse
import hashlib
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

EXTREMES = [0, 1, 7, 8, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF]
# Copies are made of whole files, so that large ones are left out; their structure is no different.
LARGEST = 2_000_000


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


def injure(data, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        ranges = structure(data)
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


def run(tool, arguments, limit):
    begun = time.monotonic()
    try:
        done = subprocess.run(
            [tool, *arguments], stdin=subprocess.DEVNULL, capture_output=True, timeout=limit * 10)
    except subprocess.TimeoutExpired:
        return None, b"", f"still running after {limit * 10} s"
    took = time.monotonic() - begun
    if done.returncode not in (0, 1):
        return None, b"", f"status {done.returncode}: {done.stderr[-300:]!r}"
    if took > limit:
        # A busy machine is slow too: only what is slow by its own processor time counts.
        again = subprocess.run(
            ["bash", "-c", 'TIMEFORMAT=%U+%S; time "$@" >/dev/null 2>&1', "-", tool, *arguments],
            capture_output=True, text=True)
        used = sum(float(part) for part in again.stderr.split()[-1].split("+"))
        if used > limit:
            return None, b"", f"{used:.2f} s of processor time"
    if done.returncode == 1 and not done.stderr.startswith(b"movtool: "):
        return None, b"", f"status 1 without a message: {done.stderr[-300:]!r}"
    return done.returncode, done.stdout, None


def try_one(task):
    tool, path, seed, limit, keep = task
    source = Path(path)
    data = injure(source.read_bytes(), random.Random(seed))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        copy = Path(folder, "damaged" + source.suffix)
        copy.write_bytes(data)
        stamped = Path(folder, "stamped")
        faults, parsed = [], False
        built = Path(folder, "built.mov")
        commands = {
            "inspect": ["inspect", str(copy)],
            "inspect --json": ["inspect", "--json", str(copy)],
            "extract timecode": ["extract", "timecode", str(copy)],
            "insert timecode": ["insert", "timecode", str(copy), "--start", "01:00:00:00", "--rate",
                                "25", "--replace", "--overwrite", "-o", str(stamped)],
            "extract track": ["extract", "track", str(copy), "--track", "1", "-o", "/dev/null"],
            "extract track --list": ["extract", "track", str(copy), "--track", "1", "--list", "-o",
                                     "/dev/null"],
            "build": ["build", str(built), "--overwrite", "--video", str(copy)],
        }
        outputs = {"insert timecode": stamped, "build": built}
        expected = [copy.name]
        written = False
        for name, arguments in commands.items():
            status, output, fault = run(tool, arguments, limit)
            if fault is None and status == 0 and name in ("inspect --json", "extract timecode"):
                try:
                    json.loads(output)
                except ValueError as error:
                    fault = f"no JSON: {error}"
            if name == "inspect":
                parsed = status == 0
            if name == "insert timecode":
                written = status == 0
            if status == 0 and name in outputs:
                expected.append(outputs[name].name)
            left = sorted(p.name for p in Path(folder).iterdir())
            if fault is None and left != sorted(expected):
                fault = f"left behind: {left}"
            if fault is not None:
                faults.append(f"{name}: {fault}")
        if copy.read_bytes() != data:
            faults.append("the source was changed")
        if faults and keep:
            Path(keep).mkdir(parents=True, exist_ok=True)
            name = f"{seed}-{hashlib.sha256(data).hexdigest()[:8]}{source.suffix}"
            Path(keep, name).write_bytes(data)
    return path, seed, faults, parsed, written


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tool", required=True)
    options.add_argument("--count", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--limit", type=float, default=1.0, help="seconds a command may take")
    options.add_argument("--workers", type=int, default=os.cpu_count())
    options.add_argument("--keep", help="folder for copies that failed")
    options.add_argument("folders", nargs="+")
    given = options.parse_args()
    files = sorted(
        str(path) for folder in given.folders for path in Path(folder).rglob("*")
        if path.is_file() and 0 < path.stat().st_size <= LARGEST
        and path.suffix not in (".md", ".py", ".sh", ".tsv", ".txt", ".json", ".pyc"))
    if not files:
        sys.exit("no files to damage")
    chance = random.Random(given.seed)
    tasks = [
        (given.tool, chance.choice(files), given.seed * 1_000_000 + index, given.limit, given.keep)
        for index in range(given.count)]
    failed = parsed = written = 0
    with ProcessPoolExecutor(given.workers) as pool:
        for path, seed, faults, was_parsed, was_written in pool.map(try_one, tasks, chunksize=8):
            parsed += was_parsed
            written += was_written
            if faults:
                failed += 1
                for fault in faults:
                    print(f"{path} (seed {seed}): {fault}")
    print(
        f"{given.count} damaged copies of {len(files)} files: {parsed} inspected, "
        f"{written} stamped, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
