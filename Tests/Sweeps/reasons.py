"""Why ffprobe's packets differ from a track's samples, and who is right.

A rule takes one difference and asks the tables that `tables.py` read, the bytes of the sample, and
what ffprobe itself said elsewhere; it is the reason only where all of that agrees. That movtool has
what the tables say is checked apart from this, for every sample.

Clauses are those of ISO/IEC 14496-12. What is said of ffprobe is what FFmpeg 5.1 was seen to do.
"""

from collections import Counter

from media import ffprobe_errors

BY_ROW = "movtool has the row of stts or trun (8.6.1.2, 8.8.8)"


class Case:
    """A track with its samples and packets. `tracks` are all the file's streams, by track ID."""

    def __init__(self, path, movie, track, stream, packets, tracks):
        self.path, self.movie, self.track = path, movie, track
        self.stream, self.packets = stream, packets
        self.tracks, self.data = tracks, movie.data
        self.size = len(movie.data)
        self.is_video = stream.get("codec_type") == "video"
        self.commonest = Counter(packet.get("duration") for packet in packets[:-1]).most_common(1)

    def some(self, difference):
        """All samples of a line."""
        return self.track.samples[difference.number:][:difference.sample["samples"]]

    def sample(self, difference):
        return self.track.samples[difference.number]

    def duration(self, difference):
        """Of the sample, or of all moments of sound that the packet covers; nothing where untold."""
        some = self.track.samples[difference.number:difference.number + difference.sample["count"]]
        durations = [sample.duration for sample in some]
        return None if None in durations else sum(durations)

    def packet(self, difference):
        return self.packets[difference.packet]

    def rate_duration(self):
        """Ticks of a frame by ffprobe's rates of the stream."""
        for key in ("avg_frame_rate", "r_frame_rate"):
            frames, seconds = (int(part) for part in self.stream.get(key, "0/0").split("/"))
            if frames:
                yield self.track.timescale * seconds / frames

    # Bytes of a sample

    def units(self, sample):
        """The NAL units of an H.264 sample; none where lengths contradict its size."""
        entry = next(iter(self.track.entries), None)
        if self.stream.get("codec_name") != "h264" or entry is None:
            return []
        found = self.data.find(b"avcC", entry[1], entry[2])
        if found < 0:
            return []
        width = (self.data[found + 8] & 3) + 1
        at, end, units = sample.position, sample.position + sample.size, []
        while at + width < end:
            size = int.from_bytes(self.data[at:at + width], "big")
            if at + width + size > end:
                return []
            units.append(self.data[at + width:at + width + size])
            at += width + size
        return units

    def unreadable(self):
        """Samples of ffprobe's streams that are not whole in the file: track, number, seconds."""
        for track in self.movie.tracks:
            if track.identifier not in self.tracks or not track.timescale:
                continue
            for number, sample in enumerate(track.samples):
                if sample.position + sample.size > self.size and sample.dts is not None:
                    yield track, number, sample.dts / track.timescale
                    break


