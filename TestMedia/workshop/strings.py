"""Text in every encoding and length that files have, and some that no file should."""

from .atoms import atom, code, full, pascal, u8, u16, u32
from .cases import Cases
from .movies import ISO, UNDETERMINED, movie

CASES = Cases()
FOLDER = "strings/"


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


# ---- handler names ------------------------------------------------------------------------------

def named(clip, name, head=None):
    """The clip with these bytes for the name in its media handler."""
    hdlr = full("hdlr", 0, 0, b"mhlr", b"vide", b"appl", u32(0, 0), name)
    change = lambda moov: moov["trak/mdia"].put(hdlr)
    return movie(clip, change, head=head) if head else movie(clip, change)


def handler_names():
    forms = {
        "pascal": (pascal("VideoHandler"), "a Pascal string"),
        "c": (b"VideoHandler\0", "a C string"),
        "long-length": (u8(200) + b"VideoHandler", "a Pascal string longer than its atom"),
        "no-terminator": (b"VideoHandler", "a C string without its zero"),
        "none": (b"", "no name at all"),
        "empty": (b"\0", "an empty name"),
        "macroman": (pascal("Vidéo – Ünïcode"), "a Pascal string in MacRoman"),
        "utf-8": ("Vidéo 映像\0".encode(), "a C string in UTF-8"),
        "length-is-letter": (b"AppleVideo" + bytes(60), "a C string whose first letter could be a "
                             "length"),
        "rest-behind": (pascal("Video") + b"\0\0padding", "bytes behind a Pascal string"),
        "control": (pascal(b"a\x1b[31mred\x07\r\n\0end"), "control characters and a zero"),
    }
    for name, (data, purpose) in forms.items():
        @case(f"hdlr-{name}.mov", f"handler name: {purpose}")
        def handler_name(clips, data=data):
            return named(clips("25"), data)

    @case("hdlr-pascal.mp4", "handler name: a Pascal string in an MPEG-4 file")
    def handler_name_pascal_mp4(clips):
        return named(clips("25"), pascal("VideoHandler"), head=ISO)


handler_names()


# ---- user data ----------------------------------------------------------------------------------

def user_data(clip, *atoms):
    return movie(clip, lambda moov: moov.add(atom("udta", *atoms)))


def international(kind, *texts):
    """QuickTime's text: length, language and bytes, once for each language."""
    return atom(kind, *[u16(len(data), language) + data for language, data in texts])


@case("macroman.mov", "©nam and others in MacRoman, in English, German and French")
def macroman(clips):
    return user_data(
        clips("25"),
        international("©nam", (0, "Harbour “at dawn”".encode("mac_roman")),
                      (2, "Häfen über".encode("mac_roman")),
                      (1, "Été à Nîmes".encode("mac_roman"))),
        international("©cpy", (0, "© 2026 • ƒ∂ß∑".encode("mac_roman"))))


@case("utf-8.mov", "©nam in UTF-8 with packed languages, and in UTF-16 with a mark")
def utf_8(clips):
    english = (5 << 10) | (14 << 5) | 7
    return user_data(clips("25"), international(
        "©nam", (english, "Harbour 港".encode()),
        (UNDETERMINED, b"\xfe\xff" + "港".encode("utf-16-be"))))


@case("control-characters.mov", "escape sequences, zeros, quotes and broken UTF-8 in ©cmt")
def control_characters(clips):
    texts = [(0, bytes(range(32))), (0, b"\x1b]0;owned\x07\x1b[2J"), (0, b"a\0b\"c\\d\x7f\x85"),
             (UNDETERMINED, b"\xc3\x28\xff\xfe\xed\xa0\x80"), (0, "\u202e".encode())]
    return user_data(clips("25"), international("©cmt", *texts))


@case("all-bytes.mov", "all 256 bytes as MacRoman text, and as a C string in name")
def all_bytes(clips):
    every = bytes(range(256))
    return user_data(clips("25"), international("©inf", (0, every)), atom("name", every))


@case("text-forms.mov", "©xxx with no text, an empty text, a short length and bytes left over")
def text_forms(clips):
    return user_data(clips("25"), atom("©nam"), international("©ART", (0, b"")),
                     atom("©alb", u16(3, 0), b"abcdef"), atom("©day", b"2026"),
                     atom("©gen", u16(90, 0), b"too long"))


@case("3gpp.mp4", "3GPP strings: UTF-8, UTF-16 with a mark, no terminator, rating and location")
def third_generation(clips):
    english = u16((5 << 10) | (14 << 5) | 7)
    udta = atom(
        "udta", full("titl", 0, 0, english, "Harbour 港\0".encode()),
        full("auth", 0, 0, english, b"\xfe\xff" + "Autör\0".encode("utf-16-be")),
        full("dscp", 0, 0, english, b"no terminator"), full("cprt", 0, 0, english, b"\0"),
        full("yrrc", 0, 0, u16(2026)), full("rtng", 0, 0, b"BBFC", b"PG  ", english, b"12\0"),
        full("loci", 0, 0, english, b"Berlin\0", u8(0), u32(0xD0000, 0x340000, 0x220000),
             b"Earth\0", b"\0"), full("albm", 0, 0, english, b"Album\0", u8(3)))
    return movie(clips("25"), lambda moov: moov.add(udta), head=ISO)


