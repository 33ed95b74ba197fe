"""A clip that an encoder made, and movies built anew around its one video track."""

from dataclasses import dataclass, field

from .atoms import (atom, code, fixed, full, i32, parse, pascal, table, u8, u16, u32, u64)

MATRIX = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
QUICKTIME = atom("ftyp", b"qt  ", u32(0x200), b"qt  ")
ISO = atom("ftyp", b"isom", u32(0x200), b"isom", b"iso2", b"mp41")
UNDETERMINED = 0x55C4  # 'und', packed
ENABLED = 0xF


class Clip:
    """A movie of one video track, one mdat and no B frames, taken apart."""

    def __init__(self, path):
        with open(path, "rb") as file:
            nodes = parse(file.read())
        at = 0
        for node in nodes:
            if node.kind == b"mdat":
                self.media, self.media_start = node.payload, at + 8
            elif node.kind == b"moov":
                self.moov = node
            at += len(bytes(node))
        track = self.video()
        self.timescale = int.from_bytes(track["mdia/mdhd"].payload[12:16], "big")
        self.frames = int.from_bytes(track["mdia/minf/stbl/stts"].payload[8:12], "big")
        self.frame_duration = int.from_bytes(track["mdia/minf/stbl/stts"].payload[12:16], "big")
        self.duration = self.frames * self.frame_duration

    def video(self):
        """A fresh copy of the video track."""
        return parse(bytes(self.moov["trak"]))[0]

    def video_at(self, start):
        """The video track with chunk offsets for media that begins at `start`."""
        track = self.video()
        rows = track["mdia/minf/stbl/stco"].payload[8:]
        offsets = [int.from_bytes(rows[at:at + 4], "big") for at in range(0, len(rows), 4)]
        moved = [u32(offset - self.media_start + start) for offset in offsets]
        track["mdia/minf/stbl"].put(table("stco", moved))
        return track


def edit_list(edits, version=0):
    """`edits` are (duration, media time, rate); media time -1 is an empty edit."""
    if version == 1:
        rows = [u64(duration) + (time & (1 << 64) - 1).to_bytes(8, "big") + fixed(rate)
                for duration, time, rate in edits]
    else:
        rows = [u32(duration) + i32(time) + fixed(rate) for duration, time, rate in edits]
    return atom("edts", table("elst", rows, version))


def movie_header(timescale, duration, next_track=3, rate=1):
    return full("mvhd", 0, 0, u32(0, 0, timescale, duration), fixed(rate), u16(0x100), bytes(10),
                MATRIX, bytes(24), u32(next_track))


def track_header(track_id, duration, flags=ENABLED, width=0, height=0, matrix=MATRIX):
    return full("tkhd", 0, flags, u32(0, 0, track_id, 0, duration), bytes(8), u16(0, 0, 0, 0),
                matrix, fixed(width), fixed(height))


def media_header(timescale, duration, language=UNDETERMINED):
    return full("mdhd", 0, 0, u32(0, 0, timescale, duration), u16(language, 0))


def handler(component, kind, name, maker="appl"):
    return full("hdlr", 0, 0, code(component), code(kind), code(maker), u32(0, 0), pascal(name))


def data_reference(kind="alis", flags=1, payload=b""):
    return atom("dinf", table("dref", [full(kind, 0, flags, payload)]))


def sample_tables(description, times, chunks, sizes, offsets, *more):
    """stbl; `times` are (count, delta), `chunks` (first, samples, description)."""
    return atom("stbl", description, table("stts", [u32(*row) for row in times]),
                table("stsc", [u32(*row) for row in chunks]), sizes,
                table("stco", [u32(offset) for offset in offsets]), *more)


def constant_sizes(size, count):
    return full("stsz", 0, 0, u32(size, count))


@dataclass
class TimecodeDescription:
    """A 'tmcd' sample entry; `after` is what stands behind its 34 bytes."""

    timescale: int
    frame_duration: int
    quanta: int
    flags: int = 0
    kind: str = "tmcd"
    reserved: int = 0
    after: bytes = b""

    def __bytes__(self):
        return atom(self.kind, bytes(6), u16(1), u32(0, self.flags, self.timescale),
                    u32(self.frame_duration), u8(self.quanta, self.reserved), self.after)

    @property
    def drop(self):
        return bool(self.flags & 1)

    @property
    def wraps(self):
        return bool(self.flags & 2)

    @property
    def counter(self):
        return bool(self.flags & 8) or self.kind in ("cn32", "cn64")


@dataclass
class TimecodeTrack:
    """A timecode track; `samples` are (value, duration, index into `descriptions`).

    `edits` as in `edit_list`, None for no edit list. `sample_bytes` replaces the samples' bytes.
    """

    descriptions: list
    samples: list
    timescale: int
    edits: list = None
    edit_version: int = 0
    track_id: int = 2
    flags: int = ENABLED
    media_information: bytes = None
    reference: bytes = field(default_factory=data_reference)
    sample_bytes: list = None

    @property
    def duration(self):
        return sum(duration for _, duration, _ in self.samples)

    def payload(self):
        """The bytes of every sample, in order."""
        if self.sample_bytes is not None:
            return self.sample_bytes
        wide = self.descriptions[0].kind in ("tc64", "cn64")
        size = 8 if wide else 4
        return [(value & (1 << 8 * size) - 1).to_bytes(size, "big") for value, _, _ in self.samples]

    def trak(self, start, movie_duration):
        payload = self.payload()
        offsets, at = [], start
        for sample in payload:
            offsets.append(at)
            at += len(sample)
        runs = []
        for index, (_, _, description) in enumerate(self.samples):
            if index == 0 or description != self.samples[index - 1][2]:
                runs.append((index + 1, 1, description + 1))
        sizes = {len(sample) for sample in payload}
        stsz = (constant_sizes(sizes.pop(), len(payload)) if len(sizes) == 1
                else full("stsz", 0, 0, u32(0, len(payload), *map(len, payload))))
        stsd = table("stsd", [bytes(entry) for entry in self.descriptions])
        times = [(1, duration) for _, duration, _ in self.samples]
        tables = sample_tables(stsd, times, runs, stsz, offsets)
        edits = b"" if self.edits is None else edit_list(self.edits, self.edit_version)
        header = self.media_information or timecode_media_header()
        return atom(
            "trak", track_header(self.track_id, movie_duration, self.flags, 64, 20), edits,
            atom("mdia", media_header(self.timescale, self.duration),
                 handler("mhlr", "tmcd", "Core Media Time Code"),
                 atom("minf", header, handler("dhlr", "alis", "Core Media Data Handler"),
                      self.reference, tables)))


