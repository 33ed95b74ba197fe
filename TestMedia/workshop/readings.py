"""What a right reader says of each timecode track: the rows of expected-timecodes.tsv."""

from dataclasses import astuple, dataclass
from fractions import Fraction

from .labels import label, number

HEADINGS = ("path", "track", "kind", "index", "value", "timecode", "movieTime", "duration",
            "lastTimecode", "note")


@dataclass
class Reading:
    """`kind` is sample, start or segment; times are value/timescale; '-' is nothing, '' not said.

    `track` counts the movie's timecode tracks from 0. A sample's value is the number stored, a
    segment's the frame number, before any wrap at 24 hours, of its first frame.
    """

    track: int
    kind: str
    index: int
    value: object
    timecode: str
    movie_time: str = ""
    duration: str = ""
    last: str = ""
    note: str = ""


def text(value, description):
    if description.counter:
        return str(value)
    return label(value, description.quanta, description.drop, description.wraps)


def sample(index, value, description, track=0, note=""):
    return Reading(track, "sample", index, value, text(value, description), note=note)


def start(value, description, track=0):
    return Reading(track, "start", 0, value, text(value, description))


def no_start(track=0):
    return Reading(track, "start", 0, "-", "-")


def segment(index, value, frames, description, timescale, at, duration, track=0, note=""):
    """`frames` is how many the segment shows; None where the last one is not said."""
    last = "" if frames is None else text(value + frames - 1, description)
    return Reading(track, "segment", index, value, text(value, description), f"{at}/{timescale}",
                   f"{duration}/{timescale}", last, note)


def whole(track, clip, frames=None, index=0, note=""):
    """The readings of a track of one sample and no trimming."""
    value, duration, _ = track.samples[0]
    description = track.descriptions[0]
    if frames is None:
        frames = clip.frames
    return [sample(0, value, description, index, note), start(value, description, index),
            segment(0, value, frames, description, clip.timescale, 0, duration, index)]


def stamped(path):
    """Rows for what encoders stamped, from the notes that make.sh took.

    One sample that spans the video, read at the rate of the video rounded up.
    """
    rows = []
    with open(path, encoding="utf-8") as notes:
        for line in notes:
            file, rate, starts, seconds = line.rstrip("\n").split("\t")
            quanta = -(-Fraction(rate) // 1)
            frames = round(Fraction(rate) * Fraction(seconds))
            for track, first in enumerate(starts.split(" ")):
                value, drop = number(first, quanta), ";" in first
                last = label(value + frames - 1, quanta, drop)
                rows += [(file, Reading(track, "sample", 0, value, first)),
                         (file, Reading(track, "start", 0, value, first)),
                         (file, Reading(track, "segment", 0, value, first, last=last))]
    return rows


def write_readings(path, rows):
    """`rows` are (path of the movie, Reading)."""
    with open(path, "w", encoding="utf-8") as out:
        out.write("\t".join(HEADINGS) + "\n")
        for file, reading in sorted(rows, key=lambda row: (row[0], row[1].track)):
            out.write("\t".join([file, *map(str, astuple(reading))]) + "\n")
