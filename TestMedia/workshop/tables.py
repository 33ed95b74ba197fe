"""Sample tables, headers and track numbers that are legal but rare, or wrong but survivable."""

import copy

from .atoms import atom, code, fixed, full, i32, table, u8, u16, u32, u64
from .cases import Cases
from .movies import (ENABLED, ISO, MATRIX, QUICKTIME, UNDETERMINED, change_entry, edit_list, movie,
                     small_movie, sound_entry, track, video_entry)

CASES = Cases()
FOLDER = "tables/"


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


def with_table(clip, *atoms):
    """The clip with these atoms in its stbl, replacing those of the same types."""

    def put(moov):
        for new in atoms:
            moov["trak/mdia/minf/stbl"].put(new)

    return movie(clip, put)


def times(*runs):
    return table("stts", [u32(*run) for run in runs])


def offsets(*runs):
    """ctts version 0 as written: unsigned words."""
    return table("ctts", [u32(count) + i32(offset) for count, offset in runs])


# ---- stts and ctts ------------------------------------------------------------------------------

@case("stts-too-short.mov", "the durations cover 60 of 100 samples")
def stts_too_short(clips):
    return with_table(clips("25"), times((60, 512)))


@case("stts-too-long.mov", "the durations cover 150 samples of 100")
def stts_too_long(clips):
    return with_table(clips("25"), times((150, 512)))


@case("stts-not-mdhd.mov", "the durations' sum is not the duration of mdhd")
def stts_not_mdhd(clips):
    return with_table(clips("25"), times((100, 500)))


@case("stts-zero-count.mov", "runs of no samples between others")
def stts_zero_count(clips):
    return with_table(clips("25"), times((0, 1), (50, 512), (0, 9999), (50, 512), (0, 0)))


@case("stts-zero-delta.mov", "samples of no duration")
def stts_zero_delta(clips):
    return with_table(clips("25"), times((50, 512), (25, 0), (25, 1024)))


@case("stts-huge-delta.mov", "a delta of 0xFFFFFFFE, which some writers mean as -2")
def stts_huge_delta(clips):
    return with_table(clips("25"), times((99, 512), (1, 0xFFFFFFFE)))


@case("stts-last-odd.mov", "the last sample lasts longer than the rest")
def stts_last_odd(clips):
    return with_table(clips("25"), times((99, 512), (1, 700)))


@case("stts-empty.mov", "no durations at all: no rate to stamp by")
def stts_empty(clips):
    return with_table(clips("25"), times())


@case("ctts-negative-version-0.mov", "negative composition offsets in version 0: QuickTime")
def ctts_negative_v0(clips):
    return with_table(clips("25"), offsets((1, 0), (1, 1024), (1, -512), (97, -512)))


@case("ctts-version-1.mov", "signed composition offsets with cslg")
def ctts_version_1(clips):
    rows = [u32(count) + i32(offset) for count, offset in ((1, 0), (98, 512), (1, -512))]
    return with_table(clips("25"), table("ctts", rows, version=1),
                      full("cslg", 0, 0, i32(512, -512, 512, 0, 51712)))


@case("cslg-version-1.mov", "cslg with 64-bit fields")
def cslg_version_1(clips):
    return with_table(clips("25"), full("cslg", 1, 0, u64(0, 0, 0, 0, 51200)))


@case("ctts-too-short.mov", "composition offsets for 10 samples of 100")
def ctts_too_short(clips):
    return with_table(clips("25"), offsets((10, 512)))


# ---- stsc and stsd ------------------------------------------------------------------------------

def chunks(*runs):
    return table("stsc", [u32(*run) for run in runs])


@case("stsc-starts-at-3.mov", "the first run of chunks begins at chunk 3")
def stsc_starts_at_3(clips):
    return with_table(clips("25"), chunks((3, 100, 1)))


@case("stsc-starts-at-0.mov", "the first run of chunks begins at chunk 0")
def stsc_starts_at_0(clips):
    return with_table(clips("25"), chunks((0, 100, 1)))


