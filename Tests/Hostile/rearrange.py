#!/usr/bin/env python3
"""Rearranges movies in ways that mean nothing, and demands that every verb says and does the same.

    Tests/Hostile/rearrange.py --tool .build/release/movtool --count 500 --seed 1 FOLDER...

Each copy of a movie has one change in its header: free space among the children of an atom, four
zero bytes after them, a last child that claims more bytes than its parent has, or a size of 64
bits. Verbs that read must print the same as for the movie itself, but for places and sizes. Verbs
that write must succeed where they succeed with the movie itself, and what they write must read the
same. Movies are those whose header is the last atom, so that the media stays where it is. The same
seed makes the same copies and runs; a copy that failed is kept in --keep.
"""
import argparse
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True

import verbs  # noqa: E402

READING = [
    "hash movie.mov --json",
    "samples movie.mov --json",
    "list movie.mov --json",
    "extract timecode movie.mov --frames",
    "extract timecode movie.mov --all-sources",
    "extract metadata movie.mov",
]
WRITING = [
    "insert timecode movie.mov --start 01:00:00:00 --rate 25 --replace -o out.mov",
    "insert timecode movie.mov --start 01:00:00:00 --rate 25 --replace --in-place",
    "insert track movie.mov --from other.mov --track video -o out.mov",
    "edit timecode movie.mov --shift +1f --reel B -o out.mov",
    "edit timecode movie.mov --shift +1f --reel B --in-place",
    "edit track movie.mov --track 1 --name Boom --language de-CH -o out.mov",
    "edit track movie.mov --track 1 --name Boom --language de-CH --in-place",
    "edit metadata movie.mov title=A location=1,2 -o out.mov",
    "remove metadata movie.mov title -o out.mov",
    "remove timecode movie.mov -o out.mov",
    "remux movie.mov --fast-start -o out.mov",
    "remux movie.mov --fragment 0.2 -o out.mov",
    "cut movie.mov --to 0.2 --at-sync -o out.mov",
    "join movie.mov other.mov -o out.mov",
]
# What is read of a movie that was written.
WRITTEN = ["hash FILE --json", "extract timecode FILE --frames", "extract metadata FILE"]
# Members that say where something is, how large it is, or what is odd about it.
PLACES = {"offset", "size", "file", "path", "diagnostics"}
# In these, the type of a child is a kind of reference or the number of a key.
ANY_TYPE = {"tref", "keys"}
# Whose children are counted.
COUNTED = {"stsd", "dref"}
LARGEST = 200_000
LINES_PER_COPY = 6


def inspected(tool, name):
    """The header of a movie; none if something is wrong with the file, or it is not the last atom."""
    run = subprocess.run([tool, "inspect", "--compact", "--all", name], capture_output=True)
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return None
    atoms = document["atoms"]
    if run.returncode or document["diagnostics"] or not atoms or atoms[-1]["type"] != "moov":
        return None
    return atoms[-1] if document["tracks"] else None


def spliced(data, ancestors, at, new, old=0):
    """`data` with other bytes at a place, in the atoms that are given."""
    data = bytearray(data)
    for atom in ancestors:
        start = atom["offset"]
        size = struct.unpack_from(">I", data, start)[0]
        form, place = (">Q", start + 8) if size == 1 else (">I", start)
        # 0 means up to the end of the file.
        if size > 0:
            struct.pack_into(form, data, place, atom["size"] + len(new) - old)
    data[at : at + old] = new
    return bytes(data)


def is_compact(data, atom):
    """Whether the first four bytes of an atom are its size."""
    return struct.unpack_from(">I", data, atom["offset"])[0] == atom["size"]


def changes(data, atom, ancestors=()):
    """Every change of an atom that means nothing: a description of it, and the changed bytes."""
    inside = (*ancestors, atom)
    name = "/".join(each["type"] for each in inside)
    start, kind = atom["offset"], atom["type"]
    if is_compact(data, atom):
        wide = b"\0\0\0\1" + data[start + 4 : start + 8] + struct.pack(">Q", atom["size"] + 8)
        yield f"{name}: 64 bits", spliced(data, ancestors, start, wide, 8)
    children = [child for child in atom["children"] if child["offset"] is not None]
    if not children or len(children) < len(atom["children"]):
        return
    last, end = children[-1], start + atom["size"]
    after = last["offset"] + last["size"]
    if kind not in ANY_TYPE:
        free = struct.pack(">I4s", 11, b"free") + bytes(3)
        yield f"{name}: free first", spliced(data, inside, children[0]["offset"], free)
        yield f"{name}: free last", spliced(data, inside, after, free)
    if after == end:
        if kind not in COUNTED:
            yield f"{name}: zeros", spliced(data, inside, end, bytes(4))
        place = last["offset"]
        # What does not look like an atom, and claims too much, is not taken for one.
        if is_compact(data, last) and "\\" not in last["type"]:
            longer = struct.pack(">I", last["size"] + 12)
            yield f"{name}/{last['type']}: too long", spliced(data, (), place, longer, 4)
    for child in children:
        yield from changes(data, child, inside)


