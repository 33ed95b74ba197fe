"""Timecode tracks that no encoder writes, each with what a right reader says of it.

Every case takes `clips`, which gives an encoder-made clip by its rate ('25' is rates/25.mov: 100
frames in four seconds), and returns the file's bytes and its readings.
"""

from dataclasses import replace

from .atoms import atom, full, pascal, u16, u32, u64
from .cases import Cases
from .labels import label, number
from .movies import (ISO, TimecodeDescription, TimecodeTrack, UNDETERMINED, data_reference,
                     timecode_media_header, timecode_movie)
from .readings import Reading, no_start, sample, segment, start, whole

CASES = Cases()
FOLDER = "timecode-handmade/"

DROP, WRAPS, NEGATIVE, COUNTER = 1, 2, 4, 8
START = number("01:30:15:07", 25)


def case(name, purpose):
    return CASES.case(FOLDER + name, purpose)


def describe(clip, quanta=25, **changes):
    """A description at the clip's own rate."""
    return TimecodeDescription(clip.timescale, clip.frame_duration, quanta, **changes)


def track_of(clip, value=START, description=None, **changes):
    """A track of one sample over the whole clip."""
    description = description or describe(clip)
    return TimecodeTrack([description], [(value, clip.duration, 0)], clip.timescale, **changes)


def plain(clip, value=START, description=None, frames=None, note="", **changes):
    """A movie with one such track, and its readings."""
    track = track_of(clip, value, description, **changes)
    return timecode_movie(clip, track), whole(track, clip, frames, note=note)


def edited(clip, edits, rows, **changes):
    """A movie whose video and timecode share an edit list; `rows` are (value, frames, at, length)
    for each segment, in frames."""
    step = clip.frame_duration
    edits = [(length * step, -1 if at < 0 else at * step, rate) for length, at, rate in edits]
    duration = sum(length for length, _, _ in edits)
    track = track_of(clip, edits=edits, **changes)
    description = track.descriptions[0]
    movie = timecode_movie(clip, track, video_edits=edits, duration=duration)
    first = start(rows[0][0], description) if rows[0][2] == 0 else no_start()
    return movie, [sample(0, START, description), first] + [
        segment(index, value, frames, description, clip.timescale, at * step, length * step)
        for index, (value, frames, at, length) in enumerate(rows)]


# ---- samples ------------------------------------------------------------------------------------

