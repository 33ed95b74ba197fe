#!/usr/bin/env python3
"""Packs the inputs of a fuzz target into one file, and unpacks them.

    Tests/Fuzz/pack.py pack FOLDER FILE
    Tests/Fuzz/pack.py unpack FILE FOLDER

Each input is its length in four bytes, most significant first, and its bytes; the shortest come first.
"""
import hashlib
import sys
from pathlib import Path


def pack(folder, file):
    inputs = {path.read_bytes() for path in folder.iterdir() if path.is_file()}
    ordered = sorted(inputs, key=lambda data: (len(data), data))
    file.write_bytes(b"".join(len(data).to_bytes(4, "big") + data for data in ordered))


def unpack(file, folder):
    folder.mkdir(parents=True, exist_ok=True)
    data, at = file.read_bytes(), 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at:at + 4], "big")
        one = data[at + 4:end]
        (folder / hashlib.sha1(one).hexdigest()).write_bytes(one)
        at = end


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    globals()[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
