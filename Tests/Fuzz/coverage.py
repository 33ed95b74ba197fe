#!/usr/bin/env python3
"""Prints the share of the lines of each folder of Sources that were reached.

    Tests/Fuzz/coverage.py FILE

FILE is what `swift test --show-codecov-path` names. The least reached folders come first; the last lines
are the library and the tool.
"""
import json
import sys
from collections import defaultdict
from pathlib import PurePath


def main(file):
    with open(file) as text:
        files = json.load(text)["data"][0]["files"]
    folders, modules = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    for one in files:
        parts = PurePath(one["filename"]).parts
        if "Sources" not in parts:
            continue
        parts = parts[parts.index("Sources") + 1:]
        for group, name in ((folders, "/".join(parts[:-1])), (modules, parts[0])):
            group[name][0] += one["summary"]["lines"]["covered"]
            group[name][1] += one["summary"]["lines"]["count"]
    for group in folders, modules:
        for name, (reached, all) in sorted(group.items(), key=lambda item: item[1][0] / item[1][1]):
            print(f"{100 * reached / all:5.1f} % of {all:5} lines  {name}")
        print()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
