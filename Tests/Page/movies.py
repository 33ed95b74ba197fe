"""The movies of which the test makes pages: files of TestMedia, and some that it writes itself."""

import random
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MEDIA = ROOT / "TestMedia"
sys.path.insert(0, str(MEDIA))
from workshop.atoms import atom, code, full, u8, u16, u32, u64  # noqa: E402
from workshop import movies as make  # noqa: E402

# The clips of a card: name, first timecode, reel.
CLIPS = [
    ("A001C001.mov", "01:00:00:00", "A001"),
    ("A001C002.mov", "01:00:02:00", "A001"),
    ("A001C003.mov", "01:00:06:12", "A001"),
    ("A001C004.mov", "01:00:07:12", "A001"),
    ("B001C001.mov", "01:00:01:00", "B001"),
    ("B001C003.mov", "01:00:08:00", "B001"),
    ("<b>C001.mov", "01:00:04:00", "<img src=x onerror='window.hurt=1'>"),
]

# One movie of each kind: what it is for, and the views that it must have beside the first four.
KINDS = {
    "camera/camera.mov": {"geometry", "relink"},
    "camera/prores-pcm.mov": {"geometry"},
    "camera/rotated.mov": {"geometry"},
    "camera/hevc.mov": {"geometry"},
    "camera/two-video-tracks.mov": {"geometry"},
    "camera/mjpeg.mov": {"geometry"},
    "timecode/2997-df-minute.mov": set(),
    "timecode/25-reel.mov": set(),
    "timecode-handmade/multi-edit.mov": set(),
    "timecode-handmade/dwell.mov": set(),
    "timecode-handmade/per-frame.mov": set(),
    "timecode-handmade/counter.mov": set(),
    "edits/late-video.mov": set(),
    "fragments/sidx.mp4": {"fragments"},
    "fragments/timecode.mov": {"fragments"},
    "metadata/chapters.mov": set(),
    "quicktime/ios-like.mov": set(),
    "tables/clap.mov": {"geometry"},
    "tables/dref-kinds.mov": {"relink"},
    "tables/stsd-empty.mov": set(),
    "timecode-handmade/no-samples.mov": set(),
    "headers/truncated-mdat.mov": set(),
    "headers/no-moov.mov": set(),
    "hostile/extremes.mov": set(),
    "hostile/many-tracks.mov": set(),
    "strings/control-characters.mov": set(),
}

# Text that would act if a page took it for anything but text.
HOSTILE = [
    "<script>window.hurt=1</script>",
    "<img src=x onerror=window.hurt=1>",
    "\u202egpj.exe\u202c",
    "</script><b>",
    "a\u0000b\u001b[31m",
    "\u200bunseen\ufeff",
    "{{data}}",
    "$& $1 `${window.hurt=1}`",
]


def clip(name="rates/25.mov"):
    return make.Clip(str(MEDIA / name))


def hostile_movie(path):
    """A movie whose names, texts and reel are markup, scripts and characters that turn text around."""
    source = clip()
    texts = b"".join(u16(len(data), 0x55C4) + data for data in (text.encode() for text in HOSTILE))
    user = atom(
        "udta", atom("\u00a9nam", texts), atom("<b>x", b"<i>y</i>"), atom("\u00a9cmt", texts)
    )
    hdlr = full("hdlr", 0, 0, b"mhlr", b"vide", b"appl", u32(0, 0), HOSTILE[0].encode() + b"\0")

    def change(moov):
        moov["trak/mdia"].put(hdlr)
        moov.add(user)

    Path(path).write_bytes(bytes(make.movie(source, change)))


def million_sizes(count=1_000_000):
    """Sizes of samples, of which each fiftieth is a key sample."""
    chance = random.Random(5)
    return [
        chance.randrange(30_000, 46_000) if i % 50 == 0 else chance.randrange(1, 16_000)
        for i in range(count)
    ]