# ---- keys and values ----------------------------------------------------------------------------

def data_atom(kind, payload, locale=0):
    return atom("data", u32(kind, locale), payload)


def key_metadata(keys, items):
    """meta of handler mdta; `items` are (index of the key, data atoms)."""
    return atom(
        "meta", full("hdlr", 0, 0, u32(0), b"mdta", bytes(13)),
        full("keys", 0, 0, u32(len(keys)), *[atom(space, key) for space, key in keys]),
        atom("ilst", *[atom(u32(index), *data) for index, *data in items]))


VALUES = {
    b"text": data_atom(1, "Harbour 港".encode()),
    b"utf-16": data_atom(2, "港".encode("utf-16-be")),
    b"s/jis": data_atom(3, b"\x8d\x60"), b"jpeg": data_atom(13, b"\xff\xd8\xff\xe0"),
    b"png": data_atom(14, b"\x89PNG"), b"signed": data_atom(21, b"\xff\xfe"),
    b"unsigned": data_atom(22, b"\xff\xfe\xfd"), b"float": data_atom(23, bytes.fromhex("3fc00000")),
    b"double": data_atom(24, bytes.fromhex("3ff8000000000000")), b"bmp": data_atom(27, b"BM"),
    b"signed-8": data_atom(65, b"\x80"), b"signed-16": data_atom(66, b"\x80\0"),
    b"signed-32": data_atom(67, b"\x80\0\0\0"), b"point": data_atom(70, bytes(8)),
    b"size": data_atom(71, bytes(8)), b"rectangle": data_atom(72, bytes(16)),
    b"signed-64": data_atom(74, b"\x80" + bytes(7)), b"unsigned-8": data_atom(75, b"\xff"),
    b"unsigned-64": data_atom(78, b"\xff" * 8), b"matrix": data_atom(79, bytes(72)),
    b"reserved": data_atom(0, b"\1\2"), b"unknown": data_atom(0x1234, b"\1\2"),
}


@case("mdta-types.mov", "a value of every well-known type")
def mdta_types(clips):
    keys = [(b"mdta", b"com.example." + name) for name in VALUES]
    items = [(index + 1, value) for index, value in enumerate(VALUES.values())]
    return movie(clips("25"), lambda moov: moov.add(key_metadata(keys, items)))


@case("mdta-odd.mov", "a key twice, a key of space udta, indices 0 and 99, two values, no value")
def mdta_odd(clips):
    keys = [(b"mdta", b"com.example.a"), (b"mdta", b"com.example.a"), (b"udta", code("©nam")),
            (b"mdta", b""), (b"mdta", b"\xff\0\x1b")]
    text = data_atom(1, b"one")
    items = [(1, text), (2, text), (0, text), (99, text), (3, text, data_atom(1, b"two", 0x55C4)),
             (4,), (5, data_atom(23, b"xy"))]
    return movie(clips("25"), lambda moov: moov.add(key_metadata(keys, items)))


@case("itunes-odd.mp4", "free-form keys, wrong types, an empty data, two covers")
def itunes_odd(clips):
    freeform = atom("----", full("mean", 0, 0, b"com.apple.iTunes"), full("name", 0, 0, b"KEY"),
                    data_atom(1, b"value"), data_atom(1, b"second"))
    ilst = atom("ilst", freeform, atom("©nam", data_atom(0, b"Harbour")),
                atom("trkn", atom("data")),
                atom("covr", data_atom(13, b"\xff\xd8"), data_atom(14, b"\x89PNG")),
                atom("tmpo", data_atom(21, b"")), atom("disk", data_atom(0, u16(0, 1, 2))),
                atom("gnre", data_atom(0, u16(18))), atom("cpil", data_atom(21, u8(1))),
                atom("free"))
    meta = full("meta", 0, 0, full("hdlr", 0, 0, u32(0), b"mdir", b"appl", bytes(9)), ilst)
    return movie(clips("25"), lambda moov: moov.add(atom("udta", meta)), head=ISO)


@case("id32.mp4", "an ID3 tag in meta, with its language")
def id32(clips):
    tag = full("ID32", 0, 0, u16(UNDETERMINED), b"ID3\x04\0\0\0\0\0\x10TIT2\0\0\0\x06\0\0\x03Title")
    meta = full("meta", 0, 0, full("hdlr", 0, 0, u32(0), b"ID32", bytes(13)), tag)
    return movie(clips("25"), lambda moov: moov.add(meta), head=ISO)