def timecode_media_header():
    """gmhd as AVFoundation writes it."""
    return atom(
        "gmhd", full("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
        atom("tmcd", full("tcmi", 0, 0, u16(22, 0, 12, 0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF),
                          pascal("Courier"))))


def timecode_movie(clip, *tracks, video_edits=None, duration=None, refer=True, brand=QUICKTIME):
    """The clip with timecode tracks behind its video; the movie's timescale is the video's."""
    payload = [b"".join(track.payload()) for track in tracks]
    start = len(brand) + 8
    video = clip.video_at(start + sum(map(len, payload)))
    duration = clip.duration if duration is None else duration
    # The clip's own edit list counts in its movie's timescale, so it is always replaced.
    video.put(edit_list(video_edits or [(clip.duration, 0, 1)]))
    video.put(track_header(1, duration, ENABLED, 64, 48))
    if refer:
        video.put(atom("tref", atom("tmcd", u32(*[track.track_id for track in tracks]))), "edts")
    traks, at = [], start
    for track, data in zip(tracks, payload):
        traks.append(track.trak(at, duration))
        at += len(data)
    header = movie_header(clip.timescale, duration, 2 + len(tracks))
    moov = atom("moov", header, bytes(video), *traks)
    return brand + atom("mdat", *payload, clip.media) + moov


def movie(clip, change=None, head=QUICKTIME, tail=b""):
    """The clip alone: `head`, mdat, moov, `tail`. `change` edits the tree of moov."""
    return head + atom("mdat", clip.media) + bytes(moov_of(clip, len(head) + 8, change)) + tail


def moov_first(clip, change=None, head=QUICKTIME, media_header=b"", tail=b""):
    """`head`, moov, then the media behind `media_header` (a plain mdat's by default)."""
    media_header = media_header or u32(8 + len(clip.media)) + b"mdat"
    length = len(bytes(moov_of(clip, 0, change)))
    start = len(head) + length + len(media_header)
    return head + bytes(moov_of(clip, start, change)) + media_header + clip.media + tail


def moov_of(clip, media_start, change=None):
    """A tree of mvhd and the video track, for media at `media_start`."""
    video = clip.video_at(media_start)
    video.put(edit_list([(clip.duration, 0, 1)]))
    video.put(track_header(1, clip.duration, ENABLED, 64, 48))
    moov = parse(atom("moov", movie_header(clip.timescale, clip.duration, 2), bytes(video)))[0]
    if change:
        change(moov)
    return moov


def change_entry(track, change):
    """Replaces the track's one sample entry by what `change` makes of its bytes."""
    stsd = track["mdia/minf/stbl/stsd"]
    entry = change(stsd.payload[8:])
    stsd.payload = stsd.payload[:8] + u32(len(entry)) + entry[4:]


def video_entry(kind="raw ", *extensions, width=4, height=4, depth=24):
    return atom(kind, bytes(6), u16(1), bytes(16), u16(width, height), u32(72 << 16, 72 << 16, 0),
                u16(1), bytes(32), u16(depth, 0xFFFF), *extensions)


def sound_entry(kind="twos", channels=1, bits=16, rate=8000, version=0, more=b""):
    return atom(kind, bytes(6), u16(1, version, 0), u32(0), u16(channels, bits, 0, 0),
                u32(rate << 16), more)


def track(track_id, media, entries, samples, offset, *, times=None, chunks=None, sizes=None,
          timescale=600, delta=20, more=(), children=(), media_children=(), tables=None):
    """A whole track of any kind, `samples` being the sizes of its samples from `offset` on."""
    count = len(samples)
    component, header = {
        "vide": ("Video Media Handler", full("vmhd", 0, 1, u16(0x40, 0x8000, 0x8000, 0x8000))),
        "soun": ("Sound Media Handler", full("smhd", 0, 0, u16(0, 0)))}[media]
    stbl = tables or sample_tables(
        table("stsd", entries), times or [(count, delta)], chunks or [(1, count, 1)],
        sizes or full("stsz", 0, 0, u32(0, count, *samples)), [offset], *more)
    duration = count * delta
    return atom("trak", track_header(track_id, duration, ENABLED, 4, 4), *children,
                atom("mdia", media_header(timescale, duration), *media_children,
                     handler("mhlr", media, component),
                     atom("minf", header, handler("dhlr", "alis", "Data Handler"),
                          data_reference(), stbl)))


def small_movie(samples, make_tracks, head=QUICKTIME, moov_children=()):
    """A movie with the given sample bytes; `make_tracks(offset)` gives its tracks."""
    moov = atom("moov", movie_header(600, 20 * len(samples), 9), *make_tracks(len(head) + 8),
                *moov_children)
    return head + atom("mdat", *samples) + moov