def million_samples(path, count=1_000_000):
    """A movie of a million samples. Its media is a hole in the file."""
    sizes = million_sizes(count)
    per_chunk = 25
    start = 28 + 16
    offsets, at = [], start
    for first in range(0, count, per_chunk):
        offsets.append(at)
        at += sum(sizes[first : first + per_chunk])
    source = clip()
    track = source.video()
    tables = track["mdia/minf/stbl"]
    description = bytes(tables["stsd"])
    rows = lambda kind, head, data: full(kind, 0, 0, *head, data)
    many = lambda values, form: b"".join(form(value) for value in values)
    stbl = atom(
        "stbl",
        description,
        rows("stts", [u32(1)], u32(count, 1000)),
        rows("stss", [u32(len(range(0, count, 50)))], many(range(1, count + 1, 50), u32)),
        rows("stsc", [u32(1)], u32(1, per_chunk, 1)),
        rows("stsz", [u32(0, count)], many(sizes, u32)),
        rows("co64", [u32(len(offsets))], many(offsets, u64)),
    )
    minf = track["mdia/minf"]
    media = atom(
        "mdia",
        full("mdhd", 0, 0, u32(0, 0, 25_000, count * 1000), u16(0x55C4, 0)),
        bytes(track["mdia/hdlr"]),
        atom("minf", bytes(minf["vmhd"]), bytes(minf["dinf"]), stbl),
    )
    moov = atom(
        "moov",
        make.movie_header(1000, count * 40),
        atom("trak", make.track_header(1, count * 40, width=64, height=48), media),
    )
    with open(path, "wb") as file:
        file.write(make.QUICKTIME + atom("free"))
        file.write(u32(1) + code("mdat") + u64(at - 28))
        file.seek(at)
        file.write(moov)


def fragment(number, sizes, offset, start=None):
    """moof of samples that are 512 ticks long, from a tick on; the first is a key sample."""
    start = number * len(sizes) * 512 if start is None else start
    head = full("mfhd", 0, 0, u32(number + 1))
    defaults = full("tfhd", 0, 0x020028, u32(1, 512, 0x01010000))
    time = full("tfdt", 1, 0, u64(start))
    run = full("trun", 0, 0x000205, u32(len(sizes), offset, 0x02000000), u32(*sizes))
    return atom("moof", head, atom("traf", defaults, time, run))


def fragments_at(path, starts, index=b""):
    """A movie of fragments of 12 samples that begin at some ticks. `index` comes before them."""
    data = (MEDIA / "fragments/cmaf.mp4").read_bytes()
    sizes = [20 + i for i in range(12)]
    out = data[: data.index(b"moof") - 4] + index
    for number, start in enumerate(starts):
        moof = fragment(number, sizes, len(fragment(number, sizes, 0)) + 8, start)
        out += moof + atom("mdat", bytes(sum(sizes)))
    Path(path).write_bytes(bytes(out))


def fragments_with_gap(path):
    """The second fragment begins late, the third before the second ends, and the fourth where that does."""
    fragments_at(path, [0, 20_000, 25_000, 25_000 + 12 * 512])


def long_index(path, count=160):
    """A movie whose segment index has a part for each of its many fragments."""
    sizes = [20 + i for i in range(12)]
    size = len(fragment(0, sizes, 0)) + 8 + sum(sizes)
    parts = b"".join(u32(size, 12 * 512, 0x9000_0000) for _ in range(count))
    index = full("sidx", 0, 0, u32(1, 12800, 0, 0), u16(0, count), parts)
    fragments_at(path, [number * 12 * 512 for number in range(count)], bytes(index))


def many_compressed(path, count=300):
    """A movie in compressed form with more atoms in a row than a page lists."""
    user = atom("udta", *[atom("free", bytes(i % 5)) for i in range(count)])
    moov = bytes(atom("moov", make.movie_header(1000, 0), user))
    stored = atom("cmov", atom("dcom", b"zlib"), atom("cmvd", u32(len(moov)), zlib.compress(moov)))
    Path(path).write_bytes(bytes(make.QUICKTIME) + bytes(atom("moov", stored)))