def several(clip, starts, **changes):
    """A track of several samples: (label, frames) each."""
    description = describe(clip, **changes)
    step = clip.frame_duration
    samples = [(number(first, 25), frames * step, 0) for first, frames in starts]
    track = TimecodeTrack([description], samples, clip.timescale)
    rows, at = [start(samples[0][0], description)], 0
    for index, (value, duration, _) in enumerate(samples):
        rows += [sample(index, value, description),
                 segment(index, value, duration // step, description, clip.timescale, at, duration)]
        at += duration
    return track, rows


@case("multi-sample.mov", "three samples: two breaks in the timecode")
def multi_sample(clips):
    track, rows = several(clips("25"), [("01:00:00:00", 50), ("02:00:00:00", 25),
                                        ("03:00:00:07", 25)])
    return timecode_movie(clips("25"), track), rows


@case("multi-sample-trimmed.mov", "two samples through an edit that begins inside the first")
def multi_sample_trimmed(clips):
    clip = clips("25")
    track, rows = several(clip, [("01:00:00:00", 50), ("02:00:00:00", 50)])
    step, description = clip.frame_duration, track.descriptions[0]
    edits = [(60 * step, 25 * step, 1)]
    movie = timecode_movie(clip, replace(track, edits=edits), video_edits=edits, duration=60 * step)
    first, second = number("01:00:01:00", 25), number("02:00:00:00", 25)
    return movie, [row for row in rows if row.kind == "sample"] + [
        start(first, description),
        segment(0, first, 25, description, clip.timescale, 0, 25 * step),
        segment(1, second, 35, description, clip.timescale, 25 * step, 35 * step)]


@case("per-frame.mov", "a sample for every frame")
def per_frame(clips):
    clip = clips("25")
    description = describe(clip)
    samples = [(START + frame, clip.frame_duration, 0) for frame in range(clip.frames)]
    track = TimecodeTrack([description], samples, clip.timescale)
    return timecode_movie(clip, track), [start(START, description)] + [
        sample(index, value, description) for index, (value, _, _) in enumerate(samples)]


@case("two-descriptions.mov", "two descriptions of different rates, a sample of each")
def two_descriptions(clips):
    clip = clips("25")
    half = clip.duration // 2
    slow = describe(clip)
    fast = TimecodeDescription(clip.timescale, clip.frame_duration // 2, 50)
    first, second = number("01:00:00:00", 25), number("02:00:00:00", 50)
    track = TimecodeTrack([slow, fast], [(first, half, 0), (second, half, 1)], clip.timescale)
    return timecode_movie(clip, track), [
        sample(0, first, slow), sample(1, second, fast), start(first, slow),
        segment(0, first, 50, slow, clip.timescale, 0, half),
        segment(1, second, 100, fast, clip.timescale, half, half)]


@case("no-samples.mov", "a timecode track whose tables are empty")
def no_samples(clips):
    track = TimecodeTrack([describe(clips("25"))], [], clips("25").timescale, sample_bytes=[])
    return timecode_movie(clips("25"), replace(track, sample_bytes=[])), [no_start()]


@case("short-sample.mov", "a sample of two bytes, which is no timecode")
def short_sample(clips):
    movie, _ = plain(clips("25"), sample_bytes=[b"\x00\x07"])
    return movie, [Reading(0, "start", 0, "-", "-", note="the sample cannot be read")]


@case("sample-beyond-file.mov", "a sample whose chunk lies behind the end of the file")
def sample_beyond_file(clips):
    clip = clips("25")
    movie, _ = plain(clip)
    offset = len(atom("ftyp", bytes(12))) + 8
    return movie.replace(full("stco", 0, 0, u32(1, offset)),
                         full("stco", 0, 0, u32(1, 0x7FFFFFF0))), [
        Reading(0, "start", 0, "-", "-", note="the sample cannot be read")]


# ---- edits --------------------------------------------------------------------------------------

@case("trimmed.mov", "one edit that begins a second into the media")
def trimmed(clips):
    return edited(clips("25"), [(75, 25, 1)], [(START + 25, 75, 0, 75)])


@case("multi-edit.mov", "third second, a second of nothing, first second")
def multi_edit(clips):
    return edited(clips("25"), [(25, 50, 1), (25, -1, 1), (25, 0, 1)],
                  [(START + 50, 25, 0, 25), (START, 25, 50, 25)])


@case("empty-edit.mov", "a second of nothing first: no timecode at movie time 0")
def empty_edit(clips):
    return edited(clips("25"), [(25, -1, 1), (100, 0, 1)], [(START, 100, 25, 100)])


@case("slow-motion.mov", "three edits at rates 1, 0.5 and 1")
def slow_motion(clips):
    return edited(clips("25"), [(25, 0, 1), (50, 25, 0.5), (50, 50, 1)],
                  [(START, 25, 0, 25), (START + 25, 25, 25, 50), (START + 50, 50, 75, 50)])


@case("dwell.mov", "an edit of rate 0: one frame held for a second")
def dwell(clips):
    return edited(clips("25"), [(50, 0, 1), (25, 50, 0), (50, 50, 1)],
                  [(START, 50, 0, 50), (START + 50, 1, 50, 25), (START + 50, 50, 75, 50)])


@case("elst-version-1.mov", "the trimmed movie with 64-bit edits")
def elst_version_1(clips):
    return edited(clips("25"), [(75, 25, 1)], [(START + 25, 75, 0, 75)], edit_version=1)


@case("elst-version-1-empty.mov", "an empty edit in 64-bit edits: media time -1")
def elst_version_1_empty(clips):
    return edited(clips("25"), [(25, -1, 1), (100, 0, 1)], [(START, 100, 25, 100)],
                  edit_version=1)


@case("elst-narrow-minus-one.mov", "64-bit edits in which -1 was written as 4294967295")
def elst_narrow_minus_one(clips):
    movie, rows = elst_version_1_empty(clips)
    return movie.replace(u64((1 << 64) - 1), u64(0xFFFFFFFF)), rows


@case("edit-beyond-media.mov", "an edit that runs two seconds past the end of the media")
def edit_beyond_media(clips):
    clip = clips("25")
    step = clip.frame_duration
    edits = [(100 * step, 50 * step, 1)]
    track = track_of(clip, edits=edits)
    description = track.descriptions[0]
    return timecode_movie(clip, track, video_edits=edits), [
        sample(0, START, description), start(START + 50, description),
        segment(0, START + 50, 50, description, clip.timescale, 0, 50 * step,
                note="what lies behind the media shows nothing")]


@case("own-edits.mov", "the timecode is trimmed, the video is not")
def own_edits(clips):
    clip = clips("25")
    step = clip.frame_duration
    track = track_of(clip, edits=[(75 * step, 25 * step, 1)])
    description = track.descriptions[0]
    return timecode_movie(clip, track), [
        sample(0, START, description), start(START + 25, description),
        segment(0, START + 25, 75, description, clip.timescale, 0, 75 * step)]


# ---- flags and types ----------------------------------------------------------------------------

@case("negative.mov", "frame number -100, negative times allowed")
def negative(clips):
    return plain(clips("25"), -100, describe(clips("25"), flags=NEGATIVE))


@case("negative-not-allowed.mov", "frame number -100 without the flag for it")
def negative_not_allowed(clips):
    return plain(clips("25"), -100)


@case("negative-through-zero.mov", "from -50 to 49")
def negative_through_zero(clips):
    return plain(clips("25"), -50, describe(clips("25"), flags=NEGATIVE))


@case("lowest.mov", "the lowest frame number of 32 bits")
def lowest(clips):
    return plain(clips("25"), -(1 << 31), describe(clips("25"), flags=NEGATIVE))


@case("highest.mov", "the highest frame number of 32 bits, which the next frame passes")
def highest(clips):
    movie, rows = plain(clips("25"), (1 << 31) - 1)
    return movie, [replace(row, last="") for row in rows]


@case("counter.mov", "a counter, a tick a frame")
def counter(clips):
    return plain(clips("25"), 123456, describe(clips("25"), 1, flags=COUNTER))


@case("counter-25-frames-a-tick.mov", "a counter whose quanta says 25 frames a tick")
def counter_slow(clips):
    movie, rows = plain(clips("25"), 123456, describe(clips("25"), 25, flags=COUNTER),
                        note="123456/25 = 4938 where the value counts frames")
    return movie, [replace(row, last="") for row in rows]


@case("counter-unsigned.mov", "a counter beyond 2^31, which is not negative")
def counter_unsigned(clips):
    movie, rows = plain(clips("25"), 0xFFFFFF00, describe(clips("25"), 1, flags=COUNTER))
    return movie, rows


@case("cn32.mov", "a 32-bit counter by its type")
def cn32(clips):
    return plain(clips("25"), 123456, describe(clips("25"), 1, kind="cn32"))


@case("cn64.mov", "a 64-bit counter by its type")
def cn64(clips):
    return plain(clips("25"), (1 << 32) + 1, describe(clips("25"), 1, kind="cn64"))


@case("tc64.mov", "a 64-bit frame number")
def tc64(clips):
    return plain(clips("25"), START, describe(clips("25"), kind="tc64"))


@case("tc64-large.mov", "a frame number of 34 bits: 95443 hours")
def tc64_large(clips):
    return plain(clips("25"), 1 << 33, describe(clips("25"), kind="tc64"))


@case("tc64-negative.mov", "a negative 64-bit frame number")
def tc64_negative(clips):
    return plain(clips("25"), -100, describe(clips("25"), kind="tc64", flags=NEGATIVE))


@case("24-hours.mov", "over midnight with the flag that wraps")
def wraps(clips):
    return plain(clips("25"), number("23:59:59:15", 25), describe(clips("25"), flags=WRAPS))


@case("over-24-hours.mov", "25 hours stored, with the flag that wraps")
def over_24_hours(clips):
    return plain(clips("25"), number("25:00:00:00", 25), describe(clips("25"), flags=WRAPS))


@case("drop-24-hours.mov", "drop frame over midnight with the flag that wraps")
def drop_wraps(clips):
    return plain(clips("2997"), number("23:59:58;00", 30),
                 describe(clips("2997"), 30, flags=DROP | WRAPS))


@case("packed-record.mov", "the packed record of 1996: hours, minutes, seconds, frames")
def packed_record(clips):
    movie, rows = plain(clips("25"), 0x010F2004, note="packed: 01:15:32:04")
    return movie, [replace(row, last="") for row in rows]


@case("packed-record-negative.mov", "the packed record with its sign bit")
def packed_record_negative(clips):
    movie, rows = plain(clips("25"), 0x018F2004, note="packed: -01:15:32:04")
    return movie, [replace(row, last="") for row in rows]


@case("looks-packed.mov", "frame number 266, which could be taken for a packed record")
def looks_packed(clips):
    return plain(clips("30"), 266, describe(clips("30"), 30))


# ---- rate, quanta and drop flag that do not agree -----------------------------------------------

@case("2997-timescale-2997.mov", "29.97 as 2997/100")
def timescale_2997(clips):
    return plain(clips("2997"), number("00:59:59;28", 30),
                 TimecodeDescription(2997, 100, 30, DROP))


@case("drop-at-30.mov", "drop frame at exactly 30 a second, as some telephones write")
def drop_at_30(clips):
    return plain(clips("30"), number("00:59:59;28", 30),
                 TimecodeDescription(30000, 1000, 30, DROP))


@case("quanta-30-at-5994.mov", "60000/1001 a second, but 30 frames to the timecode's second")
def quanta_30_at_5994(clips):
    return plain(clips("5994"), number("00:59:59;28", 30), describe(clips("5994"), 30, flags=DROP))


@case("2997-on-5994.mov", "a 29.97 drop-frame timecode on 59.94 video")
def timecode_2997_on_5994(clips):
    clip = clips("5994")
    return plain(clip, number("00:59:59;28", 30), TimecodeDescription(30000, 1001, 30, DROP),
                 frames=clip.frames // 2)


@case("11988-drop.mov", "119.88 drop frame: eight numbers a minute")
def drop_11988(clips):
    return plain(clips("11988"), number("00:59:59;112", 120),
                 describe(clips("11988"), 120, flags=DROP))


@case("11988-drop-minute.mov", "119.88 drop frame over a minute that drops")
def drop_11988_minute(clips):
    return plain(clips("11988"), number("00:00:59;112", 120),
                 describe(clips("11988"), 120, flags=DROP))


@case("5994-drop-minute.mov", "59.94 drop frame over a minute that drops")
def drop_5994_minute(clips):
    return plain(clips("5994"), number("00:00:59;58", 60), describe(clips("5994"), 60, flags=DROP))


@case("23976-drop-flag.mov", "23.976 with the drop flag, which has no meaning there")
def drop_flag_23976(clips):
    description = describe(clips("23976"), 24, flags=DROP)
    return plain(clips("23976"), number("01:30:15:07", 24), description,
                 note="nothing is dropped at a quanta of 24")


@case("quanta-0.mov", "a quanta of 0: no label can be made")
def quanta_0(clips):
    return plain(clips("25"), START, describe(clips("25"), 0), note="--quanta 25: 01:30:15:07")


@case("quanta-29-at-2997.mov", "a quanta of 29 at 30000/1001, as one make of camera writes")
def quanta_29(clips):
    clip, value = clips("2997"), 1700260
    told = TimecodeDescription(90000, 3003, 29, WRAPS)
    meant = replace(told, quanta=30)
    track = TimecodeTrack([told], [(value, clip.frames * 3003, 0)], 90000)
    note = "declaredTimecode 16:17:09:19"
    assert label(value, 29) == "16:17:09:19"
    return timecode_movie(clip, track), [
        sample(0, value, meant, note=note), start(value, meant),
        segment(0, value, clip.frames, meant, clip.timescale, 0, clip.duration)]


@case("frame-duration-0.mov", "a frame duration of 0")
def frame_duration_0(clips):
    movie, rows = plain(clips("25"), START, replace(describe(clips("25")), frame_duration=0))
    return movie, [replace(row, last="") for row in rows]


@case("timescale-0.mov", "a description whose timescale is 0")
def timescale_0(clips):
    movie, rows = plain(clips("25"), START, replace(describe(clips("25")), timescale=0))
    return movie, [replace(row, last="") for row in rows]


# ---- the description's bytes --------------------------------------------------------------------

def named(text_bytes, language):
    return atom("name", u16(len(text_bytes), language), text_bytes)


@case("reel-macroman.mov", "a reel name in MacRoman: 'Röhre Å1', language 2 (German)")
def reel_macroman(clips):
    name = named("Röhre Å1".encode("mac_roman"), 2)
    return plain(clips("25"), description=describe(clips("25"), after=name))


@case("reel-utf-8.mov", "a reel name in UTF-8: 'Röhre 二', language und")
def reel_utf8(clips):
    name = named("Röhre 二".encode(), UNDETERMINED)
    return plain(clips("25"), description=describe(clips("25"), after=name))


@case("reel-too-long.mov", "a reel name whose length passes the end of its atom")
def reel_too_long(clips):
    name = atom("name", u16(400, 0), b"REEL001")
    return plain(clips("25"), description=describe(clips("25"), after=name))


@case("entry-36-name.mov", "the 36-byte description of the 1996 text: the name begins at 36")
def entry_36_name(clips):
    after = bytes(2) + named(b"REEL001", 0)
    return plain(clips("25"), description=describe(clips("25"), after=after))


@case("entry-34.mov", "the 34-byte description, nothing behind it, and no edit list")
def entry_34(clips):
    return plain(clips("25"))


@case("entry-38.mov", "a 32-bit zero behind 34 bytes, and 41 in the reserved byte: QuickTime 7")
def entry_38(clips):
    return plain(clips("25"), description=describe(clips("25"), reserved=41, after=u32(0)))


@case("entry-name-batch.mov", "51 bytes, name 'Batch' in language 5, no zero: libquicktime")
def entry_batch(clips):
    return plain(clips("25"), description=describe(clips("25"), after=named(b"Batch", 5)))


@case("entry-32.mov", "a description cut off behind the frame duration")
def entry_32(clips):
    movie, _ = plain(clips("25"))
    entry = bytes(describe(clips("25")))
    cut = u32(len(entry)) + entry[4:32] + b"\0\0"  # 34 bytes stay, quanta 0
    return movie.replace(entry, cut), [sample(0, START, describe(clips("25"), 0))]


# ---- tracks and what ties them ------------------------------------------------------------------

@case("no-tref.mov", "no track refers to the timecode")
def no_tref(clips):
    track = track_of(clips("25"))
    return timecode_movie(clips("25"), track, refer=False), whole(track, clips("25"))


@case("two-tracks.mov", "two timecode tracks, the second a counter")
def two_tracks(clips):
    clip = clips("25")
    first = track_of(clip)
    second = track_of(clip, 555, describe(clip, 1, flags=COUNTER), track_id=3)
    return timecode_movie(clip, first, second), whole(first, clip) + whole(second, clip, index=1)


@case("disabled.mov", "a timecode track that is not enabled")
def disabled(clips):
    return plain(clips("25"), flags=2)


@case("avfoundation.mov", "the layout that AVFoundation writes, all parts")
def avfoundation(clips):
    clip = clips("25")
    return plain(clip, edits=[(clip.duration, 0, 1)])


@case("no-tcmi.mov", "gmhd with gmin only")
def no_tcmi(clips):
    header = atom("gmhd", full("gmin", 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)))
    return plain(clips("25"), media_information=header)


@case("tcmi-no-font.mov", "tcmi without the font name's length byte")
def tcmi_no_font(clips):
    header = timecode_media_header().replace(
        full("tcmi", 0, 0, u16(22, 0, 12, 0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF), pascal("Courier")),
        full("tcmi", 0, 0, u16(22, 0, 12, 0, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF)))
    header = u32(len(header)) + header[4:]
    inner = header.index(b"tmcd") - 4
    return plain(clips("25"), media_information=header[:inner] + u32(len(header) - inner)
                 + header[inner + 4:])


@case("nmhd.mp4", "timecode in MPEG-4 with nmhd and a url reference")
def nmhd(clips):
    clip = clips("25")
    track = track_of(clip, media_information=full("nmhd", 0, 0), reference=data_reference("url "))
    return timecode_movie(clip, track, brand=ISO), whole(track, clip)


@case("external-reference.mov", "the timecode's media lies in another file, by its dref")
def external_reference(clips):
    track = track_of(clips("25"), reference=data_reference("url ", 0, b"file:///other.qtc\0"))
    return timecode_movie(clips("25"), track), [
        Reading(0, "start", 0, "-", "-", note="other files are not opened")]


@case("other-timescale.mov", "the timecode's timescale is not the video's")
def other_timescale(clips):
    clip = clips("25")
    track = TimecodeTrack([TimecodeDescription(600, 24, 25)], [(START, 2400, 0)], 600)
    return timecode_movie(clip, track), [
        sample(0, START, track.descriptions[0]), start(START, track.descriptions[0]),
        segment(0, START, 100, track.descriptions[0], clip.timescale, 0, clip.duration)]


@case("shorter-than-video.mov", "timecode for the first half only")
def shorter_than_video(clips):
    clip = clips("25")
    half = clip.duration // 2
    track = TimecodeTrack([describe(clip)], [(START, half, 0)], clip.timescale)
    return timecode_movie(clip, track), [
        sample(0, START, track.descriptions[0]), start(START, track.descriptions[0]),
        segment(0, START, 50, track.descriptions[0], clip.timescale, 0, half)]


