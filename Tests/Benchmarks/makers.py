"""Files that no encoder makes: movies with as many rows, edits, fragments, tracks … as one asks.

Tests/Hostile/cost.py makes each of `FAMILIES` at several sizes, and the benchmarks make their large
movies here. What one says is small unless it is what is asked for: a video track whose samples
are a byte each, a timecode track that the video refers to, and their media.
"""

import array
import math
import os
import random
import struct
import sys
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "TestMedia"))

from workshop.atoms import full, u8, u16, u32, u64  # noqa: E402
from workshop.movies import (ENABLED, ISO, QUICKTIME, Clip, TimecodeDescription,  # noqa: E402
                             atom, data_reference, edit_list, handler, media_header, moov_of,
                             movie_header, sound_entry, timecode_media_header, track_header,
                             video_entry)

MEDIA_HEADER = {
    "vide": full("vmhd", 0, 1, u16(0x40, 0x8000, 0x8000, 0x8000)),
    "soun": full("smhd", 0, 0, u16(0, 0)),
    "tmcd": timecode_media_header(),
    "text": atom("gmhd", full("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0))),
}
START = len(QUICKTIME) + 8
TICKS = 24  # of a frame of 25 a second


def numbers(values, kind="I"):
    """Big-endian numbers of 32 bits, or of what `kind` says."""
    numbers = array.array(kind, values)
    numbers.byteswap()
    return numbers.tobytes()


def counted(kind, count, rows, version=0, flags=0):
    """A full atom with a count, and rows that are bytes already."""
    return full(kind, version, flags, u32(count), rows)


def tables(entry, count, offset, *more, size=1, **given):
    """`stbl` of `count` samples of `size` bytes in one chunk, but for the tables that are given."""
    parts = {
        "stsd": counted("stsd", 1, entry),
        "stts": counted("stts", 1, u32(count, TICKS)) if count else counted("stts", 0, b""),
        "stsc": counted("stsc", 1, u32(1, count, 1)) if count else counted("stsc", 0, b""),
        "stsz": full("stsz", 0, 0, u32(size, count)),
        "stco": counted("stco", 1, u32(offset)) if count else counted("stco", 0, b""),
    } | given
    return atom("stbl", *parts.values(), *more)


def track(number, kind, stbl, duration, *children, timescale=600):
    return atom("trak", track_header(number, duration, ENABLED, 64, 48), *children,
                atom("mdia", media_header(timescale, duration), handler("mhlr", kind, "Handler"),
                     atom("minf", MEDIA_HEADER[kind], handler("dhlr", "alis", "Data Handler"),
                          data_reference(), stbl)))


PICTURE = video_entry("jpeg", width=64, height=48)
TIMECODE = bytes(TimecodeDescription(600, TICKS, 25, 2))


def timecode(number, offset, duration, *children, count=1, **given):
    """A timecode track whose samples are together as long as the movie."""
    if count == 1:
        given.setdefault("stts", counted("stts", 1, u32(1, duration)))
    return track(number, "tmcd", tables(TIMECODE, count, offset, size=4, **given), duration,
                 *children)


def movie(count, *more_tables, size=1, video=(), code=None, tracks=b"", moov=b"", tail=b"",
          media=None, aux=b"", refer=(2,), head=b"", duration=None, tables_of=None):
    """A movie of `count` samples of video and a timecode track.

    `video` are atoms of the video track. `tables_of(offset)` gives its tables, by type, where the
    first sample is at `offset`; `code(offset, duration)` gives the timecode track. `aux` is media
    before the samples; `media` their bytes; `head` comes before the media and does not move it."""
    media = bytes(count * size) if media is None else media
    stamp = u32(90000)
    start = START + len(head)
    offset = start + len(stamp) + len(aux)
    duration = count * TICKS if duration is None else duration
    given = tables_of(offset) if tables_of else {}
    reference = atom("tref", atom("tmcd", u32(*refer))) if refer else b""
    picture = track(1, "vide", tables(PICTURE, count, offset, *more_tables, size=size, **given),
                    duration, reference, *video)
    stamped = code(start, duration) if code else timecode(2, start, duration)
    return (QUICKTIME + head + atom("mdat", stamp, aux, media)
            + atom("moov", movie_header(600, duration, 3), picture, stamped, tracks, moov) + tail)


def alternating(count, one, other):
    """`count` rows, each different from the one before."""
    return (one + other) * (count // 2) + one * (count % 2)


# Tables of samples, a row for each

def stts(n):
    rows = alternating(n, u32(1, TICKS - 1), u32(1, TICKS + 1))
    return movie(n, tables_of=lambda at: {"stts": counted("stts", n, rows)})


def raw_pictures(n):
    """The same of pictures that are not compressed, and decoded without another program."""
    rows = alternating(n, u32(1, TICKS - 1), u32(1, TICKS + 1))
    return movie(n, size=16, tables_of=lambda at: {
        "stsd": counted("stsd", 1, video_entry("raw ", width=2, height=2)),
        "stts": counted("stts", n, rows)})


def stts_zero(n):
    """Runs of no samples at all, and then the one with all."""
    rows = u32(0, TICKS) * (n - 1) + u32(100, TICKS)
    return movie(100, tables_of=lambda at: {"stts": counted("stts", n, rows)})


def ctts(n):
    return movie(n, counted("ctts", n, alternating(n, u32(1, 0), u32(1, TICKS))))


def ctts_falling(n):
    """Samples that are shown in the reverse of the order in which they are decoded."""
    offsets = numbers(value for i in range(n) for value in (1, 2 * TICKS * (n - i)))
    return movie(n, counted("ctts", n, offsets))


def stsc(n):
    rows = numbers(value for i in range(n) for value in (i + 1, 1 + i % 2, 1))
    count = n + n // 2
    places = lambda at: numbers(at + i + i // 2 for i in range(n))  # noqa: E731
    return movie(count, tables_of=lambda at: {
        "stsc": counted("stsc", n, rows), "stco": counted("stco", n, places(at))})


def stsz(n):
    rows = alternating(n, u32(1), u32(2))
    return movie(n, media=bytes(n + n // 2), tables_of=lambda at: {
        "stsz": full("stsz", 0, 0, u32(0, n), rows)})


def stco(n):
    return movie(n, tables_of=lambda at: {
        "stsc": counted("stsc", 1, u32(1, 1, 1)),
        "stco": counted("stco", n, numbers(range(at, at + n)))})


def co64(n):
    return movie(n, tables_of=lambda at: {
        "stsc": counted("stsc", 1, u32(1, 1, 1)),
        "stco": counted("co64", n, numbers(range(at, at + n), "Q"))})


def stss(n):
    return movie(2 * n, counted("stss", n, numbers(range(1, 2 * n, 2))))


def stss_falling(n):
    """Out of order, which no search in it may rely on."""
    return movie(2 * n, counted("stss", n, numbers(range(2 * n - 1, 0, -2))))


def sdtp(n):
    return movie(n, full("sdtp", 0, 0, alternating(n, u8(0x20), u8(0x18))))


def sbgp(n):
    kinds = full("sgpd", 1, 0, b"roll", u32(2, 2), struct.pack(">2h", -1, -2))
    rows = alternating(n, u32(1, 1), u32(1, 2))
    return movie(n, kinds, full("sbgp", 0, 0, b"roll", u32(n), rows))


def sgpd(n):
    kinds = full("sgpd", 1, 0, b"roll", u32(2, n),
                 numbers((-1 - i % 9000 for i in range(n)), "h"))
    rows = numbers(value for i in range(n) for value in (1, i + 1))
    return movie(n, kinds, full("sbgp", 0, 0, b"roll", u32(n), rows))


def sbgp_many(n):
    """As many groupings, each with its own type, as there are rows of one."""
    groups = b"".join(
        full("sgpd", 1, 0, u32(0x61000000 + i), u32(1, 1), b"\1")
        + full("sbgp", 0, 0, u32(0x61000000 + i), u32(1, 100, 1)) for i in range(n))
    return movie(100, groups)


def csgp(n):
    """A pattern of one sample for each, in the fewest bits."""
    kinds = full("sgpd", 1, 0, b"roll", u32(2, 2), struct.pack(">2h", -1, -2))
    rows = u8(0x11) * n + u8(0x12) * ((n + 1) // 2)
    return movie(n, kinds, full("csgp", 0, 0, b"roll", u32(n), rows))


def csgp_combinations(n):
    """Two patterns whose lengths differ by one sample: hardly two samples are in the same groups."""
    length = 3 + int(n ** 0.5)

    def pattern(kind, length):
        groups = full("sgpd", 1, 0, kind, u32(2, length), numbers(range(length), "H"))
        # Each number has two bytes.
        return groups + full("csgp", 0, 0x3E, kind, u32(1), u32(length, n),
                             numbers(range(1, length + 1), "H"))
    return movie(n, pattern(b"roll", length), pattern(b"prol", length + 1))


def stsd_sizes(n):
    """Descriptions of pictures of different sizes."""
    entries = b"".join(video_entry("jpeg", width=16 + i % 4096, height=16 + i // 4096) for i in range(n))
    return movie(n, tables_of=lambda at: {"stsd": counted("stsd", n, entries)})


def sgpd_sized(n):
    """Descriptions of no bytes, each with its size."""
    return movie(1, full("sgpd", 1, 0, b"seig", u32(0, n), bytes(4 * n)))


def stdp(n):
    return movie(n, full("stdp", 0, 0, alternating(n, u16(1), u16(2))))


def padb(n):
    return movie(n, counted("padb", n, u8(0x12) * ((n + 1) // 2)))


def stps(n):
    return movie(2 * n, counted("stss", 1, u32(1)),
                 counted("stps", n, numbers(range(2, 2 * n + 1, 2))))


def stz2(n):
    return movie(n, media=bytes(n + n // 2), tables_of=lambda at: {
        "stsz": full("stz2", 0, 0, u32(16, n), alternating(n, u16(1), u16(2)))})


def senc(n):
    """A vector and a range for each sample, in the movie itself."""
    return movie(n, full("senc", 0, 2, u32(n), (bytes(8) + u16(1, 0) + u32(1)) * n))


def sbgp_samples(n):
    """As many groupings as samples, each of which has the first sample."""
    return movie(n, b"".join(full("sbgp", 0, 0, u32(0x61000000 + i), u32(1, 1, 1))
                             for i in range(n)))


def stco_many(n):
    """Tables of no chunks beside the one that counts."""
    return movie(1, counted("stco", 0, b"") * n)


def saiz_many(n):
    """Auxiliary information of no samples."""
    return movie(1, full("saiz", 0, 0, u8(0), u32(0)) * n)


def saio_many(n):
    return movie(1, counted("saio", 0, b"") * n)


def subs_empty(n):
    """Rows of no subsamples."""
    return movie(n, counted("subs", n, (u32(1) + u16(0)) * n))


def subs(n):
    return movie(n, counted("subs", n, (u32(1) + u16(1, 1) + u8(0, 0) + u32(0)) * n))


def saiz(n):
    sizes = full("saiz", 0, 1, b"abcd", u32(0), u8(0), u32(n), alternating(n, u8(1), u8(2)))
    place = START + 4
    return movie(n, sizes, full("saio", 0, 1, b"abcd", u32(0, 1, place)), aux=bytes(n + n // 2))


def saio(n):
    sizes = full("saiz", 0, 1, b"abcd", u32(0), u8(1), u32(n))
    place = START + 4
    return movie(n, sizes, full("saio", 0, 1, b"abcd", u32(0, n), numbers(range(place, place + n))),
                 aux=bytes(n), tables_of=lambda at: {
        "stsc": counted("stsc", 1, u32(1, 1, 1)),
        "stco": counted("stco", n, numbers(range(at, at + n)))})


def stsd(n):
    """A sample description for each sample."""
    entries = video_entry("jpeg", width=64, height=48) * n
    rows = numbers(value for i in range(n) for value in (i + 1, 1, i + 1))
    return movie(n, tables_of=lambda at: {
        "stsd": counted("stsd", n, entries), "stsc": counted("stsc", n, rows),
        "stco": counted("stco", n, numbers(range(at, at + n)))})


def described(kind, *extensions):
    """A movie of one sample whose description has these atoms in it."""
    entry = video_entry(kind, *extensions, width=64, height=48)
    return movie(1, tables_of=lambda at: {"stsd": counted("stsd", 1, entry)})


def hevc(n, kind, unit):
    """A configuration of H.265 with n NAL units of a type."""
    arrays = [min(60000, n - start) for start in range(0, n, 60000)]
    return described("hvc1", atom("hvcC", b"\1", bytes(21), u8(len(arrays)), *(
        u8(0x80 | kind) + u16(count) + (u16(len(unit)) + unit) * count for count in arrays)))


def nal_units(n):
    """Video parameter sets of no bytes."""
    return hevc(n, 32, b"")


def parameter_sets(n):
    """Picture parameter sets of three bytes."""
    return hevc(n, 34, b"\x44\1\xC0")


def descriptors(n):
    """A description of MPEG-4 with n descriptors of no bytes."""
    stream = u16(0) + b"\0" + b"\6\0" * n
    size = bytes(len(stream) >> 7 * at & 127 | (128 if at else 0) for at in (3, 2, 1, 0))
    return described("mp4v", full("esds", 0, 0, b"\3", size, stream))


def overlap(n):
    """Chunks that are all the same bytes, 4 KB of them."""
    return movie(n, size=4096, media=bytes(4096), tables_of=lambda at: {
        "stsc": counted("stsc", 1, u32(1, 1, 1)), "stco": counted("stco", n, numbers([at] * n))})


def overlap_constant(n):
    """The same, of samples that no table lists: a row of 4 bytes claims 1 KB."""
    return movie(n * 1024, size=1, media=bytes(1024), duration=n * 1024, tables_of=lambda at: {
        "stts": counted("stts", 1, u32(n * 1024, 1)),
        "stsc": counted("stsc", 1, u32(1, 1024, 1)), "stco": counted("stco", n, numbers([at] * n))})


def all_tables(n):
    """A row in every table for each sample."""
    return movie(
        n, counted("ctts", n, alternating(n, u32(1, 0), u32(1, TICKS))),
        counted("stss", (n + 1) // 2, numbers(range(1, n + 1, 2))),
        media=bytes(n + n // 2), tables_of=lambda at: {
            "stts": counted("stts", n, alternating(n, u32(1, TICKS - 1), u32(1, TICKS + 1))),
            "stsc": counted("stsc", 1, u32(1, 1, 1)),
            "stsz": full("stsz", 0, 0, u32(0, n), alternating(n, u32(1), u32(2))),
            "stco": counted("stco", n, numbers(at + i + i // 2 for i in range(n)))})


# Edits

def edits(n, duration=TICKS):
    return atom("edts", counted("elst", n, numbers(
        value for i in range(n) for value in (duration, i * TICKS, 0x10000))))


def elst(n):
    return movie(n, video=[edits(n)])


def elst_back(n):
    """Edits that show the last frame first."""
    rows = numbers(value for i in range(n) for value in (TICKS, (n - 1 - i) * TICKS, 0x10000))
    return movie(n, video=[atom("edts", counted("elst", n, rows))])


def elst_far(n):
    """Edits of media in which one sample is shown far too late and another far too early."""
    far = 1 << 30
    shifts = u32(1, far, max(1, n - 2), 0, 1, 0x100000000 - far)
    return movie(n, counted("ctts", 3, shifts, version=1), video=[edits(n)])


def elst_whole(n):
    """Edits, each of all of the media."""
    rows = u32(n * TICKS & 0xFFFFFFFF, 0, 0x10000) * n
    return movie(n, video=[atom("edts", counted("elst", n, rows))])


def elst_unsynced(n):
    """Edits of media of which no sample can be decoded first, as groups say one by one."""
    groups = full("sbgp", 0, 0, b"rap ", u32(1, n, 0))
    kinds = full("sgpd", 1, 0, b"rap ", u32(1, 1), u8(0))
    return movie(n, counted("stss", 0, b""), groups, kinds, video=[edits(n)])


def elst_unsynced_fragments(n):
    """The same in a fragment, whose samples have flags one by one."""
    rows = alternating(n, u32(0x10000), u32(0x1010000))
    media = fragment(1, run(n, rows, 0x400), bytes(n))
    video = track(1, "vide", tables(PICTURE, 0, 0), 0, edits(n))
    extends = atom("mvex", full("trex", 0, 0, u32(1, 1, TICKS, 1, 0)))
    return ISO + atom("moov", movie_header(600, 0, 2), video, extends) + media


def elst_falling(n):
    """Edits of media that is shown in the reverse of the order in which it is decoded."""
    offsets = numbers(value for i in range(n) for value in (1, 2 * TICKS * (n - i)))
    return movie(n, counted("ctts", n, offsets), video=[edits(n)])


def elst_zero(n):
    """Edits without a duration."""
    return movie(100, video=[edits(n, 0)])


def elst_timecode(n):
    return movie(n, code=lambda at, duration: timecode(2, at, duration, edits(n)))


def elst_timecode_zero(n):
    return movie(100, code=lambda at, duration: timecode(2, at, duration, edits(n, 0)))


def elst_long(n):
    """Edits of the timecode that each show every sample of it."""
    rows = u32(100 * TICKS, 0, 0x10000) * n
    count = 100

    def code(at, duration):
        return timecode(2, at, duration, atom("edts", counted("elst", n, rows)), count=count,
                        stsc=counted("stsc", 1, u32(1, 1, 1)),
                        stco=counted("stco", count, numbers([at] * count)))
    return movie(100 * n, code=code)


def elst_apart(n):
    """Edits with samples between them that none shows, and composition offsets."""
    count = 2 * n
    offsets = counted("ctts", count, alternating(count, u32(1, 0), u32(1, 1)))
    rows = b"".join(u32(TICKS - 2, 2 * k * TICKS + 1, 0x10000) for k in range(n))
    return movie(count, offsets, video=[atom("edts", counted("elst", n, rows))],
                 duration=n * (TICKS - 2))


def elst_both(n):
    return movie(n, video=[edits(n)],
                 code=lambda at, duration: timecode(2, at, duration, edits(n)))


# Timecode

def timecode_samples(n):
    """A sample for each frame, labels that count on."""
    return stamped(n, range(90000, 90000 + n))


def timecode_segments(n):
    """A sample for each frame, labels that jump each time."""
    return stamped(n, (90000 + (i * 7919) % 1000000 for i in range(n)))


def stamped(n, values):
    stamps = numbers(values)

    def code(at, duration):
        return timecode(2, at + 4, duration, count=n)
    return movie(n, aux=stamps, code=code)


def timecode_counter(n):
    """Values of a counter, which have no labels."""
    def code(at, duration):
        return timecode(2, at + 4, duration, count=n, stsd=counted(
            "stsd", 1, bytes(TimecodeDescription(600, TICKS, 25, 8))))
    return movie(n, aux=numbers(i * 7919 % 1000000 for i in range(n)), code=code)


def timecode_descriptions(n):
    """A format of timecode for each sample."""
    entries = b"".join(bytes(TimecodeDescription(600, TICKS, 25, 2, after=atom(
        "name", u16(6, 0), b"%06d" % (i % 1000000)))) for i in range(n))
    rows = numbers(value for i in range(n) for value in (i + 1, 1, i + 1))

    def code(at, duration):
        return timecode(2, at + 4, duration, count=n, stsd=counted("stsd", n, entries),
                        stsc=counted("stsc", n, rows),
                        stco=counted("stco", n, numbers(range(at + 4, at + 4 + 4 * n, 4))))
    return movie(n, aux=numbers(i * 100 for i in range(n)), code=code)


def timecode_long(n):
    """A few bytes that claim a sample of timecode for each of n thousand frames."""
    count = n * 64

    def code(at, duration):
        return timecode(2, at, duration, count=count, stsc=counted("stsc", 1, u32(1, 64, 1)),
                        stco=counted("stco", n, numbers([at] * n)))
    return movie(100, code=code, media=bytes(400))


# Tracks and references

def tracks(n):
    more = b"".join(track(3 + i, "vide", tables(PICTURE, 1, START + 4), TICKS) for i in range(n))
    return movie(10, tracks=more)


def tracks_sound(n):
    entry = sound_entry("sowt", rate=48000)
    more = b"".join(track(3 + i, "soun", tables(entry, 1, START + 4, size=2), TICKS)
                    for i in range(n))
    return movie(10, tracks=more)


def tracks_alike(n):
    """Tracks of a thousand samples that are all alike, in a few bytes."""
    more = b"".join(track(3 + i, "vide", tables(PICTURE, 1000, START + 4), 1000 * TICKS)
                    for i in range(n))
    return movie(1000, tracks=more)


def tracks_varied(n):
    """Tracks of a hundred samples, each of another duration than the one before."""
    rows = {"stts": counted("stts", 100, alternating(100, u32(1, TICKS - 1), u32(1, TICKS + 1)))}
    more = b"".join(track(3 + i, "vide", tables(PICTURE, 100, START + 4, **rows), 100 * TICKS)
                    for i in range(n))
    return movie(100, tracks=more, tables_of=lambda at: rows)


def tracks_shared(n):
    """Tracks, each with one sample: all of the media."""
    size = 100 * n
    more = b"".join(track(3 + i, "vide", tables(PICTURE, 1, START + 4, size=size), TICKS)
                    for i in range(n))
    return movie(10, tracks=more, aux=bytes(size))


def tracks_one_id(n):
    more = timecode(2, START, TICKS, atom("tref", atom("tmcd", u32(2)))) * n
    return movie(10, tracks=more)


def tracks_video_one_id(n):
    return movie(10, tracks=track(1, "vide", tables(PICTURE, 1, START + 4), TICKS) * n)


def tracks_one_id_indexed(n):
    """Tracks with one ID, and an index of as many parts that is about them."""
    return fragmented(
        full("sidx", 0, 0, u32(1, 600, 0, 0), u16(0, min(n, 65535)),
             u32(8, TICKS, 0x90000000) * min(n, 65535)),
        atom("free") * n, fragment(1, run(1), b"\0"), tracks=n)


def tracks_timecode(n):
    """Timecode tracks, all of which the video refers to."""
    more = b"".join(timecode(3 + i, START, 10 * TICKS) for i in range(n))
    return movie(10, tracks=more, refer=range(2, 3 + n))


def tracks_timecode_first(n):
    """Timecode tracks before the only video."""
    codes = b"".join(timecode(3 + i, START, 10 * TICKS) for i in range(n))
    picture = track(1, "vide", tables(PICTURE, 10, START + 4), 10 * TICKS)
    return (QUICKTIME + atom("mdat", u32(90000), bytes(10))
            + atom("moov", movie_header(600, 10 * TICKS, n + 3), codes, picture))


def tracks_timecode_shared(n):
    """Timecode tracks, all of which have the same samples, each of another number."""
    count = 100 * n
    numbers = array.array("I", range(0, 2 * count, 2))
    numbers.byteswap()
    start = START + 4
    more = b"".join(timecode(3 + i, start, count * TICKS, count=count) for i in range(n))
    return movie(10, tracks=more, refer=range(2, 3 + n), aux=numbers.tobytes())


def tracks_mutual(n):
    """Pairs of a video and the timecode to which it refers."""
    more = b"".join(
        track(3 + 2 * i, "vide", tables(PICTURE, 1, START + 4), TICKS,
              atom("tref", atom("tmcd", u32(4 + 2 * i)))) + timecode(4 + 2 * i, START, TICKS)
        for i in range(n))
    return movie(10, tracks=more)


def references(n):
    return movie(10, refer=[2] * n)


def references_dangling(n):
    return movie(10, refer=range(3, 3 + n))


def references_atoms(n):
    """References each in an atom of its own, of a type of its own."""
    return movie(10, refer=(), video=[atom("tref", *(
        atom(u32(0x61000000 + i), u32(2)) for i in range(n)))])


def tref_many(n):
    return movie(1, video=(atom("tref") * n,))


# Atoms

def free_top(n):
    return movie(10, tail=atom("free") * n)


def free_moov(n):
    return movie(10, moov=atom("free") * n)


def unknown_moov(n):
    return movie(10, moov=b"".join(u32(8, 0x61000000 + i) for i in range(n)))


def uuids(n):
    """Atoms with a user type and nothing else."""
    return movie(10, tail=b"".join(atom("uuid", u32(i, i, i, i)) for i in range(n)))


def unknown_top(n):
    return movie(10, tail=b"".join(u32(8, 0x61000000 + i) for i in range(n)))


def empty_tracks(n):
    return movie(10, moov=atom("trak") * n)


def moovs(n):
    return movie(10, tail=atom("moov", movie_header(600, 0)) * n)


def mdats(n):
    return movie(10, tail=atom("mdat", u32(0)) * n)


def nested(kinds, n):
    heads, left = [], sum(8 + len(kinds[i % len(kinds)][1]) for i in range(n))
    for i in range(n):
        kind, fields = kinds[i % len(kinds)]
        heads.append(u32(left) + kind + fields)
        left -= 8 + len(fields)
    return b"".join(heads)


def nested_udta(n):
    return movie(10, moov=nested([(b"udta", b"")], n))


def nested_top(n):
    return movie(10, tail=nested([(b"moov", b"")], n))


def nested_meta(n):
    return movie(10, moov=nested([(b"meta", u32(0)), (b"ilst", b"")], n))


def nested_unknown(n):
    return movie(10, tail=nested([(b"abcd", b"")], n))


# Fragments

def fragmented(*after, tail=b"", extends=True, more_tables=(), tracks=1, **given):
    video = track(1, "vide", tables(PICTURE, 0, 0, *more_tables, **given), 0) * tracks
    more = atom("mvex", full("trex", 0, 0, u32(1, 1, TICKS, 1, 0))) if extends else b""
    return ISO + atom("moov", movie_header(600, 0, 2), video, more) + b"".join(after) + tail


def fragment(number, runs, media, time=0):
    """`runs` is what follows `tfdt` in the one `traf`; offsets count from `moof`."""
    return atom("moof", full("mfhd", 0, 0, u32(number)),
                atom("traf", full("tfhd", 0, 0x20000, u32(1)),
                     full("tfdt", 0, 0, u32(time)), runs)) + atom("mdat", media)


def run(count, rows=b"", flags=0, length=0):
    """A `trun` in the only `traf` of a `moof` whose runs are `length` bytes beyond this one."""
    size = 20 + len(rows) + length
    offset = 8 + 16 + 8 + 16 + 16 + size + 8
    return full("trun", 0, flags | 1, u32(count, offset), rows)


def trun(n):
    rows = alternating(n, u32(TICKS - 1, 1), u32(TICKS + 1, 2))
    return fragmented(fragment(1, run(n, rows, 0x300), bytes(n + n // 2)))


def truns(n):
    more = full("trun", 0, 0, u32(1)) * (n - 1)
    return fragmented(fragment(1, run(1, length=len(more)) + more, bytes(n)))


def truns_empty(n):
    more = full("trun", 0, 0, u32(0)) * (n - 1)
    return fragmented(fragment(1, run(1, length=len(more)) + more, bytes(n)))


def truns_negative(n):
    """Runs of one sample, whose composition offset is negative, which version 0 does not have."""
    size = 24
    media = 8 + 16 + 8 + 16 + 16 + n * size + 8
    runs = b"".join(full("trun", 0, 0x801, u32(1, media + i, 0xFFFFFF00)) for i in range(n))
    return fragmented(fragment(1, runs, bytes(n)))


def trafs(n):
    """Parts of one fragment, each of one sample."""
    def part(offset):
        return atom("traf", full("tfhd", 0, 0x20000, u32(1)), full("trun", 0, 1, u32(1, offset)))
    media = 8 + 16 + n * len(part(0)) + 8
    parts = b"".join(part(media + i) for i in range(n))
    return fragmented(atom("moof", full("mfhd", 0, 0, u32(1)), parts), atom("mdat", bytes(n)))


def fragments(n):
    return fragmented(*(fragment(1 + i, run(1), b"\0", i * TICKS) for i in range(n)))


def fragments_room(n):
    """Fragments after free space for a longer header, and a timecode track."""
    duration = n * TICKS
    video = track(1, "vide", tables(PICTURE, 0, 0), 0, atom("tref", atom("tmcd", u32(2))))
    extends = atom("mvex", *(full("trex", 0, 0, u32(number, 1, TICKS, 1, 0)) for number in (1, 2)))
    parts = (fragment(1 + i, run(1), b"\0", i * TICKS) for i in range(n))
    return (ISO + atom("mdat", u32(90000))
            + atom("moov", movie_header(600, duration, 3), video,
                   timecode(2, len(ISO) + 8, duration), extends)
            + atom("free", bytes(8192)) + b"".join(parts))


def fragments_groups(n):
    """Fragments each with a table of groups and the description of one."""
    group = full("sgpd", 1, 0, b"roll", u32(2, 1), struct.pack(">h", -1)) + full(
        "sbgp", 0, 0, b"roll", u32(1, 1, 0x10001))
    return fragmented(*(fragment(1 + i, run(1, length=len(group)) + group, b"\0", i * TICKS)
                        for i in range(n)))


def fragments_shared_groups(n):
    """Fragments each with a group of its own, which all are described in `stbl`."""
    return shared_groups(n, full("sgpd", 1, 0, b"roll", u32(0, n),
                                 *(u32(2) + struct.pack(">h", -1 - i % 9000) for i in range(n))))


def fragments_shared_distances(n):
    """The same, with descriptions of one size."""
    return shared_groups(n, full("sgpd", 1, 0, b"roll", u32(2, n),
                                 numbers((-1 - i % 9000 for i in range(n)), "h")))


def shared_groups(n, kinds):
    groups = [full("sbgp", 0, 0, b"roll", u32(1, 1, i + 1)) for i in range(n)]
    parts = (fragment(1 + i, run(1, length=len(group)) + group, b"\0", i * TICKS)
             for i, group in enumerate(groups))
    return fragmented(*parts, more_tables=(kinds,))


def fragments_encrypted(n):
    """Encrypted fragments of a track with as many sample descriptions, of which only the last says
    how."""
    scheme = atom("sinf", atom("frma", b"jpeg"), full("schm", 0, 0, b"cenc", u32(0x10000)),
                  atom("schi", full("tenc", 0, 0, u8(0, 0, 1, 8), bytes(16))))
    entries = PICTURE * n + atom("encv", PICTURE[8:], scheme)
    senc = full("senc", 0, 0, u32(1), bytes(8))
    parts = (fragment(1 + i, run(1, length=len(senc)) + senc, b"\0", i * TICKS)
             for i in range(n))
    return fragmented(*parts, stsd=counted("stsd", n + 1, entries))


def mvex_many(n):
    return movie(1, moov=atom("mvex") * n)


def fragments_many_tracks(n):
    """As many tracks as fragments, each with one."""
    video = b"".join(track(1 + i, "vide", tables(PICTURE, 0, 0), 0) for i in range(n))
    extends = atom("mvex", *(full("trex", 0, 0, u32(1 + i, 1, TICKS, 1, 0)) for i in range(n)))
    parts = [atom("moof", full("mfhd", 0, 0, u32(1 + i)),
                  atom("traf", full("tfhd", 0, 0x20000, u32(1 + i)),
                       # The media is after the headers of moof and mdat, mfhd, traf, tfhd and this.
                       full("trun", 0, 1, u32(1, 8 + 16 + 8 + 16 + 20 + 8))))
             + atom("mdat", b"\0") for i in range(n)]
    return ISO + atom("moov", movie_header(600, 0, 2), video, extends) + b"".join(parts)


def fragments_gaps(n):
    """Tracks, each of two fragments with a gap between them, of which a fragment states a part."""
    video = b"".join(track(1 + i, "vide", tables(PICTURE, 0, 0), 0) for i in range(n))
    extends = atom("mvex", *(full("trex", 0, 0, u32(1 + i, 1, TICKS, 1, 0)) for i in range(n)))

    def part(number, time, *before):
        own = atom("traf", full("tfhd", 0, 0x20000, u32(number)), full("tfdt", 0, 0, u32(time)),
                   full("trun", 0, 1, u32(1, 8 + 16 + sum(map(len, before)) + 8 + 16 + 16 + 20 + 8)))
        return atom("moof", full("mfhd", 0, 0, u32(number)), *before, own) + atom("mdat", b"\0")

    def empty(number):
        return atom("traf", full("tfhd", 0, 0x30008, u32(number, TICKS)),
                    full("tfdt", 0, 0, u32(TICKS)))
    parts = (part(1 + i, 0) + part(1 + i, 50 * TICKS, empty(1 + i)) for i in range(n))
    return ISO + atom("moov", movie_header(600, 0, 2), video, extends) + b"".join(parts)


def fragments_wrong_track(n):
    """Fragments of a track that is not there."""
    part = atom("moof", full("mfhd", 0, 0, u32(1)),
                atom("traf", full("tfhd", 0, 0x20000, u32(9)), run(1)))
    return fragmented(*[part] * n)


def sidx(n):
    """Indexes with up to 1000 rows each, of one fragment."""
    part = fragment(1, run(1), b"\0")
    row = u32(len(part), TICKS, 0x90000000)
    return fragmented(*(
        full("sidx", 0, 0, u32(1, 600, 0, 0), u16(0, min(1000, n - i)), row * min(1000, n - i))
        for i in range(0, n, 1000)), part)


def ssix(n):
    """Parts of no stretches."""
    return fragmented(counted("ssix", n, bytes(4 * n)), fragment(1, run(1), b"\0"))


def sidx_chain(n):
    """Indexes of which each refers to the next."""
    size = 44
    index = full("sidx", 0, 0, u32(1, 600, 0, 0), u16(0, 1), u32(0x80000000 | size, TICKS, 0))
    return fragmented(index * n, fragment(1, run(1), b"\0"))


def tfra(n):
    head = fragmented()
    part = fragment(1, run(1), b"\0")
    rows = (u32(0, len(head)) + u8(1, 1, 1)) * n
    index = full("tfra", 0, 0, u32(1, 0, n), rows)
    return head + part + atom("mfra", index, full("mfro", 0, 0, u32(8 + len(index) + 16)))


def fragments_edited(n):
    """Fragments with a row each in `mfra`, and an edit each, the last of the media first."""
    rows = b"".join(u32(TICKS, TICKS * (n - 1 - i), 0x10000) for i in range(n))
    video = track(1, "vide", tables(PICTURE, 0, 0), 0, atom("edts", counted("elst", n, rows)))
    head = ISO + atom("moov", movie_header(600, n * TICKS, 2), video,
                      atom("mvex", full("trex", 0, 0, u32(1, 1, TICKS, 1, 0))))
    parts = [fragment(1 + i, run(1), b"\0", i * TICKS) for i in range(n)]
    size = len(parts[0])
    index = full("tfra", 0, 0, u32(1, 0, n),
                 b"".join(u32(i * TICKS, len(head) + i * size) + u8(1, 1, 1) for i in range(n)))
    return (head + b"".join(parts)
            + atom("mfra", index, full("mfro", 0, 0, u32(8 + len(index) + 16))))


def fragments_indexed(n):
    """Fragments with a row each in `mfra`."""
    data = fragments(n)
    head = fragmented()
    size = (len(data) - len(head)) // n
    rows = b"".join(u32(i * TICKS, len(head) + i * size) + u8(1, 1, 1) for i in range(n))
    index = full("tfra", 0, 0, u32(1, 0, n), rows)
    return data + atom("mfra", index, full("mfro", 0, 0, u32(8 + len(index) + 16)))


# Items and names

def picture(*boxes):
    return (atom("ftyp", b"heic", u32(0), b"mif1heic")
            + atom("meta", u32(0), full("hdlr", 0, 0, u32(0), b"pict", bytes(13)), *boxes)
            + atom("mdat", bytes(64)))


def items(n):
    """Items with everything: a place, an entry, a reference, a property."""
    iloc = full("iloc", 2, 0, u16(0x4400), u32(n), b"".join(
        u32(1 + i) + u16(0, 0, 1) + u32(0, 16) for i in range(n)))
    iinf = full("iinf", 1, 0, u32(n), b"".join(
        full("infe", 3, 0, u32(1 + i), u16(0), b"jpeg", b"\0") for i in range(n)))
    iref = full("iref", 1, 0, b"".join(
        atom("thmb", u32(1 + i), u16(1), u32(1)) for i in range(n)))
    ipma = full("ipma", 1, 0, u32(n), b"".join(u32(1 + i) + u8(1, 1) for i in range(n)))
    iprp = atom("iprp", atom("ipco", full("ispe", 0, 0, u32(64, 48))), ipma)
    return picture(full("pitm", 1, 0, u32(1)), iloc, iinf, iref, iprp)


def items_extents(n):
    """One item in n parts, all at the same place."""
    parts = (n + 59999) // 60000
    rows = b"".join(u32(1 + i) + u16(0, 0, min(60000, n - i * 60000))
                    + u32(0, 16) * min(60000, n - i * 60000) for i in range(parts))
    return picture(full("iloc", 2, 0, u16(0x4400), u32(parts), rows))


def items_references(n):
    """One item that refers to n others."""
    parts = (n + 59999) // 60000
    return picture(full("iref", 1, 0, b"".join(
        atom("dimg", u32(1), u16(min(60000, n - i * 60000)),
             numbers(range(2, 2 + min(60000, n - i * 60000)))) for i in range(parts))))


def items_properties(n):
    """One picture with n properties, each of which it has."""
    rows = min(n, 255)
    ipma = full("ipma", 0, 1, u32(1), u16(1), u8(rows), b"".join(u16(1 + i) for i in range(rows)))
    return picture(
        full("pitm", 0, 0, u16(1)),
        full("iloc", 1, 0, u16(0x4400, 1, 1, 0, 0, 1), u32(0, 16)),
        full("iinf", 0, 0, u16(1), full("infe", 2, 0, u16(1, 0), b"hvc1", b"\0")),
        atom("iprp", atom("ipco", full("ispe", 0, 0, u32(64, 48)) * n), ipma))


def items_nowhere(n):
    """Items of no extents."""
    return picture(full("iloc", 2, 0, u16(0), u32(n), b"".join(
        u32(1 + i) + u16(0, 0, 0) for i in range(n))))


def items_plain(n):
    """Items of no properties."""
    ipma = full("ipma", 0, 0, u32(n), b"".join(u16(i % 0x10000) + u8(0) for i in range(n)))
    return picture(atom("iprp", atom("ipco"), ipma))


def items_components(n):
    """A picture of n components."""
    return picture(atom("iprp", atom("ipco", atom("cmpd", u32(n), bytes(2 * n))),
                        full("ipma", 0, 0, u32(0))))


def items_movie(n):
    """Items of a movie, whose data is in the movie itself."""
    iloc = full("iloc", 2, 0, u16(0x4400), u32(n), b"".join(
        u32(1 + i) + u16(1, 0, 1) + u32(0, 16) for i in range(n)))
    iinf = full("iinf", 1, 0, u32(n), b"".join(
        full("infe", 3, 0, u32(1 + i), u16(0), b"mime", b"\0text/plain\0") for i in range(n)))
    return movie(10, moov=atom("meta", u32(0), full("hdlr", 0, 0, u32(0), b"null", bytes(13)),
                               iloc, iinf, atom("idat", bytes(16))))


def items_referenced(n):
    """Items with a data reference each, all to the file itself."""
    iloc = full("iloc", 2, 0, u16(0x4400), u32(n), b"".join(
        u32(1 + i) + u16(0, min(1 + i, 0xFFFF), 1) + u32(0, 16) for i in range(n)))
    iinf = full("iinf", 1, 0, u32(n), b"".join(
        full("infe", 3, 0, u32(1 + i), u16(0), b"jpeg", b"\0") for i in range(n)))
    dref = counted("dref", n, full("url ", 0, 1) * n)
    return picture(atom("dinf", dref), iloc, iinf)


# Compressed headers

def cmov(n):
    """A header in compressed form that is no smaller for it."""
    whole = movie(n, tables_of=lambda at: {"stts": counted("stts", n, alternating(
        n, u32(1, TICKS - 1), u32(1, TICKS + 1)))})
    return compressed(whole, level=0)


def cmov_atoms(n):
    """The same with atoms of eight bytes."""
    return compressed(movie(10, moov=atom("free") * n), level=0)


def cmov_edits(n):
    """A header in compressed form that is twelve times as small for it."""
    rows = u32(TICKS, 0, 0x10000) * n
    noise = random.Random(1).randbytes(n)
    return compressed(movie(100, video=[atom("edts", counted("elst", n, rows))],
                            moov=atom("skip", noise)), level=9)


def compressed(whole, level):
    """A movie whose `moov` comes last, with that in compressed form."""
    start = whole.index(b"moov") - 4
    moov = whole[start:]
    return whole[:start] + atom("moov", atom("cmov", atom("dcom", b"zlib"), atom(
        "cmvd", u32(len(moov)), zlib.compress(moov, level))))


def keys(n):
    names = b"".join(u32(8 + 20) + b"mdta" + b"com.example.k%07d" % i for i in range(n))
    values = b"".join(atom(u32(1 + i), atom("data", u32(1, 0), b"v")) for i in range(n))
    meta = atom("meta", handler("\0\0\0\0", "mdta", ""), full("keys", 0, 0, u32(n), names),
                atom("ilst", values))
    return movie(10, moov=meta)


def keys_unnamed(n):
    """Values whose keys are all the same one."""
    meta = atom("meta", handler("\0\0\0\0", "mdta", ""),
                full("keys", 0, 0, u32(1), u32(8 + 20) + b"mdtacom.example.k0000000"),
                atom("ilst", atom(u32(1), atom("data", u32(1, 0), b"v")) * n))
    return movie(10, moov=meta)


def ilst(n):
    item = atom(b"\xa9nam", atom("data", u32(1, 0), b"name"))
    meta = full("meta", 0, 0, full("hdlr", 0, 0, u32(0), b"mdirappl", bytes(9)),
                atom("ilst", item * n))
    return movie(10, moov=atom("udta", meta))


def udta(n):
    return movie(10, moov=atom("udta", atom(b"\xa9nam", u16(4, 0x55C4), b"name") * n))


def udta_texts(n):
    """One user data atom with n texts."""
    return movie(10, moov=atom("udta", atom(b"\xa9nam", (u16(4, 0x55C4) + b"name") * n)))


def udta_texts_empty(n):
    """One user data atom with n texts of no bytes."""
    return movie(10, moov=atom("udta", atom(b"\xa9nam", bytes(4 * n))))


def windows_media(n):
    """n attributes of Windows Media that have no value."""
    return movie(10, moov=atom("udta", atom("Xtra", (u32(12) + bytes(8)) * n)))


def windows_media_values(n):
    """An attribute of Windows Media with n values of no bytes."""
    values = (u32(6) + u16(8)) * n
    return movie(10, moov=atom("udta", atom(
        "Xtra", u32(16 + len(values)) + u32(4) + b"name" + u32(n) + values)))


def gpmf(n):
    """The metadata of a GoPro with n elements of a byte in one."""
    element = b"ISOG" + b"B\1" + u16(1) + b"\4\0\0\0"
    # A size has 8 bits, and a count 16.
    several = -(-n // 65535)
    count = n // several
    header = b"DEVC\0" + u8(several * len(element)) + u16(count)
    return movie(10, moov=atom("udta", atom("GPMF", header, element * (several * count))))


def gpmf_devices(n):
    """The metadata of a GoPro with n elements that have nothing in them."""
    return movie(10, moov=atom("udta", atom("GPMF", (b"DEVC\0\1" + u16(0)) * n)))


def id3(n):
    frames = (b"TIT2" + u32(2) + u16(0) + b"\3x") * n
    size = len(frames)
    tag = b"ID3\3\0\0" + bytes(size >> 7 * at & 127 for at in (3, 2, 1, 0)) + frames
    return movie(10, moov=full(
        "meta", 0, 0, full("hdlr", 0, 0, u32(0), b"ID32", bytes(13)),
        full("ID32", 0, 0, u16(0x55C4), tag)))


def exif(n):
    """Directories of Canon with up to 60,000 tags each, whose values follow or are the same bytes."""
    def directory(count, step):
        after = 10 + count * 12
        entries = b"".join(
            u16(0x10F, 2) + u32(6, after + index * step) for index in range(count))
        return b"MM" + u16(42) + u32(8) + u16(count) + entries + b"Canon\0" * (count if step else 1)

    counts = [60000] * (n // 60000) + [n % 60000]
    boxes = [atom("CMT1", directory(count, step)) for count in counts for step in (6, 0)]
    return movie(10, moov=atom(
        "uuid", bytes.fromhex("85c0b687820f11e08111f4ce462b6a48"), *boxes))


def long_name(n):
    return movie(10, moov=atom("udta", atom("name", b"\x1b" * n)))


def long_data(n):
    """A value of n bytes that are no valid text."""
    return movie(10, moov=atom("udta", full(
        "meta", 0, 0, full("hdlr", 0, 0, u32(0), b"mdirappl", bytes(9)),
        atom("ilst", atom(b"\xa9nam", atom("data", u32(1, 0), b"\xff" * n))))))


def dref(n):
    entry = full("url ", 0, 1)
    stbl = tables(PICTURE, 1, START + 4)
    odd = atom("trak", track_header(3, TICKS), atom(
        "mdia", media_header(600, TICKS), handler("mhlr", "vide", "Handler"), atom(
            "minf", MEDIA_HEADER["vide"], atom("dinf", counted("dref", n, entry * n)), stbl)))
    return movie(10, tracks=odd)


def chapters(n):
    """A text track of chapter names, a sample each."""
    entry = atom("text", bytes(6), u16(1), bytes(43), u8(0))
    texts = b"".join(u16(7) + b"%07d" % i for i in range(n))
    stbl = tables(entry, n, START + 4, size=9)
    return movie(n, aux=texts, tracks=track(3, "text", stbl, n * TICKS),
                 video=[atom("tref", atom("chap", u32(3)))], refer=())


# Byte streams, sound and lists

class Units:
    """The units of a clip in H.264: parameter sets and pictures."""

    def __init__(self):
        clip = Clip(os.path.join(ROOT, "TestMedia", "rates", "25.mov"))
        stbl = clip.video()["mdia/minf/stbl"]
        data = stbl["stsd"].payload
        at = data.index(b"avcC") + 4
        length = int.from_bytes(data[at + 6:at + 8], "big")
        self.sequence = data[at + 8:at + 8 + length]
        at += 8 + length
        length = int.from_bytes(data[at + 1:at + 3], "big")
        self.picture = data[at + 3:at + 3 + length]
        units, media, at = [], clip.media, 0
        while at < len(media):
            length = int.from_bytes(media[at:at + 4], "big")
            units.append(media[at + 4:at + 4 + length])
            at += 4 + length
        self.units = units
        # The slices of a sample with more than one are left together: none here has more.
        self.pictures = [unit for unit in units if unit[0] & 31 in (1, 5)]

    @staticmethod
    def stream(units):
        return b"".join(b"\0\0\0\1" + unit for unit in units)


def byte_stream(n):
    """Pictures of some bytes each, as many as there are rows."""
    clip = Units()
    group = [clip.sequence, clip.picture, *clip.pictures]
    whole = clip.stream(group)
    return (whole * (n // len(group) + 1))


def byte_stream_empty(n):
    """Units without content between two pictures."""
    clip = Units()
    return (clip.stream([clip.sequence, clip.picture, clip.pictures[0]])
            + b"\0\0\1\x0c" * n + clip.stream(clip.pictures[1:2]))


def byte_stream_sets(n):
    """Parameter sets that change before each picture."""
    clip = Units()
    other = clip.picture + b"\0\0\3\1"
    one = clip.stream([clip.sequence, clip.picture, clip.pictures[0]])
    two = clip.stream([clip.sequence, other, clip.pictures[0]])
    return alternating(n, one, two)


def byte_stream_slices(n):
    """One picture of n slices."""
    clip = Units()
    return clip.stream([clip.sequence, clip.picture, clip.pictures[0]]) + clip.stream(
        [clip.pictures[1]] * n)


def wav(n, *chunks):
    form = u16(0)[:0] + struct.pack("<HHIIHH", 1, 1, 48000, 96000, 2, 16)
    body = b"WAVE" + b"fmt " + struct.pack("<I", 16) + form + b"".join(chunks)
    body += b"data" + struct.pack("<I", 2 * n)
    return b"RIFF" + struct.pack("<I", len(body) + 2 * n) + body


def wav_chunks(n):
    """Chunks without bytes, after one that says the time: an hour after midnight, at byte 338."""
    stamp = bytes(338) + struct.pack("<Q", 3600 * 48000) + bytes(256)
    return wav(10, b"bext" + struct.pack("<I", len(stamp)) + stamp,
               (b"junk" + bytes(4)) * n) + bytes(20)


def wav_noise(n):
    """Sound that changes its sign at random, in which linear timecode is looked for."""
    state, out = 1, bytearray()
    for _ in range(min(n, 65536)):
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        out += struct.pack("<h", (state >> 8) % 20001 - 10000)
    data = (bytes(out) * (n // 65536 + 1))[:2 * n]
    return wav(n) + data


def sound_noise(n):
    """The same as a track of a movie."""
    data = wav_noise(n)[44:]
    entry = sound_entry("sowt", rate=48000)
    stbl = tables(entry, n, START + 4, size=2, stts=counted("stts", 1, u32(n, 1)))
    sound = atom("trak", track_header(3, n * 600 // 48000), atom(
        "mdia", media_header(48000, n), handler("mhlr", "soun", "Handler"), atom(
            "minf", MEDIA_HEADER["soun"], data_reference(), stbl)))
    return movie(10, aux=data, tracks=sound, duration=max(TICKS * 10, n * 600 // 48000))


def label(frame):
    return "%02d:%02d:%02d:%02d" % (frame // 90000 % 24, frame // 1500 % 60, frame // 25 % 60,
                                    frame % 25)


def list_csv(n):
    rows = "".join(f"{i}/25,{label(i * 7919)}\n" for i in range(n))
    return ("Time,Timecode\n" + rows).encode()


def list_csv_record(n):
    """Rows that say where they are in a record."""
    rows = "".join(f"{label(i)},{label(i * 7919)}\n" for i in range(n))
    return ("Record In,Timecode\n" + rows).encode()


def list_edl(n):
    rows = "".join(f"{1 + i % 999:03}  REEL{i % 1000:03} V     C        "
                   f"{label(i * 7919)} {label(i * 7919 + 1)} {label(i)} {label(i + 1)}\n"
                   for i in range(n))
    return ("TITLE: long\nFCM: NON-DROP FRAME\n\n" + rows).encode()


def list_edl_comments(n):
    """One event, whose reel is as long as all of its comments."""
    reel = "1" * 16 * n
    times = " ".join(label(time) for time in (0, 25, 0, 25))
    return (f"TITLE: long\n\n001  {reel} V     C        {times}\n" + "* SOURCE FILE: A\n" * n).encode()


def list_ale(n):
    rows = "".join(f"movie.mov\t{label(i * 7919)}\t{label(i * 7919 + 1)}\tREEL\n" for i in range(n))
    return ("Heading\nFIELD_DELIM\tTABS\nVIDEO_FORMAT\t1080\nFPS\t25\n\nColumn\n"
            "Name\tStart\tEnd\tTape\n\nData\n" + rows).encode()


def list_json(n):
    samples = ",".join(
        f'{{"index":{i},"format":0,"mediaTime":{{"value":{i * TICKS},"timescale":600}},'
        f'"duration":{{"value":{TICKS},"timescale":600}},"value":{i * 7919 % 2000000}}}'
        for i in range(n))
    segments = ",".join(
        f'{{"movieTime":{{"value":{i * TICKS},"timescale":600}},'
        f'"duration":{{"value":{TICKS},"timescale":600}},"format":0,"frameNumber":{i * 7919 % 2000000}}}'
        for i in range(n))
    return ('{"schema":"urn:movtool:timecode:1","file":"a","tracks":[{"trackID":2,"timescale":600,'
            f'"duration":{{"value":{n * TICKS},"timescale":600}},"associatedTracks":[1],'
            '"formats":[{"type":"tmcd",'
            f'"frameDuration":{{"value":{TICKS},"timescale":600}},"frameQuanta":25,'
            '"flags":{"value":2,"dropFrame":false,"wraps24Hours":true,"negativeTimesOK":false,'
            '"counter":false},"sourceName":null}],"samples":[' + samples
            + '],"segments":[' + segments + '],"edits":[]}],'
            '"diagnostics":[]}').encode()


def list_json_tracks(n):
    """A document of n tracks, each of which becomes one."""
    times = ('"mediaTime":{"value":0,"timescale":25},"duration":{"value":10,"timescale":25}')
    track = ('"timescale":25,"associatedTracks":[1],"formats":[{"type":"tmcd","frameDuration":'
             '{"value":1,"timescale":25},"frameQuanta":25,"flags":{"value":0},"sourceName":null}],'
             '"samples":[{"index":0,"format":0,' + times + ',"value":90000}],"segments":[{"movieTime":'
             '{"value":0,"timescale":25},"duration":{"value":10,"timescale":25},"format":0,'
             '"frameNumber":90000}],"edits":[]}')
    return ('{"schema":"urn:movtool:timecode:1","file":"a","tracks":['
            + ",".join(f'{{"trackID":{i + 2},' + track for i in range(n)) + "]}").encode()


def long_movie(n):
    """A movie of n frames without timecode, for lists that say where its timecode jumps."""
    return movie(n, refer=(), code=lambda at, duration: b"")


def list_json_nested(n):
    return b"[" * n + b"]" * n


def names(n):
    """Names of one movie, which is read for each."""
    return b"".join(b"s%07d.mov\n" % i for i in range(n))


def names_missing(n):
    """Names of files that are not there."""
    return b"".join(b"%07d.mov\n" % i for i in range(n))


def atoms_beside(n):
    """Atoms one after another, to insert."""
    return atom("free", bytes(120)) * n


def policy_alternatives(n):
    """A policy that asks for one of n reels, none of which is there."""
    reels = ",".join('{"reel":"%0100d"}' % i for i in range(n))
    return ('{"require":{"or":[' + reels + "]}}").encode()


def policy_requirements(n):
    """A policy that asks for n reels, and knows that they are not there."""
    reels = ",".join('{"reel":"%0100d"}' % i for i in range(n))
    known = "".join('{"rule":"policy-reel","reason":"x","file":"%0100d.mov"},' % i
                    for i in range(n // 4))
    known += '{"rule":"policy-reel","reason":"x"}'
    return ('{"suppress":[' + known + '],"require":{"and":[' + reels + "]}}").encode()


def baseline_findings(n):
    """Former findings of one movie."""
    rows = ",".join('{"fingerprint":"%032x","count":1}' % i for i in range(n))
    return ('{"file":"25.mov","findings":[' + rows + "]}").encode()


def baseline_names(n):
    """Former findings of movies in folders of their own."""
    return "".join('{"file":"%09d/25.mov","findings":[{"fingerprint":"%032x"}]}\n' % (i, i)
                   for i in range(n)).encode()


def baseline_long_name(n):
    """Former findings of one movie with a name that is as long as all of them."""
    rows = ",".join('{"fingerprint":"%x"}' % i for i in range(n))
    return ('{"file":"' + "x" * 20 * n + '","findings":[' + rows + "]}").encode()


# Lists of hashes

def hash_lines(n):
    """A list of n movies with one name, each in a folder of its own."""
    return "".join("md5 %032x  %09d/25.mov: track 1, vide, avc1, 1 sample, 1 byte\n" % (i, i)
                   for i in range(n)).encode()


def hash_names(n):
    """The same list, whose lines are also the paths of other files with that name."""
    return "".join("md5 %032x  %09d/25.mov: track 1, /25.mov\n" % (i, i) for i in range(n)).encode()


def hash_documents(n):
    """The same list in JSON."""
    return "".join('{"file":"%09d/25.mov","algorithm":"md5","tracks":[{"trackID":1,"hash":"%032x"}]}\n'
                   % (i, i) for i in range(n)).encode()


def hash_tracks(n):
    """A list of one movie with n tracks of one ID."""
    return "".join("md5 %032x  25.mov: track 1\n" % i for i in range(n)).encode()


# Movies on disk, for the benchmarks

class Movie:
    """A movie on disk, its `moov` the last atom."""

    def __init__(self, path, moov):
        self.path = path
        self.size = os.path.getsize(path)
        self.moov = len(moov)
        self.type_offset = self.size - len(moov) + 4

    @classmethod
    def there(cls, path):
        """The movie of `raw_movie`, made before: the last atom is its `moov`, after one `mdat`."""
        with open(path, "rb") as file:
            file.seek(len(QUICKTIME) + 8)
            start = len(QUICKTIME) + int.from_bytes(file.read(8), "big")
            file.seek(start)
            length = int.from_bytes(file.read(4), "big")
            file.seek(start)
            return cls(path, file.read(length))

    def reset(self):
        """Undoes what stamping in place did."""
        with open(self.path, "r+b") as file:
            file.truncate(self.size)
            file.seek(self.type_offset)
            file.write(b"moov")
            os.fsync(file.fileno())

    def reset_command(self):
        return ["sh", "-c", f"truncate -s {self.size} {self.path} && printf moov | "
                f"dd of={self.path} bs=1 seek={self.type_offset} conv=notrunc status=none && "
                f"sync {self.path}"]


def raw_movie(path, size, frames, sparse):
    """Uncompressed pictures of about `size` bytes in all, a chunk each."""
    side = math.isqrt(size // frames // 3) & ~1
    frame = side * side * 3
    start = len(QUICKTIME) + 16
    stbl = atom(
        "stbl", full("stsd", 0, 0, u32(1), video_entry("raw ", width=side, height=side)),
        full("stts", 0, 0, u32(1, frames, 20)), full("stsc", 0, 0, u32(1, 1, 1, 1)),
        full("stsz", 0, 0, u32(frame, frames)),
        full("co64", 0, 0, u32(frames), u64(*[start + frame * n for n in range(frames)])))
    trak = track(1, "vide", stbl, 20 * frames)
    moov = atom("moov", movie_header(600, 20 * frames, 2), trak)
    with open(path, "wb") as file:
        file.write(QUICKTIME + u32(1) + b"mdat" + u64(16 + frame * frames))
        if sparse:
            file.seek(frame * frames, os.SEEK_CUR)
        else:
            noise = os.urandom(frame)
            for _ in range(frames):
                file.write(noise)
        file.write(moov)
        file.flush()
        os.fsync(file.fileno())
    return Movie(path, moov)


def many_samples(path, repeats):
    """A clip of a hundred small frames again and again, with a row in every table for each."""
    clip = Clip(os.path.join(ROOT, "TestMedia", "rates", "25.mov"))
    stsz = clip.video()["mdia/minf/stbl/stsz"].payload[12:]
    sizes = [int.from_bytes(stsz[at:at + 4], "big") for at in range(0, len(stsz), 4)]
    count = len(sizes) * repeats
    start = len(QUICKTIME) + 8
    offsets, at = [], start
    for _ in range(repeats):
        for size in sizes:
            offsets.append(at)
            at += size
    # Durations in turn a tick longer and a tick shorter: no two rows of stts can be one.
    delta = clip.frame_duration
    times = [value for n in range(count) for value in (1, delta + (1 if n % 2 else -1))]
    shifts = [value for n in range(count) for value in (1, n % 2)]
    clip.duration = delta * count

    def put(moov):
        media = moov["trak/mdia"]
        media.put(media_header(clip.timescale, clip.duration))
        moov["trak"].put(track_header(1, clip.duration, ENABLED, 64, 48))
        moov["trak"].put(edit_list([(clip.duration, 0, 1)]))
        stbl = moov["trak/mdia/minf/stbl"]
        stbl.put(full("stts", 0, 0, u32(count), numbers(times)))
        stbl.put(full("ctts", 0, 0, u32(count), numbers(shifts)))
        stbl.put(full("stsc", 0, 0, u32(1, 1, 1, 1)))
        stbl.put(full("stsz", 0, 0, u32(0, count), numbers(sizes * repeats)))
        stbl.put(full("stco", 0, 0, u32(count), numbers(offsets)))
        stbl.put(counted("stss", repeats, numbers(range(1, count + 1, len(sizes)))))
        stbl.put(full("sdtp", 0, 0, (u8(0x20) + u8(0x18) * (len(sizes) - 1)) * repeats))

    moov = bytes(moov_of(clip, 0, put))
    with open(path, "wb") as file:
        file.write(QUICKTIME + u32(8 + len(clip.media) * repeats) + b"mdat")
        for _ in range(repeats):
            file.write(clip.media)
        file.write(moov)
        file.flush()
        os.fsync(file.fileno())
    return Movie(path, moov)


def write(path, *parts):
    with open(path, "wb") as file:
        for part in parts:
            file.write(part)
        file.flush()
        os.fsync(file.fileno())


def many_fragments(path, count):
    """Fragments of a second each: 24 frames with a duration, a size, flags and an offset."""
    rows = b"".join(u32(TICKS, 1, 0x2000000 if i == 0 else 0x1010000, i % 2 * TICKS)
                    for i in range(24))
    write(path, fragmented(*(fragment(1 + i, run(24, rows, 0xF00), bytes(24), i * 24 * TICKS)
                             for i in range(count))))


def timecode_each_frame(path, count):
    write(path, timecode_samples(count))


# What a family makes, and for which of the verbs: `movie` is one of the movies, `stream` an
# elementary stream, `wav` a sound file, `names` a list of files, `list` what `insert timecode
# --segments` reads, `atoms` what `insert atom` inserts, `policy` what `check --policy` checks by,
# `hashes` what `hash --check` compares with.
FAMILIES = {
    "movie": [
        stts, raw_pictures, stts_zero, ctts, ctts_falling, stsc, stsz, stz2, stco, co64, stss,
        stss_falling, stps, sdtp, stdp, padb, sbgp, csgp, csgp_combinations, sgpd, sgpd_sized, sbgp_many, sbgp_samples,
        subs, subs_empty,
        saiz, saiz_many, saio, saio_many, stco_many, senc, stsd, stsd_sizes, nal_units, parameter_sets,
        descriptors, all_tables, overlap, overlap_constant,
        elst, elst_back, elst_far, elst_unsynced, elst_unsynced_fragments, elst_falling, elst_whole, elst_zero, elst_timecode,
        elst_timecode_zero, elst_long, elst_both, elst_apart,
        timecode_samples, timecode_segments, timecode_counter, timecode_descriptions, timecode_long,
        tracks, tracks_sound, tracks_shared, tracks_one_id, tracks_video_one_id, tracks_one_id_indexed,
        tracks_timecode,
        tracks_timecode_first, tracks_timecode_shared, tracks_mutual, tracks_alike, tracks_varied,
        references, references_dangling, references_atoms, tref_many,
        free_top, free_moov, unknown_moov, unknown_top, uuids, empty_tracks, moovs, mdats,
        nested_udta, nested_top, nested_meta, nested_unknown,
        trun, truns, truns_empty, truns_negative, trafs, fragments, fragments_room, fragments_groups,
        fragments_shared_groups, fragments_shared_distances,
        fragments_encrypted, fragments_many_tracks, fragments_gaps, fragments_wrong_track,
        fragments_indexed,
        fragments_edited,
        mvex_many, sidx, ssix, sidx_chain, tfra,
        items, items_extents, items_references, items_properties, items_nowhere, items_plain,
        items_components, items_movie, items_referenced, cmov, cmov_atoms, cmov_edits,
        keys, keys_unnamed, ilst, udta, udta_texts, udta_texts_empty, windows_media,
        windows_media_values, long_name, long_data, dref, chapters,
        gpmf, gpmf_devices, id3, exif, sound_noise],
    "stream": [byte_stream, byte_stream_empty, byte_stream_sets, byte_stream_slices],
    "wav": [wav_chunks, wav_noise],
    "names": [names, names_missing],
    "list": [list_csv, list_csv_record, list_edl, list_edl_comments, list_ale, list_json, list_json_nested,
             list_json_tracks],
    "atoms": [atoms_beside],
    "policy": [policy_alternatives, policy_requirements],
    "baseline": [baseline_findings, baseline_names, baseline_long_name],
    "hashes": [hash_lines, hash_names, hash_documents, hash_tracks],
}


def of_size(make, target):
    """What `make` makes of about `target` bytes."""
    few, more = len(make(200)), len(make(400))
    each = max(more - few, 1) / 200
    return make(max(2, round((target - few) / each) + 200))