def ue(data, bit):
    """A number of the code of ISO/IEC 14496-10, 9.1, and where it ends."""
    zeros = 0
    while bit + zeros < len(data) * 8 and not data[(bit + zeros) // 8] >> (7 - (bit + zeros) % 8) & 1:
        zeros += 1
    value = 0
    for place in range(bit + zeros, bit + 2 * zeros + 1):
        value = value * 2 + (data[place // 8] >> (7 - place % 8) & 1)
    return value - 1, bit + 2 * zeros + 1


def slice_types(units):
    types = []
    for unit in units:
        if unit and unit[0] & 31 in (1, 5) and len(unit) > 12:
            _, bit = ue(unit[1:], 0)
            types.append(ue(unit[1:], bit)[0] % 5)
    return types


# Each returns the reason, or nothing where it is none.

def last_duration(case, difference):
    sample, theirs = case.sample(difference), case.packet(difference).get("duration")
    if case.duration(difference) != difference.sample["duration"]:
        return None
    if theirs is None:
        return f"{BY_ROW}; ffprobe has none"
    theirs = int(theirs)
    left = int(case.stream.get("duration_ts", 0)) - sample.dts
    if theirs == left or theirs == case.track.duration - sample.dts:
        return f"{BY_ROW}; ffprobe has what is left of the track's duration"
    if theirs == 1 and not 0 <= sample.duration < 1 << 31:
        return f"{BY_ROW}; ffprobe takes a duration beyond 31 bits for 1"
    if any(abs(theirs - guess) <= 1 for guess in case.rate_duration()):
        return f"{BY_ROW}; ffprobe has a frame of the average rate"
    if case.commonest and theirs == case.commonest[0][0]:
        return f"{BY_ROW}; ffprobe has the commonest duration"
    return None


def contradicting_duration(case, difference):
    # That the next packet's decode time is ours is what the kind says.
    if case.duration(difference) == difference.sample["duration"]:
        return f"{BY_ROW}; ffprobe contradicts its own next decode time"
    return None


def untold_time(case, difference):
    sample = case.sample(difference)
    if sample.dts is None:
        return "stts tells no time of this sample (8.6.1.2 wants all): neither is wrong"
    if 0 in case.track.time_rows and sample.dts == difference.sample["dts"]:
        return "movtool has the sum of the rows of stts (8.6.1.2); one of no samples leads ffprobe astray"
    return None


def zero_duration(case, difference):
    """ffprobe takes a duration of 0 for one that is not known, and goes on from its guess."""
    number, sample = difference.number, case.sample(difference)
    if difference.kind.startswith("duration"):
        found = sample.duration == difference.sample["duration"] == 0
    else:
        packet, before = case.packet(difference), case.packets[difference.packet - 1]
        found = number > 0 and case.track.samples[number - 1].duration == 0 \
            and sample.dts == difference.sample["dts"] \
            and packet["dts"] == before["dts"] + before["duration"]
    return f"{BY_ROW}, which is 0; ffprobe puts a guess in its place" if found else None


def shift(case, difference):
    least = min(sample.pts - sample.dts for sample in case.track.samples)
    if difference.number == -least > 0:
        return ("movtool has decode time and composition offset (8.6.1.3, 8.8.8); ffprobe adds so much"
                " that none is shown before it is decoded")
    return None


def time_base(case, difference):
    if case.track.timescale >= 1 << 31:
        return "movtool has mdhd's timescale of 32 bits (8.4.2); ffprobe takes 31"
    if not case.track.time_rows and not case.packets:
        return "movtool has mdhd's timescale (8.4.2); without a row of stts ffprobe takes none"
    return None


def place(case, difference):
    there = case.sample(difference).position
    if int(case.packet(difference)["pos"]) == there - (1 << 63):
        return "movtool has co64's offset of 64 bits (8.7.5); ffprobe takes 63"
    return None


def beyond_file(case, difference):
    if all(sample.position + sample.size > case.size for sample in case.some(difference)):
        return "the sample reaches beyond the file by stco and stsz, or trun (8.7.3, 8.7.5, 8.8.8)"
    return None


def chapters(case, difference):
    if not case.packets and any(
            case.track.identifier in track.chapters for track in case.movie.tracks):
        return "a chapter track by tref/chap; ffprobe makes chapters of it and no packets"
    return None


def ended(case, difference):
    """ffprobe ends with the first sample of any track that it cannot read."""
    if any(sample.position + sample.size > case.size for sample in case.some(difference)):
        return None
    time = case.sample(difference).dts / case.track.timescale
    for track, number, seconds in case.unreadable():
        # It goes by time, and up to a second by place.
        if seconds <= time + 1:
            return ("stco and stsz, or trun, place the sample in the file (8.7.3, 8.7.5, 8.8.8); ffprobe"
                    " ended at one of the movie that is beyond it")
    return None


def undecryptable(case, difference):
    """ffprobe 5.1 ends at the second fragment where `senc` holds all information on encryption."""
    if case.sample(difference).flags is None or case.packets == []:
        return None
    said = "Incorrect number of samples in encryption info"
    if said in ffprobe_errors(case.path):
        return f"trun has the sample (8.8.8); ffprobe ended with '{said}'"
    return None


def contradiction(case, difference):
    for text in sorted(case.track.contradictions):
        if text.startswith(("stsc", "stsz")):
            return f"{text}: neither is wrong"
    return None


def size(case, difference):
    sample, packet = case.sample(difference), case.packet(difference)
    end = min(sample.position + sample.size, case.size)
    if int(packet["size"]) == end - sample.position < sample.size:
        return "movtool has the size of stsz or trun (8.7.3, 8.8.8); ffprobe has what the file holds"
    return None


def captions(case, difference):
    """ffprobe makes three bytes of each two in the atoms of a CEA-608 sample."""
    if not case.track.entries or case.track.entries[0][0] != "c608":
        return None
    sample = case.sample(difference)
    pairs = sum((behind - inside) // 2 for kind, _, inside, behind in case.movie.boxes(
        sample.position, sample.position + sample.size) if kind in ("cdat", "cdt2"))
    if 3 * pairs == int(case.packet(difference)["size"]):
        return "movtool has the size of stsz or trun (8.7.3, 8.8.8); ffprobe makes 3 bytes of each 2"
    return None


def key_by_stream(case, difference):
    """ffprobe asks H.264 itself: an IDR picture or a recovery point is a key frame to it."""
    sample = case.sample(difference)
    if case.stream.get("codec_name") != "h264":
        return None
    units = case.units(sample)
    types = {unit[0] & 31 for unit in units if unit}
    table = "trun or tfhd (8.8.8)" if sample.flags is not None else "stss (8.6.2)"
    if sample.sync and 5 not in types:
        why = "it holds no IDR picture" if units else "its bytes are not whole NAL units"
        return f"movtool has {table}; ffprobe asks the stream: {why}"
    if not sample.sync and 5 in types:
        return f"movtool has {table}; ffprobe asks the stream: it holds an IDR picture"
    if not sample.sync and set(slice_types(units)) == {2}:
        return f"movtool has {table}; ffprobe asks the stream: it holds I slices only"
    return None


def key_of_no_video(case, difference):
    if not case.is_video and not case.sample(difference).sync \
            and all(packet["flags"][0] == "K" for packet in case.packets):
        return "movtool has stss, or trun (8.6.2, 8.8.8); ffprobe takes all but video for sync samples"
    return None


RULES = {
    "last duration": [last_duration, untold_time],
    "duration that contradicts the decode times": [contradicting_duration],
    "duration": [zero_duration],
    "duration from the next decode time": [untold_time, zero_duration],
    "dts": [untold_time, zero_duration],
    "pts": [untold_time, zero_duration],
    "pts shifted": [shift],
    "time base": [time_base],
    "pos": [place],
    "size": [size, captions],
    "sample without packet": [beyond_file, chapters, contradiction, ended, undecryptable],
    "packet without sample": [contradiction],
    "K extra": [key_of_no_video, key_by_stream],
    "K missing": [key_by_stream],
}


def reason(case, difference):
    """The reason of a difference, nothing where no rule holds."""
    for rule in RULES.get(difference.kind, []):
        found = rule(case, difference)
        if found:
            return found
    return None
