"""Forms and abuses of the atom header, and what stands before, between and behind atoms."""

from .atoms import atom, claiming, full, pascal, u8, u32, u64, wide_atom
from .cases import Cases
from .movies import (ISO, QUICKTIME, change_entry, handler, moov_first, moov_of, movie)

CASES = Cases()
FOLDER = "headers/"


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


# ---- sizes --------------------------------------------------------------------------------------

@case("size-64.mov", "mdat, moov and trak with 64-bit sizes")
def size_64(clips):
    clip = clips("25")

    def widen(moov):
        trak = bytes(moov["trak"])
        moov.remove("trak")
        moov.add(wide_atom("trak", trak[8:]))

    moov = bytes(moov_of(clip, len(QUICKTIME) + 16, widen))
    return QUICKTIME + wide_atom("mdat", clip.media) + wide_atom("moov", moov[8:])


@case("size-0-mdat.mov", "mdat of size 0, which reaches to the end of the file")
def size_0_mdat(clips):
    return moov_first(clips("25"), media_header=u32(0) + b"mdat")


@case("size-0-moov.mov", "moov of size 0 at the end of the file")
def size_0_moov(clips):
    clip = clips("25")
    moov = bytes(moov_of(clip, len(QUICKTIME) + 8))
    return QUICKTIME + atom("mdat", clip.media) + u32(0) + moov[4:]


@case("size-0-inside.mov", "an atom of size 0 inside moov, which may not reach to its end")
def size_0_inside(clips):
    return movie(clips("25"), lambda moov: moov.add(claiming(0, "free", b"abcd")))


def short_sizes():
    for size in range(2, 8):
        @case(f"size-{size}.mov", f"a top-level atom that says it is {size} bytes long")
        def short_size(clips, size=size):
            return movie(clips("25"), tail=claiming(size, "free", bytes(8)))

        @case(f"size-{size}-inside.mov", f"an atom in moov that says it is {size} bytes long")
        def short_size_inside(clips, size=size):
            return movie(clips("25"), lambda moov: moov.add(claiming(size, "free", bytes(8))))


short_sizes()


@case("size-64-short.mov", "a 64-bit size of 8, less than its own header")
def size_64_short(clips):
    return movie(clips("25"), tail=claiming(1, "free", u64(8)))


@case("size-64-huge.mov", "a 64-bit size of 2^64 - 1")
def size_64_huge(clips):
    return movie(clips("25"), tail=claiming(1, "free", u64((1 << 64) - 1)))


@case("size-64-cut.mov", "a 64-bit header cut off by the end of the file")
def size_64_cut(clips):
    return movie(clips("25"), tail=claiming(1, "free", bytes(5)))


@case("child-larger-than-parent.mov", "an atom in udta that claims more than udta has")
def child_larger(clips):
    return movie(clips("25"), lambda moov: moov.add(
        atom("udta", atom("name", b"first"), claiming(4000, "CNTH", b"Canon wrote such"))))


@case("trak-larger-than-moov.mov", "a trak that claims 1000 bytes more than moov has")
def trak_larger(clips):
    def enlarge(moov):
        trak = bytes(moov["trak"])
        moov.remove("trak")
        moov.add(u32(len(trak) + 1000) + trak[4:])

    return movie(clips("25"), enlarge)


@case("uuid.mov", "uuid atoms at the top and in moov")
def uuid(clips):
    extended = atom("uuid", bytes(range(16)), b"payload")
    return movie(clips("25"), lambda moov: moov.add(extended), tail=extended)


@case("uuid-short.mov", "a uuid atom too short for its 16 bytes")
def uuid_short(clips):
    return movie(clips("25"), tail=atom("uuid", bytes(12)))


@case("odd-types.mov", "types with control characters, zeros and bytes above 127")
def odd_types(clips):
    odd = [b"\0\0\0\0", b"\x1b[2J", b"\xa9\xff\xfe\x80", b"a\nb\t", b"    ", b'"\\/\x7f']
    return movie(clips("25"), lambda moov: moov.add(*[atom(kind, b"odd") for kind in odd]))


# ---- order and number of atoms ------------------------------------------------------------------

@case("no-ftyp.mov", "a movie of before 2001: mdat, moov")
def no_ftyp(clips):
    return movie(clips("25"), head=b"")


@case("no-ftyp-moov-first.mov", "moov is the first atom")
def no_ftyp_moov_first(clips):
    return moov_first(clips("25"), head=b"")


@case("wide.mov", "wide before mdat: room for a 64-bit size")
def wide(clips):
    return movie(clips("25"), head=QUICKTIME + atom("wide"))


