#!/usr/bin/env python3
"""Makes by hand the movies that no encoder makes.

    handmade.py OUT_DIR                 into a folder that make.sh has filled
    handmade.py --sparse FILE           a sparse movie of 5 GiB, moov first, co64
    handmade.py --sparse-stco FILE      the same just below 4 GiB, with stco that must grow
    handmade.py --set-times FILE        fixed creation times in a movie of another's making

The clips to build on are the encoder-made movies in OUT_DIR/rates (beside this script for the
sparse ones). make.sh passes with --stamps
what encoders stamped, with --contents the table of what it made.
"""

import argparse
import functools
import os

from workshop import headers, hostile, quicktime, strings, tables, timecode
from workshop.contents import write_contents
from workshop.movies import Clip
from workshop.readings import stamped, write_readings
from workshop.sparse import write_sparse
from workshop.times import set_times

PLAIN = headers.CASES + hostile.CASES + quicktime.CASES + strings.CASES + tables.CASES
HERE = os.path.dirname(os.path.abspath(__file__))


def write(folder, path, data):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def row(case):
    module = case.make.__module__.split(".")[-1]
    return case.path, f"{module}.{case.make.__name__}", case.purpose


def make_all(folder, stamps, contents):
    @functools.cache
    def clips(rate):
        return Clip(os.path.join(folder, "rates", rate + ".mov"))

    made, readings = [], []
    for case in PLAIN:
        write(folder, case.path, case.make(clips))
        made.append(row(case))
    for case in timecode.CASES + quicktime.TIMECODE:
        data, rows = case.make(clips)
        write(folder, case.path, data)
        readings += [(case.path, row) for row in rows]
        made.append(row(case))
    if stamps:
        readings += stamped(stamps)
        write_readings(os.path.join(folder, "expected-timecodes.tsv"), readings)
    if contents:
        with open(contents, encoding="utf-8") as rows:
            made += [tuple(row.rstrip("\n").split("\t")) for row in rows]
        write_contents(folder, os.path.join(HERE, "README.md"), made)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", metavar="OUT_DIR")
    parser.add_argument("--stamps", metavar="TSV")
    parser.add_argument("--contents", metavar="TSV")
    parser.add_argument("--set-times", metavar="FILE")
    parser.add_argument("--sparse", metavar="FILE")
    parser.add_argument("--sparse-stco", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.set_times:
        set_times(arguments.set_times)
    elif arguments.sparse or arguments.sparse_stco:
        clip = Clip(os.path.join(HERE, "rates", "25.mov"))
        write_sparse(arguments.sparse or arguments.sparse_stco, clip, not arguments.sparse)
    elif arguments.folder:
        make_all(arguments.folder, arguments.stamps, arguments.contents)
    else:
        parser.error("nothing to make")


if __name__ == "__main__":
    main()
