"""QuickTime's own atoms that encoders no longer write, and movies such as telephones write."""

import zlib

from .atoms import Raw, atom, fixed, full, i32, table, u8, u16, u32
from .cases import Cases
from .labels import number
from .movies import (ISO, QUICKTIME, TimecodeDescription, TimecodeTrack, data_reference,
                     edit_list, handler, media_header, movie, moov_of, small_movie,
                     sample_tables, track, track_header, video_entry)
from .readings import whole
from .strings import data_atom, international, key_metadata

CASES = Cases()
TIMECODE = Cases()  # these return readings too
FOLDER = "quicktime/"


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


def aperture_mode(width, height):
    return atom("tapt", *[full(kind, 0, 0, fixed(width), fixed(height))
                          for kind in ("clef", "prof", "enof")])


# ---- as a telephone writes ----------------------------------------------------------------------

TURNED = u32(0, 0x10000, 0) + i32(-0x10000) + u32(0, 0, 48 << 16, 0, 0x40000000)


def telephone(moov):
    """Metadata keys, tapt, a turned picture, three edits, user data, and atoms nobody knows."""
    video, step = moov["trak"], 512
    video.put(full("tkhd", 0, 0xF, u32(0xE57CE625, 0xE57CE625, 1, 0, 125 * step), bytes(8),
                   u16(0, 0, 0, 0), TURNED, fixed(64), fixed(48)))
    video.put(aperture_mode(64, 48), after="tkhd")
    video.put(edit_list([(25 * step, 0, 1), (50 * step, 25 * step, 0.5),
                         (50 * step, 50 * step, 1)]))
    video.add(atom("udta", international("©nam", (0, b"Track")), atom("XTRK", b"odd")),
              atom("Xtra", b"seven b"))
    moov["mvhd"].payload = (moov["mvhd"].payload[:16] + u32(125 * step)
                            + moov["mvhd"].payload[20:])
    keys = {b"com.apple.quicktime.make": b"Maker", b"com.apple.quicktime.model": b"Telephone 1",
            b"com.apple.quicktime.creationdate": b"2026-01-02T03:04:05+0100",
            b"com.apple.quicktime.location.ISO6709": b"+52.5200+013.4050+034.000/"}
    moov.add(key_metadata([(b"mdta", key) for key in keys],
                          [(index + 1, data_atom(1, text))
                           for index, text in enumerate(keys.values())]),
             atom("udta", international("©mak", (0, b"Maker")),
                  international("©day", (0, b"2026")), atom("XUDT", b"five5"), u32(0)),
             atom("Xmov", bytes(range(11))))
    moov.tail = b"\0\0\0"


@case("ios-like.mov", "what a telephone writes: mdta, tapt, rotation, three edits with rate 0.5, "
      "user data, unknown atoms, odd padding")
def ios_like(clips):
    return movie(clips("25"), telephone)


@case("ios-like-moov-first.mov", "the same with moov first")
def ios_like_moov_first(clips):
    clip = clips("25")
    length = len(bytes(moov_of(clip, 0, telephone)))
    return (QUICKTIME + bytes(moov_of(clip, len(QUICKTIME) + length + 8, telephone))
            + atom("mdat", clip.media))


