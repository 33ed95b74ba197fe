#!/usr/bin/env python3
"""Writes Sources/MovKit/Atoms/Names/RegisteredNamesTable.swift.

    Docs/RegisteredNames/generate.py FOLDER > Sources/MovKit/Atoms/Names/RegisteredNamesTable.swift

FOLDER holds the CSV files of the MP4 Registration Authority (the `data` folder of
https://github.com/mp4ra/mp4ra.github.io). names.txt beside this script holds the names we give
ourselves, which win.
"""
import csv
import pathlib
import re
import sys

LONGEST = 48

# File, and the context its codes have in the table ("" = an atom wherever it stands).
SOURCES = [
    ("boxes.csv", ""), ("boxes-qt.csv", ""), ("boxes-udta.csv", ""),
    ("sample-entries-boxes.csv", ""), ("unlisted.csv", ""),
    ("sample-entries.csv", "stsd"), ("sample-entries-qt.csv", "stsd"),
    ("uncv-profiles.csv", "stsd"), ("handlers.csv", "hdlr"), ("brands.csv", "ftyp"),
    ("track-references.csv", "tref"), ("track-references-qt.csv", "tref"),
    ("data-references.csv", "dref"), ("sample-groups.csv", "sgpd"), ("track-groups.csv", "trgr"),
    ("entity-groups.csv", "grpl"), ("item-properties.csv", "ipco"),
    ("item-references.csv", "iref"), ("item-types.csv", "infe"), ("schemes.csv", "schm"),
    ("color-types.csv", "colr"), ("track-selection.csv", "tsel"),
]

# Patterns and placeholders among the unlisted codes, which no file carries.
PATTERNS = {"3gLZ", "isoX", "encX", "abcd", "qvXt", "stuf"}

KINDS = {
    "Video": "vide", "Audio": "soun", "Text": "text", "Metadata": "meta", "Hint": "hint",
    "Font": "fdsm", "Subtitles": "subt", "Timecode": "tmcd", "Closed Caption": "clcp",
    "Volumetric visual media": "volv", "Haptics": "hapt", "Subtitle Graphics": "GRAP",
}


def code_text(code):
    """The code as FourCC shows it, or None where it is a pattern rather than a code."""
    code = re.sub(r"\$([0-9A-Fa-f]{2})", lambda m: chr(int(m.group(1), 16)), code)
    return code if len(code) == 4 and code.isascii() and "?" not in code else None


def cut(text):
    """As many whole clauses, or failing that words, as fit."""
    if len(text) <= LONGEST:
        return text
    for mark in (". ", "; ", ": ", " (", ", ", " - "):
        head = text.split(mark)[0]
        if 8 <= len(head) <= LONGEST:
            return head
    words = text[: LONGEST + 1].rsplit(" ", 1)[0].split(" ")
    small = ("a an and as at by for from if in into is of on only or per that the to using when "
             "which with without carried defined based its this specific").split()
    while len(words) > 1 and (words[-1].lower() in small or words[-1].endswith("(")):
        words.pop()
    text = " ".join(words)
    if text.count("(") > text.count(")"):
        text = text[: text.rindex("(")]
    return text.rstrip(" ,;:-")


def name(text):
    """The name that the wording gives, and whether words were cut off."""
    text = " ".join(text.replace("’", "'").replace("‘", "'").split()).strip(" .")
    text = re.sub(r" ?\((user-data|see note below|.*meta box|user-data or meta-data)\)", "", text)
    if re.fullmatch(r"([A-Z0-9][A-Za-z0-9]*)", text) and re.search(r"[a-z][A-Z]", text):
        text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", text)
    text = re.sub(r"(?i)^(specifies |an? |the |this track (is |uses )?)(?=\w\w)", "", text)
    text = re.sub(r"(?i)(?<=\w)( sample grouping| track grouping)$", "", text)
    text = re.sub(r"(?i)(?<=\w) (information )?box$", "", text)
    text = re.sub(r"(?i)(?<=\w),? (container box|container)$", "", text)
    text = re.sub(r"^CMAF Media Profile (- |(compatibility )?(for|to) )(the )?", "CMAF ", text)
    text = re.sub(r"^Multi-Image Application format brand for ", "MIAF ", text).replace("MIAF MIAF", "MIAF")
    text = re.sub(r"^(Media|Initialization) Segment conforming to the ", "", text)
    whole, text = text, cut(text)
    first = text.split(" ")[0]
    return text[:1].upper() + text[1:] if first == first.lower() else text, text != whole


def unusable(text):
    text = text.lower()
    return not text or text == "reserved" or "do not use" in text or "example" in text \
        or "codec-specific box in and owned" in text or text.startswith("pattern ")


def breaks_off(text):
    """Whether a name that was cut ends in the middle of a phrase, as far as its last word shows it."""
    return re.search(r"(\w(ing|ed)|\bRec|\b[Vv]ersion|\bMedia)$", text) is not None


def registered(folder):
    for file, context in SOURCES:
        with open(folder / file, newline="", encoding="utf-8") as lines:
            for row in csv.DictReader(lines):
                code, text = code_text(row["code"]), row["description"] or ""
                if code is None or code in PATTERNS or unusable(text):
                    continue
                key = code + ("<" + context if context else "")
                if context == "stsd":
                    handler = (row.get("handler") or "Video").strip()
                    key += " " + KINDS.get(handler, "----")
                yield key, *name(text)


def own(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        match = re.fullmatch(r"((?:\\x[0-9a-f]{2}|.){4}(?:<stsd .{4}|<.{4})?) (.+)", line)
        if not match or len(match.group(2)) > LONGEST:
            sys.exit(f"{path}: {line!r} is not a name")
        yield match.group(1), match.group(2)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = {}
    for key, text in own(pathlib.Path(__file__).with_name("names.txt")):
        if key in table:
            sys.exit(f"names.txt: {key!r} twice")
        table[key] = text
    ours = {key.split("<stsd")[0] for key in table if "<stsd" in key}
    for key, text, is_cut in registered(pathlib.Path(sys.argv[1])):
        if key in table or "<stsd" in key and key.split("<stsd")[0] in ours:
            continue
        if is_cut and breaks_off(text):
            sys.exit(f"{text!r} breaks off: give {key!r} a name in names.txt")
        table[key] = text
    print("// Made by Docs/RegisteredNames/generate.py from the tables of the MP4 Registration "
          "Authority\n// and Docs/RegisteredNames/names.txt. Change those, not this.\n")
    print('extension RegisteredNames {\n  /// One line a name, sorted by its UTF-8 bytes.')
    print('  static let table = #"""')
    for line in sorted(f"{key} {text}" for key, text in table.items()):
        print("    " + line)
    print('    """#\n}')


main()