def meant(value):
    """What JSON says but for places and sizes."""
    if isinstance(value, dict):
        return {key: meant(item) for key, item in value.items() if key not in PLACES}
    return [meant(item) for item in value] if isinstance(value, list) else value


def answers(tool, folder, data, line):
    """Whether a line succeeds with a movie, and what is read then; its message if it fails."""
    for name in ["movie.mov", "out.mov"]:
        Path(folder, name).unlink(missing_ok=True)
    Path(folder, "movie.mov").write_bytes(data)

    def run(line):
        return subprocess.run([tool, *line.split(), "-q"], cwd=folder, capture_output=True,
                              stdin=subprocess.DEVNULL, timeout=60)

    def said(run):
        text = run.stdout.decode()
        lines = [text] if text.startswith(("{\n", "[\n")) else text.splitlines()
        return run.returncode, [meant(json.loads(each)) for each in lines]

    result = run(line)
    if result.returncode:
        return result.returncode, result.stderr.decode(errors="replace").strip()[-300:]
    if line in READING:
        return said(result)
    written = "out.mov" if "-o out.mov" in line else "movie.mov"
    return 0, [said(run(each.replace("FILE", written))) for each in WRITTEN]


def try_movie(given, name, moov, share):
    """Some changes of one movie. The numbers of runs and copies, and what failed."""
    data = Path(name).read_bytes()
    chance = random.Random(f"{given.seed} {Path(name).name}")
    wanted, runs, copies, faults = {}, 0, 0, []
    with tempfile.TemporaryDirectory(dir=verbs.FAST, prefix="movtool-rearrange-") as folder:
        Path(folder, "other.mov").write_bytes(given.other)
        for what, changed in changes(data, moov):
            if chance.random() >= share:
                continue
            copies += 1
            for line in chance.sample(READING + WRITING, LINES_PER_COPY):
                if line not in wanted:
                    wanted[line] = answers(given.tool, folder, data, line)
                if wanted[line][0]:
                    continue
                runs += 1
                found = answers(given.tool, folder, changed, line)
                if found != wanted[line]:
                    faults.append(f"{what}: {line}: {found[1] if found[0] else 'says another thing'}")
                    if given.keep:
                        Path(given.keep).mkdir(parents=True, exist_ok=True)
                        Path(given.keep, f"{copies}-{Path(name).name}").write_bytes(changed)
    return runs, copies, [f"{name}: {fault}" for fault in faults]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tool", required=True)
    options.add_argument("--count", type=int, default=500, help="changed copies, about")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--workers", type=int, default=os.cpu_count())
    options.add_argument("--keep", help="folder for copies that failed")
    options.add_argument("folders", nargs="+")
    given = options.parse_args()
    given.tool = os.path.abspath(given.tool)
    given.keep = given.keep and os.path.abspath(given.keep)
    given.other = (verbs.ROOT / "TestMedia/timecode/25-reel.mov").read_bytes()
    names = sorted(str(path.resolve()) for folder in given.folders for path in Path(folder).rglob("*")
                   if path.is_file() and path.suffix in (".mov", ".mp4", ".m4a", ".m4v", ".3gp")
                   and path.stat().st_size <= LARGEST)
    with ThreadPoolExecutor(given.workers) as pool:
        headers = pool.map(lambda name: inspected(given.tool, name), names)
        movies = [(name, moov) for name, moov in zip(names, headers) if moov]
        total = sum(sum(1 for _ in changes(Path(name).read_bytes(), moov)) for name, moov in movies)
        if not total:
            sys.exit("no movies to rearrange")
        share = given.count / total
        runs = copies = failed = 0
        for ran, made, faults in pool.map(lambda movie: try_movie(given, *movie, share), movies):
            runs, copies, failed = runs + ran, copies + made, failed + len(faults)
            for fault in faults:
                print(fault, flush=True)
    print(f"{runs} runs over {copies} rearranged copies, of {total} that there are of {len(movies)} "
          f"movies: {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
