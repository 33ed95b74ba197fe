#!/usr/bin/env python3
"""Writes Sources/MovKit/Atoms/Names/AtomClausesTable.swift.

    Docs/Clauses/generate.py > Sources/MovKit/Atoms/Names/AtomClausesTable.swift

The clause of a record is what its documentation has in brackets: "(ISO/IEC 14496-12, 8.3.2; …)".
"""
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = re.compile(
    r"ISO|QuickTime|Apple|3GPP|TS \d|ETSI|RFC|ITU|SMPTE|H\.26|AV1|AVIF|VP Codec|VP9|Opus|FLAC|Dolby|DASH|"
    r"C2PA|Adobe|XMP|ID3|Common File|PIFF|Protected|GoPro|Canon|Sony|Matroska|MIAF|Immersive Audio|UltraViolet|JPEG|AES")

# Containers have no record of their own.
CONTAINERS = {
    "moov": "8.2.1", "trak": "8.3.1", "tref": "8.3.3", "trgr": "8.3.4", "mdia": "8.4.1",
    "minf": "8.4.4", "stbl": "8.5.1", "stsd": "8.5.2", "edts": "8.6.5", "dinf": "8.7.1",
    "mvex": "8.8.1", "moof": "8.8.4", "traf": "8.8.6", "mfra": "8.8.9", "udta": "8.10.1",
    "mdat": "8.1.1", "free": "8.1.2", "skip": "8.1.2", "idat": "8.11.11", "iprp": "8.11.14",
    "ipco": "8.11.14", "sinf": "8.12.1", "schi": "8.12.6", "meco": "8.11.7", "strk": "8.14.3",
}


def clause(comment):
    """The first text in brackets that names a document."""
    depth, start = 0, 0
    for index, letter in enumerate(comment):
        if letter == "(":
            if depth == 0:
                start = index + 1
            depth += 1
        elif letter == ")" and depth:
            depth -= 1
            text = comment[start:index]
            if depth == 0 and DOCUMENTS.search(text):
                return text
    return None


def records():
    for path in sorted((ROOT / "Sources/MovKit/Atoms").rglob("*.swift")):
        comment = []
        for line in path.read_text().splitlines():
            if line.startswith("///"):
                comment.append(line[3:].strip())
                continue
            name = re.match(r"(?:public |package )?(?:struct|final class|enum) (\w+)", line)
            found = clause(" ".join(comment)) if name else None
            if found:
                yield name[1], re.sub('"([^"]*)"', "“\\1”", found.replace("`", ""))
            comment = []


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def text(name, rows):
    """A string with a line for each row: the compiler takes seconds for a dictionary of them."""
    print(f'  static let {name} = """')
    for key, value in sorted(rows):
        print(f"    {key}: " + value.replace("\\", "\\\\"))
    print('    """')


def table(name, kind, rows):
    print(f"  static let {name}: [{kind}: String] = [")
    for key, value in sorted(rows):
        print(f"    {literal(key)}: {literal(value)},")
    print("  ]")


print("// Made by Docs/Clauses/generate.py of the documentation of the records.")
print("// swift-format-ignore-file")
print("\nextension AtomClauses {")
text("textOfRecords", set(records()))
print()
table("ofContainers", "FourCC", ((k, f"ISO/IEC 14496-12, {v}") for k, v in CONTAINERS.items()))
print("}")