@case("stsc-not-increasing.mov", "runs of chunks that go back")
def stsc_not_increasing(clips):
    return with_table(clips("25"), chunks((1, 10, 1), (5, 20, 1), (2, 70, 1), (2, 1, 1)))


@case("stsc-description-9.mov", "a description that is not in stsd")
def stsc_description_9(clips):
    return with_table(clips("25"), chunks((1, 100, 9)))


@case("stsc-description-0.mov", "description 0, where they count from 1")
def stsc_description_0(clips):
    return with_table(clips("25"), chunks((1, 100, 0)))


@case("stsc-zero-samples.mov", "chunks of no samples")
def stsc_zero_samples(clips):
    return with_table(clips("25"), chunks((1, 0, 1)))


@case("stsc-huge-samples.mov", "a chunk of 2^32 - 1 samples")
def stsc_huge_samples(clips):
    return with_table(clips("25"), chunks((1, 0xFFFFFFFF, 1)))


@case("stsd-free-inside.mov", "free between the sample descriptions, counted as one of them")
def stsd_free_inside(clips):
    def add(moov):
        stsd = moov["trak/mdia/minf/stbl/stsd"]
        stsd.payload = u32(0, 2) + atom("free", bytes(8)) + stsd.payload[8:]

    return movie(clips("25"), add)


@case("stsd-zero-behind.mov", "a 32-bit zero behind the one sample description")
def stsd_zero_behind(clips):
    def add(moov):
        moov["trak/mdia/minf/stbl/stsd"].payload += u32(0)

    return movie(clips("25"), add)


@case("stsd-empty.mov", "no sample description")
def stsd_empty(clips):
    return with_table(clips("25"), table("stsd", []))


@case("two-descriptions.mov", "two video descriptions of different sizes, a chunk of each")
def two_descriptions(clips):
    samples = [bytes([n]) * 48 for n in range(4)]

    def tracks(at):
        tables = atom("stbl", table("stsd", [video_entry(), video_entry(width=8, height=2)]),
                      times((4, 20)), chunks((1, 2, 1), (2, 2, 2)), full("stsz", 0, 0, u32(48, 4)),
                      table("stco", [u32(at), u32(at + 96)]))
        return [track(1, "vide", [], [48] * 4, at, tables=tables)]

    return small_movie(samples, tracks)


@case("clap.mov", "clap, pasp, fiel, colr and gama behind the description's fixed part")
def clap(clips):
    more = [atom("clap", u32(60, 1, 40, 1, 1, 2, 0, 1)), atom("pasp", u32(10, 11)),
            atom("fiel", u8(2, 9)), atom("colr", b"nclc", u16(1, 1, 1)),
            atom("gama", fixed(2.2))]

    def extend(moov):
        change_entry(moov["trak"], lambda entry: entry + b"".join(more))

    return movie(clips("25"), extend)


# ---- stsz, stz2, stco, co64 ---------------------------------------------------------------------