@case("wide-first.mov", "wide and mdat, no ftyp: as old QuickTime began")
def wide_first(clips):
    return movie(clips("25"), head=atom("wide"))


@case("free-everywhere.mov", "free, skip and empty atoms between all others")
def free_everywhere(clips):
    def add(moov):
        moov.add(atom("free"), atom("skip", b"skipped"))
        moov["trak"].add(atom("free", bytes(30)))
        moov["trak/mdia/minf/stbl"].add(atom("skip"))

    head = atom("skip", bytes(3)) + QUICKTIME + atom("free", bytes(100)) + atom("wide")
    return movie(clips("25"), add, head=head, tail=atom("free"))


def split_media(clip, pieces):
    """ftyp, the samples in so many mdat atoms, moov with a chunk for each."""
    head = QUICKTIME
    stsz = clip.video()["mdia/minf/stbl/stsz"].payload
    sizes = [int.from_bytes(stsz[12 + 4 * n:16 + 4 * n], "big") for n in range(clip.frames)]
    first = int.from_bytes(clip.video()["mdia/minf/stbl/stco"].payload[8:12], "big")
    at, each = first - clip.media_start, clip.frames // pieces
    data, offsets = head, []
    for piece in range(pieces):
        length = sum(sizes[piece * each:(piece + 1) * each])
        offsets.append(len(data) + 8)
        data += atom("mdat", clip.media[at:at + length])
        at += length

    def chunks(moov):
        stbl = moov["trak/mdia/minf/stbl"]
        stbl.put(full("stsc", 0, 0, u32(1, 1, each, 1)))
        stbl.put(full("stco", 0, 0, u32(pieces, *offsets)))

    return data + bytes(moov_of(clip, 0, chunks))


@case("two-mdat.mov", "the samples in two mdat atoms")
def two_mdat(clips):
    return split_media(clips("25"), 2)


@case("mdat-per-frame.mov", "a hundred mdat atoms, a sample in each")
def mdat_per_frame(clips):
    return split_media(clips("25"), 100)


@case("empty-mdat.mov", "an empty mdat before the one with the media")
def empty_mdat(clips):
    return movie(clips("25"), head=QUICKTIME + atom("mdat"))


