"""Small files that ask for much: counts, depths and sums meant to exhaust or to overflow."""

import zlib

from .atoms import atom, claiming, full, i32, table, u8, u16, u32, u64
from .cases import Cases
from .movies import (ENABLED, ISO, QUICKTIME, UNDETERMINED, data_reference, edit_list, handler,
                     media_header, movie_header, sample_tables, track_header, video_entry)

CASES = Cases()
FOLDER = "hostile/"
MANY = 0xFFFFFFFF


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


def bare_movie(*, tables=(), edits=b"", moov=(), behind=b"", count=1, head=QUICKTIME):
    """About 600 bytes: one video sample of four bytes; `tables` replace those of their types."""
    stbl = {b"stsd": table("stsd", [video_entry()]), b"stts": table("stts", [u32(count, 20)]),
            b"stsc": table("stsc", [u32(1, count, 1)]), b"stsz": full("stsz", 0, 0, u32(4, count)),
            b"stco": table("stco", [u32(len(head) + 8)])}
    for new in tables:
        stbl[new[4:8]] = new
    for narrow, wide in ((b"stco", b"co64"), (b"stsz", b"stz2")):
        if wide in stbl:
            del stbl[narrow]
    return head + atom("mdat", b"abcd") + atom(
        "moov", movie_header(600, 20, 2), atom(
            "trak", track_header(1, 20, ENABLED, 4, 4), edits, atom(
                "mdia", media_header(600, 20), handler("mhlr", "vide", ""), atom(
                    "minf", full("vmhd", 0, 1, u16(0, 0, 0, 0)), data_reference(),
                    atom("stbl", *stbl.values())))), *moov) + behind


def lying(kind, row, version=0):
    """A table of four billion rows that holds one."""
    return full(kind, version, 0, u32(MANY), row)


def counts():
    rows = {"stts": u32(1, 20), "stsc": u32(1, 1, 1), "ctts": u32(1, 0), "stco": u32(28),
            "co64": u64(28), "stss": u32(1), "stps": u32(1), "stsd": video_entry()}
    for kind, row in rows.items():
        @case(f"count-{kind}.mov", f"four billion entries in {kind}, one of them there")
        def count(clips, kind=kind, row=row):
            return bare_movie(tables=[lying(kind, row)])


counts()


@case("count-stsz.mov", "four billion sizes in stsz, one of them there")
def count_stsz(clips):
    return bare_movie(tables=[full("stsz", 0, 0, u32(0, MANY, 4))])


@case("count-stz2.mov", "four billion sizes of four bits")
def count_stz2(clips):
    return bare_movie(tables=[full("stz2", 0, 0, u32(4, MANY), b"\x40")])


@case("count-elst.mov", "four billion edits, one of them there")
def count_elst(clips):
    return bare_movie(edits=atom("edts", lying("elst", u32(20) + i32(0) + u32(0x10000))))


@case("count-sgpd.mov", "four billion sample groups of 4294967295 bytes each")
def count_sgpd(clips):
    return bare_movie(tables=[full("sgpd", 1, 0, b"roll", u32(MANY, MANY), b"\0\1"),
                              full("sbgp", 0, 0, b"roll", u32(MANY, 1, 1))])


@case("count-sgpd-empty.mov", "four billion sample groups of no bytes")
def count_sgpd_empty(clips):
    return bare_movie(tables=[full("sgpd", 1, 0, b"roll", u32(0, MANY))])


@case("count-subs.mov", "four billion entries in subs, and 65535 subsamples in the first")
def count_subs(clips):
    return bare_movie(tables=[full("subs", 0, 0, u32(MANY, 1), u16(0xFFFF), u16(4), bytes(6))])


@case("count-dref.mov", "four billion data references")
def count_dref(clips):
    data = bare_movie()
    good = table("dref", [full("alis", 0, 1)])
    return data.replace(good, full("dref", 0, 0, u32(MANY), full("alis", 0, 1)))


@case("count-keys.mov", "four billion metadata keys")
def count_keys(clips):
    keys = full("keys", 0, 0, u32(MANY), atom("mdta", b"key"))
    return bare_movie(moov=[atom("meta", full("hdlr", 0, 0, u32(0), b"mdta", bytes(13)), keys)])


def fragment(*in_traf, header=full("tfhd", 0, 0x20000, u32(1))):
    extends = atom("mvex", full("trex", 0, 0, u32(1, 1, 20, 4, 0)))
    moof = atom("moof", full("mfhd", 0, 0, u32(1)), atom("traf", header, *in_traf))
    return bare_movie(head=ISO, moov=[extends], behind=moof + atom("mdat", b"efgh"))


@case("count-trun.mp4", "a fragment run of four billion samples with a size each")
def count_trun(clips):
    return fragment(full("trun", 0, 0x200, u32(MANY, 4)))


@case("count-trun-defaults.mp4", "a fragment run of four billion samples that needs no bytes")
def count_trun_defaults(clips):
    return fragment(full("trun", 0, 0, u32(MANY)))


@case("count-senc-saiz.mp4", "four billion auxiliary sizes and offsets")
def count_saiz(clips):
    return fragment(full("trun", 0, 0, u32(1)), full("saiz", 0, 0, u8(0), u32(MANY)),
                    full("saio", 0, 0, u32(MANY, 0)))