@case("mebx.mov", "a timed metadata track: mebx with keys, a sample, and cdsc")
def mebx(clips):
    keyd = atom("keyd", b"mdtacom.example.mark")
    key = atom(u32(1), keyd, atom("dtyp", u32(0, 1)))
    entry = atom("mebx", bytes(6), u16(1), atom("keys", key))
    sample = atom(u32(1), b"first mark")

    def tracks(at):
        stbl = sample_tables(table("stsd", [entry]), [(1, 20)], [(1, 1, 1)],
                             full("stsz", 0, 0, u32(0, 1, len(sample))), [at + 4])
        marks = atom("trak", track_header(2, 20), atom("tref", atom("cdsc", u32(1))), atom(
            "mdia", media_header(600, 20), handler("mhlr", "meta", "Core Media Metadata"), atom(
                "minf", atom("gmhd", full("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0))),
                data_reference(), stbl)))
        return [track(1, "vide", [video_entry()], [4], at), marks]

    return small_movie([b"abcd", sample], tracks)


# ---- atoms of the nineties ----------------------------------------------------------------------

def region(*box):
    return u16(10, *box)


@case("legacy-atoms.mov", "load, imap, clip, matt, ctab, prfl, txas and pnot with what they hold")
def legacy_atoms(clips):
    colours = u16(0, 0xFFFF, 0, 0) + u16(1, 0, 0x8000, 0xFFFF)
    ctab = atom("ctab", u32(0), u16(0x8000, 1), colours)
    image = video_entry("raw ", width=1, height=1, depth=32)
    matt = atom("matt", full("kmat", 0, 0, image, b"\0\0\0\xff"))
    imap = atom("imap", atom(b"\0\0in", u32(1), u16(0, 2), u32(0),
                             atom(b"\0\0ty", u32(0x76696465)), atom("obid", u32(7))))
    profile = full("prfl", 0, 0, u32(2), u32(0), b"    mvbr", u32(40000), u32(0, 0, 0, 0))

    def add(moov):
        video = moov["trak"]
        video.put(atom("clip", atom("crgn", region(0, 0, 48, 64))), after="tkhd")
        video.put(matt, after="clip")
        video.put(atom("load", u32(0, 51200, 1, 0x104)), after="edts")
        video.add(imap, aperture_mode(64, 48), atom("txas"))
        moov.add(ctab, atom("clip", atom("crgn", region(0, 0, 48, 64), b"\0\0")))
        moov.children.insert(0, Raw(profile))  # before mvhd, as the format asks

    preview = atom("pnot", u32(0xE57CE625), u16(0), b"PICT", u16(1))
    return movie(clips("25"), add, head=QUICKTIME + preview + atom("PICT", bytes(20)))


@case("ctab-seed.mov", "a colour table in the entry of 8-bit video, and one whose count lies")
def ctab_seed(clips):
    def tracks(at):
        inline = atom("raw ", bytes(6), u16(1), bytes(16), u16(4, 4), u32(72 << 16, 72 << 16, 0),
                      u16(1), bytes(32), u16(8, 0), u32(0), u16(0x8000, 1),
                      u16(0, 0xFFFF, 0xFFFF, 0xFFFF, 1, 0, 0, 0))
        return [track(1, "vide", [inline], [16], at)]

    return small_movie([bytes(16)], tracks, moov_children=[
        atom("ctab", u32(0), u16(0x8000, 0xFFFF), bytes(8))])


@case("user-data-settings.mov", "WLOC, LOOP, SelO, AllF, hint-free flags and other window settings")
def user_data_settings(clips):
    return movie(clips("25"), lambda moov: moov.add(atom(
        "udta", atom("WLOC", u16(20, 40)), atom("LOOP", u32(1)), atom("SelO", u8(1)),
        atom("AllF", u8(0)), atom("ptv ", u16(0, 0, 0), u8(0, 1)), atom("tagc", b"public.mark"),
        u32(0))))


@case("iods-trgr.mp4", "an object descriptor and track groups")
def iods_trgr(clips):
    def add(moov):
        moov.put(full("iods", 0, 0, u8(0x10, 7), u16(0x004F), u8(255, 255, 255, 255, 255)),
                 after="mvhd")
        moov["trak"].put(atom("trgr", full("msrc", 0, 0, u32(4))), after="tkhd")

    return movie(clips("25"), add, head=ISO)


@case("styp-and-others.mp4", "styp, emsg, prft and ssix beside the movie")
def styp(clips):
    head = atom("ftyp", b"iso6", u32(1), b"iso6", b"dash", b"qt  ", b"\0\0") + atom(
        "styp", b"msdh", u32(0), b"msix")
    message = full("emsg", 0, 0, b"urn:example\0", b"1\0", u32(600, 0, 20, 1), b"data")
    return movie(clips("25"), head=head, tail=message)


# ---- compressed movies --------------------------------------------------------------------------

def compressed(moov):
    return atom("moov", atom("cmov", atom("dcom", b"zlib"),
                             atom("cmvd", u32(len(moov)), zlib.compress(moov, 9))))


@case("cmov.mov", "a compressed movie atom behind the media")
def cmov(clips):
    clip = clips("25")
    return (QUICKTIME + atom("mdat", clip.media)
            + compressed(bytes(moov_of(clip, len(QUICKTIME) + 8))))


@case("cmov-first.mov", "a compressed movie atom in front; offsets inside count from the file's "
      "start")
def cmov_first(clips):
    clip, room = clips("25"), 1024
    moov = compressed(bytes(moov_of(clip, len(QUICKTIME) + room + 8)))
    return (QUICKTIME + moov + atom("free", bytes(room - len(moov) - 8))
            + atom("mdat", clip.media))


@case("cmov-unknown.mov", "a compressed movie atom by a method nobody knows")
def cmov_unknown(clips):
    return QUICKTIME + atom("moov", atom("cmov", atom("dcom", b"adec"),
                                         atom("cmvd", u32(100), bytes(40))))


@case("cmov-size.mov", "a compressed movie atom that declares twice its size, in stored blocks")
def cmov_size(clips):
    clip = clips("25")
    moov = bytes(moov_of(clip, len(QUICKTIME) + 8))
    return (QUICKTIME + atom("mdat", clip.media)
            + atom("moov", atom("cmov", atom("dcom", b"zlib"),
                                atom("cmvd", u32(2 * len(moov)), zlib.compress(moov, 0)))))


@case("compressed-box.mp4", "the content of a moov in a compressed box (!mov), in fixed codes")
def compressed_box(clips):
    clip = clips("25")
    moov = bytes(moov_of(clip, len(ISO) + 8))
    code = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_FIXED)
    return (ISO + atom("mdat", clip.media)
            + atom("!mov", code.compress(moov[8:]) + code.flush()))


# ---- a camera's movie ---------------------------------------------------------------------------

def alias_record(name):
    """The Alias Manager's record of a file on a volume: version 2, names of 27 and 63 bytes."""
    volume, file = b"Harbour HD", name.encode("mac_roman")
    record = (u16(0) + u8(len(volume)) + volume + bytes(27 - len(volume)) + u32(0xE57CE625)
              + b"H+" + u16(0) + u32(2) + u8(len(file)) + file + bytes(63 - len(file)) + u32(17)
              + u32(0xE57CE625) + b"MooVTVOD" + u16(0xFFFF, 0xFFFF) + u32(0) + u16(0) + bytes(10))
    record += u16(0xFFFF, 0)
    return bytes(4) + u16(8 + len(record), 2) + record


@TIMECODE.case(FOLDER + "camera-alias.mov", "timecode beside video; the data references are alias "
               "records, self-contained all the same")
def camera_alias(clips):
    clip = clips("25")
    start = number("10:00:00:00", 25)
    timecode = TimecodeTrack([TimecodeDescription(clip.timescale, clip.frame_duration, 25)],
                             [(start, clip.duration, 0)], clip.timescale,
                             reference=data_reference("alis", 1, alias_record("Clip 1.mov")))
    head = QUICKTIME + atom("wide")
    sample = u32(start)

    def add(moov):
        moov["trak/mdia/minf"].put(data_reference("alis", 1, alias_record("Clip 1.mov")))
        moov["trak"].put(atom("tref", atom("tmcd", u32(2))), after="edts")
        moov["mvhd"].payload = moov["mvhd"].payload[:-4] + u32(3)
        moov.add(timecode.trak(len(head) + 8, clip.duration))

    moov = moov_of(clip, len(head) + 8 + len(sample), add)
    return head + atom("mdat", sample, clip.media) + bytes(moov), whole(timecode, clip)
