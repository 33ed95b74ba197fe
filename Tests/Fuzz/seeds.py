#!/usr/bin/env python3
"""Makes the first inputs of the fuzz targets from small test movies, and from small files of the families
that Tests/Benchmarks/makers.py makes.

    Tests/Fuzz/seeds.py OUTPUT

Writes OUTPUT/TARGET/NAME. The media of a movie is cut short, because a fuzzer learns nothing from it
and small inputs run faster.
"""
import re
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Hostile"))
sys.path.insert(0, str(ROOT / "Tests" / "Benchmarks"))

import makers  # noqa: E402
import verbs  # noqa: E402

MEDIA = ROOT / "TestMedia"
MOST = 6000


def short(data):
    """The file with each mdat of at most 64 bytes; chunk offsets then point past the end, or not."""
    out, at = b"", 0
    while at + 8 <= len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if size == 0:
            size = len(data) - at
        if size < 8 or at + size > len(data):
            return out + data[at:]
        if kind == b"mdat" and size > 72:
            out += struct.pack(">I4s", 72, kind) + data[at + 8:at + 72]
        else:
            out += data[at:at + size]
        at += size
    return out + data[at:]


LISTS = {
    "hashes": "sha256 " + "0f" * 32 + "  f/a\\x0ab.mov: track 1, vide, avc1, 9 samples, 90 bytes\n"
    "sha256 " + "f0" * 32 + "  f/a\\x0ab.mov: track 2\n",
    "hashes-json": '{"file":"f/a.mov","algorithm":"md5","tracks":[{"trackID":1,"hash":"' + "0f" * 16
    + '"}],"failed":[],"failedCount":0,"error":null}',
    "csv": "start,timecode,duration,reel\n0,01:00:00:00,2,A001\n2,02:00:00:00,1,B002\n",
    "tsv": "time\ttimecode\tframes\n0\t01:00:00;00\t12\n",
    "edl": "TITLE: T\nFCM: NON-DROP FRAME\n\n001  A001 V     C        01:00:00:00 01:00:01:00 "
    "00:00:00:00 00:00:01:00\n* FROM CLIP NAME: A001.mov\n002  AX V     C        02:00:00:00 "
    "02:00:01:00 00:00:01:00 00:00:02:00\nM2   A001 025.0 01:00:00:00\n",
    "ale": "Heading\nFIELD_DELIM\tTABS\nVIDEO_FORMAT\t1080\nFPS\t25\n\nColumn\nName\tStart\tEnd\t"
    "Tape\n\nData\nA001\t01:00:00:00\t01:00:02:00\tA001\n",
    "json": '{"schema":"urn:movtool:timecode:1","file":"A001.mov","tracks":[{"trackID":2,"timescale":'
    '25,"duration":{"value":50,"timescale":25},"associatedTracks":[1],"start":"01:00:00:00",'
    '"formats":[{"type":"tmcd","frameDuration":{"value":1,"timescale":25},"frameQuanta":25,"flags":'
    '{"value":0},"sourceName":"A"}],"samples":[{"index":0,"format":0,"mediaTime":{"value":0,'
    '"timescale":25},"duration":{"value":50,"timescale":25},"value":90000}],"segments":[{"movieTime":'
    '{"value":0,"timescale":25},"duration":{"value":50,"timescale":25},"format":0,"frameNumber":90000,'
    '"timecode":"01:00:00:00","lastTimecode":"01:00:01:24"}],"edits":[]}]}',
}

DOCUMENTS = {
    "empty": '{"schema":"urn:movtool:inspect:1","size":0,"atoms":[]}',
    "bytes": '{"size":12,"leading":{"offset":0,"size":2,"data":"0001"},"atoms":[{"type":"skip","offset":2,'
    '"size":10,"headerSize":8,"fields":{"data":"0a0b"},"children":[]}]}',
    "moved": '{"size":60,"atoms":[{"type":"free","offset":0,"size":8,"headerSize":8,"fields":{"data":"00"},'
    '"children":[]},{"type":"moov","offset":8,"size":36,"headerSize":8,"fields":{},"children":[{"type":'
    '"stco","offset":16,"size":20,"headerSize":8,"fields":{"version":0,"flags":{"value":0},"entry_count":1,'
    '"offsets":[52]},"children":[]}]},{"type":"mdat","offset":44,"size":16,"headerSize":8,"fields":{"data":'
    '"0001020304050607"},"children":[]}]}',
    "odd": '{"size":99,"atoms":[{"type":"uuid","sizeForm":"extended","fields":{"usertype":'
    '"00112233-4455-6677-8899-aabbccddeeff","claimed_size":4294967296,"data":"ff"},"children":[]},{"type":'
    '"tkhd","fields":{"version":1,"flags":"enabled","duration":null,"volume":0.5,"matrix":[1,0,0,0,1,0,0,0,1]},'
    '"bytes":"00"},{"type":"stsd","fields":{"entry_count":9},"children":[{"type":"avc1","fields":{}}]},'
    '{"type":"mdhd","fields":{"language":"deu","creation_time":"2024-02-29T12:00:00Z"}}]}',
}