def with_late_video(source, path, ticks):
    """A movie that ends in its header, with an empty edit of some ticks before the first track."""
    data = Path(source).read_bytes()
    place = data.rindex(b"moov") - 4
    moov = make.parse(data[place:])[0]
    edits = moov["trak/edts/elst"]
    rows = int.from_bytes(edits.payload[4:8], "big")
    edits.payload = u32(0, rows + 1) + u32(ticks, 0xFFFFFFFF, 0x10000) + edits.payload[8:]
    Path(path).write_bytes(data[:place] + bytes(moov))


def many_fragments(path, count=43_701):
    """A movie of many fragments of 12 samples. Its media are holes in the file."""
    chance = random.Random(3)
    data = (MEDIA / "fragments/cmaf.mp4").read_bytes()
    end = data.index(b"moof") - 4
    with open(path, "wb") as file:
        file.write(data[:end])
        at = end
        for number in range(count):
            sizes = [chance.randrange(20, 400) for _ in range(12)]
            moof = fragment(number, sizes, len(fragment(number, sizes, 0)) + 8)
            file.write(moof + u32(8 + sum(sizes)) + code("mdat"))
            at += len(moof) + 8 + sum(sizes)
            file.seek(at)
        file.truncate(at)


def picture(path):
    """A HEIF picture: a grid of 2 x 2 tiles, a thumbnail, an auxiliary picture and Exif, with a hostile name."""
    items = (
        [(1, "grid", HOSTILE[0], 0, b"\0\0\1\1" + u16(96, 80))]
        + [(2 + i, "hvc1", "", 1, bytes([i]) * 40) for i in range(4)]
        + [
            (6, "hvc1", "small", 0, b"t" * 20),
            (7, "hvc1", "alpha", 0, b"a" * 30),
            (8, "Exif", "", 1, b"\0\0\0\6Exif\0\0MM"),
        ]
    )
    infe = [
        full(
            "infe", 2, hidden, u16(number, 0), code(kind), name.encode().replace(b"\0", b"") + b"\0"
        )
        for number, kind, name, hidden, _ in items
    ]
    refs = [("dimg", 1, [2, 3, 4, 5]), ("thmb", 6, [1]), ("auxl", 7, [1]), ("cdsc", 8, [1])]
    iref = full(
        "iref",
        0,
        0,
        *[atom(kind, u16(source, len(targets), *targets)) for kind, source, targets in refs],
    )
    hvcc = atom(
        "hvcC",
        bytes(
            [1, 1, 0x60, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 3, 0]
        ),
    )
    sizes = [full("ispe", 0, 0, u32(*size)) for size in ((96, 80), (64, 48), (32, 24))]
    shape = lambda number: {1: [1], 6: [3, 4], 7: [1, 4], 8: []}.get(number, [2, 4])
    rows = b"".join(
        u16(number)
        + u8(len(shape(number)))
        + b"".join(u8(index | (0x80 if index == 4 else 0)) for index in shape(number))
        for number, *_ in items
    )
    iprp = atom("iprp", atom("ipco", *sizes, hvcc), full("ipma", 0, 0, u32(len(items)), rows))
    head = atom("ftyp", b"heic", u32(0), b"mif1", b"heic")

    def meta(start):
        at, places = start, []
        for number, _, _, _, data in items:
            places.append(u16(number, 0, 1) + u32(at, len(data)))
            at += len(data)
        return full(
            "meta",
            0,
            0,
            full("hdlr", 0, 0, u32(0), code("pict"), bytes(13)),
            full("pitm", 0, 0, u16(1)),
            full("iloc", 0, 0, u8(0x44, 0), u16(len(items)), *places),
            full("iinf", 0, 0, u16(len(items)), *infe),
            iref,
            iprp,
        )

    start = len(bytes(head)) + len(bytes(meta(0))) + 8
    Path(path).write_bytes(
        bytes(head) + bytes(meta(start)) + bytes(atom("mdat", b"".join(item[4] for item in items)))
    )