def compact(bits, sizes):
    if bits == 4:
        padded = sizes + [0] * (len(sizes) % 2)
        data = bytes(padded[n] << 4 | padded[n + 1] for n in range(0, len(padded), 2))
    else:
        data = b"".join(size.to_bytes(bits // 8, "big") for size in sizes)
    return full("stz2", 0, 0, bytes(3), u8(bits), u32(len(sizes)), data)


def compact_sizes():
    for bits, sizes in ((4, [3, 7, 15, 0, 9]), (8, [3, 200, 255, 0, 9]), (16, [3, 300, 700, 0, 9])):
        @case(f"stz2-{bits}.mp4", f"sizes of {bits} bits, an odd number of them: {sizes}")
        def stz2(clips, bits=bits, sizes=sizes):
            samples = [bytes([65 + n]) * size for n, size in enumerate(sizes)]
            return small_movie(samples, lambda at: [
                track(1, "vide", [video_entry()], sizes, at, sizes=compact(bits, sizes))], head=ISO)


compact_sizes()


@case("stz2-12.mp4", "sizes of 12 bits, which do not exist")
def stz2_12(clips):
    bad = full("stz2", 0, 0, bytes(3), u8(12), u32(2), bytes(3))
    return small_movie([b"ab", b"c"], lambda at: [
        track(1, "vide", [video_entry()], [2, 1], at, sizes=bad)], head=ISO)


@case("pcm-in-samples.mov", "stereo of 16 bits whose stsz counts 1 a sample: four bytes each")
def pcm_in_samples(clips):
    samples = [u16(n, 0xFFFF - n) for n in range(400)]
    return small_movie(samples, lambda at: [
        track(1, "soun", [sound_entry(channels=2)], samples, at, sizes=full("stsz", 0, 0,
              u32(1, 400)), timescale=8000, delta=1)])


@case("sound-version-1.mov", "version 1 sound description: 160 frames in a packet of 33 bytes")
def sound_version_1(clips):
    packets = [bytes([n]) * 33 for n in range(5)]
    entry = sound_entry("agsm", version=1, more=u32(160, 33, 33, 2))
    return small_movie(packets, lambda at: [
        track(1, "soun", [entry], packets, at, sizes=full("stsz", 0, 0, u32(1, 800)),
              chunks=[(1, 800, 1)], times=[(800, 1)], timescale=8000, delta=160)])


@case("sound-version-2.mov", "version 2 sound description: 96 kHz as a 64-bit float, 3 channels")
def sound_version_2(clips):
    frames = [bytes([n]) * 9 for n in range(32)]
    more = u32(72) + bytes.fromhex("40F7700000000000") + u32(3, 0x7F000000, 24, 0xE, 9, 1)
    entry = sound_entry("lpcm", 3, 16, 1, 2, more + atom("chan", u32(0, 0x710003, 0, 0)))
    return small_movie(frames, lambda at: [
        track(1, "soun", [entry], frames, at, sizes=full("stsz", 0, 0, u32(9, 32)),
              timescale=96000, delta=1)])


def wave(*behind):
    stub = atom("mp4a", u32(0))
    esds = full("esds", 0, 0, bytes.fromhex("0315000004") + bytes.fromhex("0d4015000000000000000000"
                "00000000") + bytes.fromhex("060102"))
    return atom("wave", atom("frma", b"mp4a"), stub, esds, *behind)


def wave_terminators():
    for name, end, what in (("0", u32(0), "a 32-bit zero"), ("8", atom(bytes(4)), "an empty atom"),
                            ("none", b"", "nothing"), ("00", bytes(8), "eight zero bytes")):
        @case(f"wave-terminator-{name}.mov", f"wave that ends with {what}")
        def wave_terminator(clips, end=end):
            entry = sound_entry("mp4a", 2, version=1, more=u32(1024, 0, 0, 2) + wave(end))
            return small_movie([bytes(10)], lambda at: [
                track(1, "soun", [entry], [10], at, timescale=8000, delta=1024)])


wave_terminators()


@case("co64.mov", "64-bit chunk offsets although 32 would do")
def co64(clips):
    def widen(moov):
        stbl = moov["trak/mdia/minf/stbl"]
        first = stbl["stco"].payload[8:12]
        stbl.remove("stco")
        stbl.add(full("co64", 0, 0, u32(1, 0), first))

    return movie(clips("25"), widen)


@case("co64-beyond.mov", "a chunk offset of 2^63")
def co64_beyond(clips):
    def widen(moov):
        stbl = moov["trak/mdia/minf/stbl"]
        stbl.remove("stco")
        stbl.add(full("co64", 0, 0, u32(1), u64(1 << 63)))

    return movie(clips("25"), widen)


@case("stss-empty.mov", "a sync table without entries: no sample is sync")
def stss_empty(clips):
    return with_table(clips("25"), table("stss", []))


@case("sync-tables.mov", "stss, stps, sdtp, sbgp, sgpd (roll, version 1) and subs together")
def sync_tables(clips):
    return with_table(
        clips("25"), table("stss", [u32(1), u32(51)]), table("stps", [u32(26), u32(76)]),
        full("sdtp", 0, 0, b"\x20" + b"\x14" * 99),
        full("sgpd", 1, 0, b"roll", u32(2, 1), b"\xff\xff"),
        full("sbgp", 0, 0, b"roll", u32(2), u32(99, 1), u32(1, 0)),
        full("subs", 0, 0, u32(1, 1), u16(2), u16(10), u8(1, 0), u32(0), u16(20), u8(2, 1), u32(7)))


def described(kind, *descriptions):
    """sgpd whose descriptions each have a size of their own."""
    return full("sgpd", 1, 0, code(kind), u32(0, len(descriptions)),
                *[u32(len(one)) + one for one in descriptions])


def sample_details(clip, head):
    """The clip with every table that tells samples apart by more than their places and times."""
    sizes = [index % 5 for index in range(100)]
    # Behind the media, where nothing but saio leads to it.
    information = b"".join(bytes([index]) * size for index, size in enumerate(sizes))
    at = len(head) + 8 + len(clip.media)
    clip = copy.copy(clip)
    clip.media += information
    # A number of 4 bits for each index, of 8 for each count and length.
    patterns = u32(2), u8(3, 90), u8(2, 5), b"\x12\x30\x10"
    new = [
        table("stsh", [u32(1, 51), u32(2, 51)]),
        full("sdtp", 0, 0, b"\x60\xa4\xd8\x14" * 25),
        full("stdp", 0, 0, u16(*[index % 7 * 1000 for index in range(100)])),
        full("padb", 0, 0, u32(100), bytes(index % 8 << 4 | 7 - index % 8 for index in range(50))),
        described("abcd", b"one", b"three", b"fourth"), full("csgp", 0, 0x14, b"abcd", *patterns)]
    parts = [
        full("subs", 0, 0, u32(2, 1), u16(2), u16(10), u8(1, 0), u32(0), u16(20), u8(2, 1), u32(7),
             u32(99), u16(1), u16(1), u8(3, 0), u32(9)),
        full("subs", 1, 1, u32(1, 40), u16(1), u32(70000), u8(1, 0), u32(0)),
        described("efgh", b"a", b"b"), full("sbgp", 1, 0, b"efgh", u32(5, 1), u32(60, 2)),
        full("saiz", 0, 1, b"misb", u32(3), u8(0), u32(100), bytes(sizes)),
        full("saio", 0, 1, b"misb", u32(3), u32(1, at))]

    def put(moov):
        stbl = moov["trak/mdia/minf/stbl"]
        for one in new:
            stbl.put(one)
        for part in parts:
            stbl.add(part)

    return movie(clip, put, head=head)


@case("sample-details.mov", "stsh, sdtp, stdp, padb, csgp, sbgp, subs, saiz and saio together")
def sample_details_quicktime(clips):
    return sample_details(clips("25"), QUICKTIME)


@case("sample-details.mp4", "the same in an MP4 file")
def sample_details_iso(clips):
    return sample_details(clips("25"), ISO)


# ---- times --------------------------------------------------------------------------------------

def set_words(node, at, *values):
    node.payload = node.payload[:at] + u32(*values) + node.payload[at + 4 * len(values):]


@case("mvhd-timescale-0.mov", "the movie's timescale is 0")
def mvhd_timescale_0(clips):
    return movie(clips("25"), lambda moov: set_words(moov["mvhd"], 12, 0))


@case("mdhd-timescale-0.mov", "the media's timescale is 0")
def mdhd_timescale_0(clips):
    return movie(clips("25"), lambda moov: set_words(moov["trak/mdia/mdhd"], 12, 0))


@case("duration-unknown.mov", "durations of all ones in mvhd, tkhd and mdhd")
def duration_unknown(clips):
    def ones(moov):
        set_words(moov["mvhd"], 16, 0xFFFFFFFF)
        set_words(moov["trak/tkhd"], 20, 0xFFFFFFFF)
        set_words(moov["trak/mdia/mdhd"], 16, 0xFFFFFFFF)

    return movie(clips("25"), ones)


def wide_headers(clip, duration, timescale):
    def put(moov):
        times_64 = u64(0xE57CE625, 0xE57CE625)
        moov.put(full("mvhd", 1, 0, times_64, u32(timescale), u64(duration), fixed(1), u16(0x100),
                      bytes(10), MATRIX, bytes(24), u32(2)))
        moov["trak"].put(full("tkhd", 1, ENABLED, times_64, u32(1, 0), u64(duration), bytes(16),
                              MATRIX, fixed(64), fixed(48)))
        moov["trak/mdia"].put(full("mdhd", 1, 0, times_64, u32(timescale), u64(duration),
                                   u16(UNDETERMINED, 0)))

    return movie(clip, put)


@case("headers-version-1.mov", "64-bit times in mvhd, tkhd and mdhd")
def headers_version_1(clips):
    return wide_headers(clips("25"), clips("25").duration, clips("25").timescale)


@case("duration-unknown-64.mov", "64-bit durations of all ones")
def duration_unknown_64(clips):
    return wide_headers(clips("25"), (1 << 64) - 1, clips("25").timescale)


@case("duration-huge.mov", "a duration of 2^63 at the largest timescale")
def duration_huge(clips):
    return wide_headers(clips("25"), 1 << 63, 0xFFFFFFFF)


@case("dates.mov", "a creation date before 1970 and one after 2040")
def dates(clips):
    def put(moov):
        set_words(moov["mvhd"], 4, 1, 0xFFFFFFFF)

    return movie(clips("25"), put)


@case("languages.mov", "language codes: Macintosh French, packed Welsh, unspecified and impossible")
def languages(clips):
    codes = (1, (3 << 10) | (25 << 5) | 13, 0x7FFF, 0xFFFF, 0)
    return small_movie([b"abcd"] * 5, lambda at: [
        track(number + 1, "vide", [video_entry()], [4], at + 4 * number).replace(
            u16(UNDETERMINED, 0), u16(value, 0)) for number, value in enumerate(codes)])


@case("elng.mp4", "an extended language tag: zh-Hant-TW")
def elng(clips):
    return movie(clips("25"), lambda moov: moov["trak/mdia"].put(
        full("elng", 0, 0, b"zh-Hant-TW\0"), after="mdhd"), head=ISO)


# ---- edit lists ---------------------------------------------------------------------------------

@case("elst-rubbish.mov", "bytes behind the edits that elst counts")
def elst_rubbish(clips):
    def put(moov):
        edit = edit_list([(51200, 0, 1)])[16:]
        moov["trak"].put(atom("edts", atom("elst", edit, b"rubbish behind")))

    return movie(clips("25"), put)


@case("elst-empty.mov", "an edit list without edits")
def elst_empty(clips):
    return movie(clips("25"), lambda moov: moov["trak"].put(edit_list([])))


@case("elst-duration-0.mov", "an edit of duration 0: to the end of the media")
def elst_duration_0(clips):
    return movie(clips("25"), lambda moov: moov["trak"].put(edit_list([(0, 5120, 1)])))


@case("elst-negative-rate.mov", "an edit that plays backwards, and one of rate 2.5")
def elst_negative_rate(clips):
    return movie(clips("25"), lambda moov: moov["trak"].put(
        edit_list([(25600, 25600, -1), (20480, 0, 2.5)])))


@case("elst-far.mov", "edits at the ends of 64 bits")
def elst_far(clips):
    return movie(clips("25"), lambda moov: moov["trak"].put(
        edit_list([((1 << 63) + 5, (1 << 63) - 1, 1), ((1 << 64) - 1, -(1 << 63), 1)], 1)))


# ---- track numbers and references ---------------------------------------------------------------

def numbered(*ids):
    return small_movie([b"abcd"] * len(ids), lambda at: [
        track(number, "vide", [video_entry()], [4], at + 4 * index)
        for index, number in enumerate(ids)])


@case("track-id-0.mov", "a track of number 0")
def track_id_0(clips):
    return numbered(0, 1)


@case("track-id-twice.mov", "two tracks of one number")
def track_id_twice(clips):
    return numbered(1, 1)


@case("track-id-highest.mov", "a track of the highest number: none is left")
def track_id_highest(clips):
    return numbered(1, 0xFFFFFFFF)


def next_track(clip, value):
    return movie(clip, lambda moov: set_words(moov["mvhd"], 96, value))


@case("next-track-0.mov", "next_track_ID 0")
def next_track_0(clips):
    return next_track(clips("25"), 0)


@case("next-track-all-ones.mov", "next_track_ID 0xFFFFFFFF: look for a free number")
def next_track_all_ones(clips):
    return next_track(clips("25"), 0xFFFFFFFF)


@case("next-track-too-low.mov", "next_track_ID 1, which is in use")
def next_track_too_low(clips):
    return next_track(clips("25"), 1)


def referring(clip, *references):
    return movie(clip, lambda moov: moov["trak"].add(atom("tref", *references)))


@case("tref-missing.mov", "a timecode reference to a track that is not there")
def tref_missing(clips):
    return referring(clips("25"), atom("tmcd", u32(7)))


@case("tref-itself.mov", "a track that refers to itself")
def tref_itself(clips):
    return referring(clips("25"), atom("tmcd", u32(1)))


@case("tref-zero.mov", "references to track 0, to none, and one cut short")
def tref_zero(clips):
    return referring(clips("25"), atom("tmcd", u32(0)), atom("chap"), atom("sync", b"\0\1"))


@case("tref-types.mov", "every common type of reference between two tracks")
def tref_types(clips):
    kinds = ("tmcd chap sync scpt ssrc hint cdsc cdep auxl clcp folw forc vdep vplx subt "
             "font").split()

    def tracks(at):
        tref = atom("tref", *[atom(kind, u32(2, 1)) for kind in kinds])
        return [track(1, "vide", [video_entry()], [4], at, children=[tref]),
                track(2, "vide", [video_entry()], [4], at + 4, children=[atom(
                    "tref", atom("tmcd", u32(1)))])]

    return small_movie([b"abcd"] * 2, tracks)


# ---- data references ----------------------------------------------------------------------------

@case("dref-kinds.mov", "data references of every kind, the first self-contained")
def dref_kinds(clips):
    alias = bytes(4) + u16(150, 2) + bytes(142) + b"\xff\xff\0\0"
    kinds = [full("alis", 0, 1), full("alis", 0, 0, alias),
             full("rsrc", 0, 0, alias, b"moov", u16(128)),
             full("url ", 0, 0, b"https://example.com/a.mov\0"), full("url ", 0, 1),
             full("urn ", 0, 0, b"urn:example:a\0https://example.com/a\0"), full("????", 0, 0)]

    return movie(clips("25"), lambda moov: moov["trak/mdia/minf"].put(
        atom("dinf", table("dref", kinds))))


def external():
    for kind, payload in (("url ", b"file:///etc/hostname\0"), ("alis", bytes(150)),
                          ("rsrc", bytes(150))):
        @case(f"external-{kind.strip()}.mov", f"the media lies elsewhere, says {kind.strip()}")
        def external_media(clips, kind=kind, payload=payload):
            return movie(clips("25"), lambda moov: moov["trak/mdia/minf"].put(
                atom("dinf", table("dref", [full(kind, 0, 0, payload)]))))


external()


@case("data-reference-9.mov", "a sample description whose data reference is not in dref")
def data_reference_9(clips):
    return movie(clips("25"), lambda moov: change_entry(
        moov["trak"], lambda entry: entry[:14] + u16(9) + entry[16:]))