@case("count-sidx.mp4", "a segment index of 65535 entries, and one that points at itself")
def count_sidx(clips):
    return bare_movie(head=ISO, behind=full("sidx", 0, 0, u32(1, 600, 0, 0), u16(0, 0xFFFF),
                                            u32(0x80000000, 20, 0)))


@case("count-tfra.mp4", "four billion entries in tfra, and mfro that points before the file")
def count_tfra(clips):
    return bare_movie(head=ISO, behind=atom(
        "mfra", full("tfra", 1, 0, u32(1, 0, MANY), bytes(19)), full("mfro", 0, 0, u32(MANY))))


@case("fragment-offsets.mp4", "a base data offset and a run offset whose sum passes 2^63")
def fragment_offsets(clips):
    return fragment(full("trun", 0, 0x1, u32(1), i32(0x7FFFFFFF)),
                    header=full("tfhd", 0, 0x1, u32(1), u64((1 << 63) - 1)))


@case("fragment-time.mp4", "a decode time of 2^64 - 1")
def fragment_time(clips):
    return fragment(full("tfdt", 1, 0, u64((1 << 64) - 1)), full("trun", 0, 0, u32(2)))


@case("fragment-sizes.mp4", "samples of 4294967295 bytes and ticks")
def fragment_sizes(clips):
    return fragment(full("trun", 0, 0x300, u32(2, MANY, MANY, MANY, MANY)))


@case("constant-stsz.mov", "4294967295 samples of one byte in tables of one row")
def constant_stsz(clips):
    return bare_movie(count=MANY, tables=[full("stsz", 0, 0, u32(1, MANY))])


@case("constant-stsz-0.mov", "4294967295 samples of no bytes")
def constant_stsz_0(clips):
    return bare_movie(count=MANY, tables=[full("stsz", 0, 0, u32(0, MANY))])


@case("stts-overflow.mov", "runs whose durations add up to more than 2^64")
def stts_overflow(clips):
    return bare_movie(count=MANY, tables=[table("stts", [u32(MANY, MANY)] * 3)])


@case("stsc-overflow.mov", "runs of chunks whose samples add up to more than 2^64")
def stsc_overflow(clips):
    return bare_movie(tables=[table("stsc", [u32(1, MANY, 1), u32(MANY, MANY, 1)])])


@case("chunks-overlap.mov", "a thousand chunks at one place: out of proportion to the file")
def chunks_overlap(clips):
    return bare_movie(count=1000, tables=[table("stsc", [u32(1, 1, 1)]),
                                          table("stco", [u32(28)] * 1000)])


def nested(kind, levels, prefix=b""):
    size = (8 + len(prefix)) * levels
    data = b""
    for _ in range(levels):
        data += u32(size) + kind + prefix
        size -= 8 + len(prefix)
    return data


def deep():
    for kind, prefix in ((b"moov", b""), (b"trak", b""), (b"udta", b""), (b"meta", bytes(4))):
        name = kind.decode()

        @case(f"deep-{name}.mov", f"{name} in {name}, 10000 deep")
        def nesting(clips, kind=kind, prefix=prefix):
            inside = nested(kind, 10000, prefix)
            return QUICKTIME + (inside if kind == b"moov" else atom(
                "moov", movie_header(600, 0), inside))


deep()


@case("many-atoms.mov", "20000 empty atoms in moov")
def many_atoms(clips):
    return QUICKTIME + atom("moov", movie_header(600, 0), atom("free") * 20000)


@case("many-tracks.mov", "500 tracks without media")
def many_tracks(clips):
    return QUICKTIME + atom("moov", movie_header(600, 0), *[
        atom("trak", track_header(number, 0)) for number in range(1, 501)])


def compressed(data, size=None):
    return atom("moov", atom("cmov", atom("dcom", b"zlib"), atom(
        "cmvd", u32(len(data) if size is None else size), zlib.compress(data, 9))))


@case("cmov-bomb.mov", "a compressed movie that inflates to 64 MiB of zeros")
def cmov_bomb(clips):
    return QUICKTIME + compressed(bytes(64 << 20))


@case("cmov-lies.mov", "a compressed movie that says it inflates to 4 GiB")
def cmov_lies(clips):
    return QUICKTIME + compressed(atom("moov", movie_header(600, 0)), MANY)


@case("cmov-broken.mov", "a compressed movie whose data is no zlib stream")
def cmov_broken(clips):
    return QUICKTIME + atom("moov", atom("cmov", atom("dcom", b"zlib"),
                                         atom("cmvd", u32(100), b"not compressed")))


@case("lengths.mov", "strings and extensions whose inner lengths pass their atoms")
def lengths(clips):
    return QUICKTIME + atom(
        "moov", movie_header(600, 0), atom(
            "udta", atom("©nam", u16(0xFFFF, 0), b"short"), atom("©cmt", u16(3)), atom("©day"),
            full("titl", 0, 0, b"\x55"), claiming(0xFFFFFFF0, "name", b"x")))


@case("extremes.mov", "matrices, rates and volumes at the ends of their ranges")
def extremes(clips):
    low, high = i32(-(1 << 31)), i32((1 << 31) - 1)
    header = full("mvhd", 0, 0, u32(0, 0, 600, 20), low, u16(0x8000), bytes(10),
                  low + high + low + high + low + high + low + high + low, bytes(24), u32(2))
    return QUICKTIME + atom("moov", header, atom("trak", edit_list([(20, 0, -32768)]), atom(
        "mdia", media_header(1, MANY, UNDETERMINED), sample_tables(b"", [], [], b"", []))))