@case("two-moov.mov", "a second moov of half the duration behind the first")
def two_moov(clips):
    clip = clips("25")

    def halve(moov):
        moov["mvhd"].payload = (moov["mvhd"].payload[:16] + u32(clip.duration // 2)
                                + moov["mvhd"].payload[20:])

    return movie(clip, tail=bytes(moov_of(clip, len(QUICKTIME) + 8, halve)))


@case("no-moov.mov", "media and no movie")
def no_moov(clips):
    return QUICKTIME + atom("mdat", clips("25").media)


@case("no-mdat.mov", "a movie whose media is missing")
def no_mdat(clips):
    return QUICKTIME + bytes(moov_of(clips("25"), 0x10000))


@case("moov-in-free.mov", "a replaced moov left behind as free")
def moov_in_free(clips):
    clip = clips("25")
    old = bytes(moov_of(clip, len(QUICKTIME) + 8))
    return movie(clip, tail=atom("free", old[8:]))


# ---- what is no atom ----------------------------------------------------------------------------

def trailing_bytes():
    for count in range(1, 8):
        tail = bytes(count) if count % 2 else bytes([0xAA] * count)

        @case(f"trailing-{count}.mov", f"{count} bytes behind the children of moov, trak and avc1")
        def trailing(clips, tail=tail):
            def add(moov):
                moov.tail = moov["trak"].tail = tail
                change_entry(moov["trak"], lambda entry: entry + tail)

            return movie(clips("25"), add)


trailing_bytes()


@case("udta-zero.mov", "udta that ends with a 32-bit zero")
def udta_zero(clips):
    return movie(clips("25"), lambda moov: moov.add(
        atom("udta", atom("name", b"Harbour"), u32(0))))


@case("udta-only-zero.mov", "udta that holds a 32-bit zero and nothing else")
def udta_only_zero(clips):
    return movie(clips("25"), lambda moov: moov.add(atom("udta", u32(0))))


@case("udta-zero-in-the-middle.mov", "atoms behind the 32-bit zero of udta")
def udta_zero_middle(clips):
    return movie(clips("25"), lambda moov: moov.add(
        atom("udta", atom("name", b"Harbour"), u32(0), atom("LOOP", u32(1)))))


@case("mvhd-longer.mov", "mvhd with two bytes more than it has fields for")
def mvhd_longer(clips):
    def lengthen(moov):
        moov["mvhd"].payload += b"\0\1"

    return movie(clips("25"), lengthen)


@case("mvhd-shorter.mov", "mvhd cut off behind the duration")
def mvhd_shorter(clips):
    def shorten(moov):
        moov["mvhd"].payload = moov["mvhd"].payload[:20]

    return movie(clips("25"), shorten)


@case("macbinary.mov", "MacBinary's 128 bytes in front: offsets count from behind them")
def macbinary(clips):
    data = movie(clips("25"), head=b"")
    name = pascal("Harbour Movie")
    header = u8(0) + name + bytes(64 - len(name)) + b"\0MooVTVOD" + bytes(10)
    header = header[:83] + u32(len(data), 0, 0xE57CE625, 0xE57CE625)
    header += bytes(122 - len(header)) + u8(129, 129) + bytes(4)
    padding = bytes(-len(data) % 128)
    return header + data + padding


@case("junk-before.mov", "100 bytes of text in front; offsets count from the file's start")
def junk_before(clips):
    return movie(clips("25"), head=(b"This text is no movie. " * 5)[:100] + QUICKTIME)


@case("zeros-before.mov", "512 zero bytes in front")
def zeros_before(clips):
    return movie(clips("25"), head=bytes(512) + QUICKTIME)


@case("junk-behind.mov", "text behind the last atom")
def junk_behind(clips):
    return movie(clips("25"), tail=b"\xff\xd8 trailing text that is no atom")


@case("three-bytes-behind.mov", "three bytes behind the last atom, too few for a header")
def three_bytes_behind(clips):
    return movie(clips("25"), tail=b"abc")


@case("zeros-behind.mov", "512 zero bytes behind the last atom")
def zeros_behind(clips):
    return movie(clips("25"), tail=bytes(512))


@case("truncated-mdat.mov", "moov first, the last 1000 bytes of the media missing")
def truncated_mdat(clips):
    return moov_first(clips("25"))[:-1000]


@case("truncated-moov.mov", "moov cut off in the middle of its sample tables")
def truncated_moov(clips):
    return movie(clips("25"))[:-200]


@case("truncated-header.mov", "six bytes of a header at the end")
def truncated_header(clips):
    return QUICKTIME + atom("mdat", clips("25").media) + b"\0\0\1\0mo"


@case("empty.mov", "an empty file")
def empty(clips):
    return b""


@case("seven-bytes.mov", "a file shorter than one header")
def seven_bytes(clips):
    return b"\0\0\0\x08mdat"[:7]


@case("text.mov", "a text file with a movie's name")
def text_file(clips):
    return b"This is a text file.\nIt holds no movie.\n"


# ---- meta ---------------------------------------------------------------------------------------

def metadata(version):
    """meta with or without version and flags, holding one key."""
    keys = full("keys", 0, 0, u32(1), atom("mdta", b"com.example.title"))
    ilst = atom("ilst", atom(u32(1), atom("data", u32(1, 0), b"Harbour")))
    head = u32(0) if version else b""
    hdlr = full("hdlr", 0, 0, u32(0), b"mdta", bytes(13))
    return atom("meta", head, hdlr, keys, ilst)


def meta_forms():
    for brand, head, suffix in (("isom", ISO, "mp4"), ("qt", QUICKTIME, "mov")):
        for version, word in ((True, "with"), (False, "without")):
            @case(f"meta-{word}-version-{brand}.{suffix}",
                  f"meta {word} version and flags under brand {brand}, in moov, trak and udta")
            def meta_form(clips, head=head, version=version):
                def add(moov):
                    moov.add(metadata(version), atom("udta", metadata(version)))
                    moov["trak"].add(metadata(version))

                return movie(clips("25"), add, head=head)


meta_forms()


@case("meta-at-top.mp4", "meta beside moov, with an xml atom")
def meta_at_top(clips):
    xml = full("xml ", 0, 0, b"<note>\xc3\xbcber</note>\0")
    return movie(clips("25"), head=ISO, tail=full(
        "meta", 0, 0, full("hdlr", 0, 0, u32(0), b"mp7t", bytes(13)), xml))


@case("meta-empty.mov", "meta without anything in it")
def meta_empty(clips):
    return movie(clips("25"), lambda moov: moov.add(atom("meta"), atom("meta", u32(0))))


@case("hdlr-in-minf.mov", "a data handler in minf, as QuickTime has it")
def hdlr_in_minf(clips):
    def add(moov):
        moov["trak/mdia/minf"].put(handler("dhlr", "alis", "Apple Alias Data Handler"))

    return movie(clips("25"), add)