WORDS = [
    (0, "01:00:00;00"), (0, "-23:59:59:24"), (0, "00:01:00.02"), (1, "moov/trak[1]/mdia/minf/stbl"),
    (1, "\\x00\\x01ab"), (1, "uuid=00112233-4455-6677-8899-aabbccddeeff"), (2, "30000/1001"),
    (2, "29.97"), (2, "23.976"), (3, "01:02:03.5"), (3, "1.25s"), (3, "00:00:10:12"), (4, "audio:2"),
    (4, "+01:00:00:00"), (4, "-2.5s"), (4, "stsd"), (5, "01:00:00;00 + 100f - 2s * 3"),
    (5, "12+04ft"), (6, "{A###}*\nA001C003_170101.mov"), (6, "*a*b*{?}c*\naaabbbccc"),
    (7, "insert\0timecode\0a.mov\0--start\0" + "01:00:00:00\0-o\0b.mov"),
    (7, "list\0--columns=name,first\0--sort\0tc\0x"),
]


def command_lines():
    """For each entry of CommandsTarget, the extensions of its movie and of its second file, if any."""
    text = (ROOT / "Tests/Fuzz/Targets/CommandsTarget.swift").read_text()
    entries = text.split("private static let all")[1].split("\n  ]\n")[0].split("lines(")[1:]
    for entry in entries:
        yield tuple((re.findall(rf"\b{name}\.(\w+)", entry) or [""])[0]
                    for name in ("movie", "other"))


def main(output):
    def write(target, name, data):
        folder = output / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)

    for file in sorted(MEDIA.rglob("*")):
        if file.suffix not in (".mov", ".mp4", ".m4a", ".3gp", ".heic") or not file.is_file():
            continue
        data = short(file.read_bytes())
        name = "-".join(file.relative_to(MEDIA).parts)
        if len(data) <= MOST:
            for target in ("tree", "samples", "timecode", "edit", "json"):
                write(target, name, data)
            write("backup", name, data[:2000])
        write("parameters", name, data[-400:])
    families = {make.__name__: make(20) for make in makers.FAMILIES["movie"]}
    for name, data in families.items():
        if len(data) <= MOST:
            for target in ("tree", "samples", "timecode", "edit", "json"):
                write(target, f"family-{name}", data)
    for file in sorted(MEDIA.rglob("*")):
        if file.suffix in (".h264", ".264", ".h265", ".265", ".hevc"):
            write("stream", file.name, b"\0" + file.read_bytes()[:MOST])
        if file.suffix == ".wav":
            write("audio", file.name, file.read_bytes()[:MOST])
    # A stream of the smallest units: parameter sets, a delimiter and a slice.
    for index, units in enumerate([
        ["0910", "6742c00a dd0f e0 2200 0003 0002 0000 0300 7978 8119 40", "68cb 8320", "6588 8400"],
        ["4001 0c01 ffff 0160 0000 0300 9000 0003 0000 0300 1e95 9809", "2601 af09"],
    ]):
        stream = b"".join(b"\0\0\0\1" + bytes.fromhex(unit) for unit in units)
        for choice in (0, 1, 2, 4, 8, 16):
            write("stream", f"units-{index}-{choice}", bytes([choice]) + stream * 2)
        for number, unit in enumerate(units):
            write("parameters", f"unit-{index}-{number}", bytes.fromhex(unit))
    write("tree", "picture", verbs.picture())
    header = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 48000, 96000, 2, 16)
    body = b"WAVE" + header + b"data" + struct.pack("<I", 64) + bytes(range(64))
    write("audio", "pcm", b"RIFF" + struct.pack("<I", len(body)) + body)
    write("audio", "square", (b"\x60" * 10 + b"\xa0" * 10) * 200)
    files = {
        "mov": [short(file.read_bytes()) for file in sorted(MEDIA.rglob("*.m*"))
                if file.suffix in (".mov", ".mp4", ".m4a")] + list(families.values()),
        "wav": [path.read_bytes() for path in sorted((output / "audio").iterdir())],
        "h264": [path.read_bytes()[1:] for path in sorted((output / "stream").iterdir())],
        "json": [text.encode() for text in DOCUMENTS.values()],
        "csv": [text.encode() for text in LISTS.values()], "backup": [b"\0\0\0\x0cmvbk1234"],
    }
    files = {kind: [data for data in all if len(data) <= 3000] for kind, all in files.items()}
    files["mov"].append(verbs.picture())
    for number, (movie, other) in enumerate(command_lines()):
        for turn in range(16):
            one = files[movie][(number + turn * 37) % len(files[movie])]
            data = bytes([number]) + one
            if other and (turn % 4 or other != movie):
                second = files[other][(number + turn * 23) % len(files[other])]
                data += b"\xff\x7c\xff\x7c" + second
            write("commands", f"line-{number}-{turn}", data)
    for name, text in DOCUMENTS.items():
        write("json", name, text.encode())
    for name, text in LISTS.items():
        write("lists", name, text.encode())
    for number, (kind, text) in enumerate(WORDS):
        write("words", str(number), bytes([kind]) + text.encode())


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
