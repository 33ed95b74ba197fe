"""What the sample tables and fragments of a movie say, read from its bytes by the standard alone.

A second opinion on the samples that movtool lists: it shares nothing with movtool, knows no more than
the atoms that place and time samples (ISO/IEC 14496-12, 8.6 to 8.8; QuickTime File Format, "Sound
Sample Descriptions"), takes memory for every sample, and is not careful about speed. Of samples it
believes as many as the file has bytes, and some more.
"""

import struct
from collections import namedtuple

# `flags` are those of a fragment's sample, else None. What is None elsewhere, no table says.
Sample = namedtuple("Sample", "position size dts pts duration sync description flags")
Edit = namedtuple("Edit", "duration time rate")

UNCOMPRESSED = {"alaw": 1, "ulaw": 1, "in24": 3, "in32": 4, "fl32": 4, "fl64": 8}
NON_SYNC = 0x10000
# Moments of compressed sound can be more than bytes.
MOST_MOMENTS = 300_000


class Track:
    def __init__(self):
        self.identifier = self.timescale = self.duration = 0
        self.handler = ""
        self.entries = []  # the sample descriptions: type, and where each stands
        self.edits = None  # None: no list
        self.samples = []
        self.has_fragments = False
        self.has_offsets = False  # composition offsets
        self.time_rows = []  # how many samples each row of stts has
        self.contradictions = set()  # of the tables among each other
        self.chapters = []  # tracks that it names as its chapters


class Movie:
    def __init__(self, data):
        self.data, self.timescale, self.tracks = data, 0, []
        defaults = {}
        moov_seen = False
        for kind, at, start, end in self.boxes(0, len(data)):
            if kind == "moov" and not moov_seen:
                moov_seen = True
                self.movie(start, end, defaults)
            elif kind == "moof":
                self.fragment(at, start, end, defaults)

    # Reading

    def numbers(self, form, at):
        return struct.unpack_from(">" + form, self.data, at)

    def boxes(self, start, end):
        at = start
        while at + 8 <= end:
            size, = self.numbers("I", at)
            kind = self.data[at + 4:at + 8].decode("latin-1")
            head = 8
            if size == 1 and at + 16 <= end:
                size, = self.numbers("Q", at + 8)
                head = 16
            elif size == 0:
                size = end - at
            if size < head:
                return
            yield kind, at, at + head, min(at + size, end)
            at += size

    def find(self, start, end, *path):
        for kind, _, inside, behind in self.boxes(start, end):
            if kind == path[0]:
                return (inside, behind) if len(path) == 1 else self.find(inside, behind, *path[1:])
        return None

    def rows(self, place, head, form, count=None):
        """The rows of a table behind `head` bytes; `count` stands in the four bytes before them."""
        start, end = place
        if count is None:
            count, = self.numbers("I", start + head - 4)
        size = struct.calcsize(">" + form)
        count = min(count, (end - start - head) // size)
        return list(struct.iter_unpack(
            ">" + form, self.data[start + head:start + head + count * size]))

    # moov

    def movie(self, start, end, defaults):
        header = self.find(start, end, "mvhd")
        if header:
            wide = self.data[header[0]] == 1
            self.timescale, = self.numbers("I", header[0] + (20 if wide else 12))
        for kind, _, inside, behind in self.boxes(start, end):
            if kind == "mvex":
                for kind, _, inside, behind in self.boxes(inside, behind):
                    if kind == "trex":
                        identifier, *rest = self.numbers("IIIII", inside + 4)
                        defaults.setdefault(identifier, rest)
            elif kind == "trak":
                try:
                    self.track(inside, behind)
                except (struct.error, TypeError, IndexError):
                    pass  # not for this reader

    def track(self, start, end):
        track = Track()
        head = self.find(start, end, "tkhd")
        track.identifier, = self.numbers("I", head[0] + (20 if self.data[head[0]] == 1 else 12))
        media = self.find(start, end, "mdia")
        head = self.find(*media, "mdhd")
        wide = self.data[head[0]] == 1
        track.timescale, track.duration = self.numbers(
            "IQ" if wide else "II", head[0] + (20 if wide else 12))
        handler = self.find(*media, "hdlr")
        if handler:
            track.handler = self.data[handler[0] + 8:handler[0] + 12].decode("latin-1")
        references = self.find(start, end, "tref", "chap")
        if references:
            track.chapters = [row[0] for row in self.rows(
                references, 0, "I", (references[1] - references[0]) // 4)]
        edits = self.find(start, end, "edts", "elst")
        if edits:
            wide = self.data[edits[0]] == 1
            track.edits = [Edit(duration, time, rate) for duration, time, rate in
                           self.rows(edits, 8, "Qqi" if wide else "Iii")]
        self.tracks.append(track)
        stbl = self.find(*media, "minf", "stbl")
        if stbl:
            self.tables(track, *stbl)

    def tables(self, track, start, end):
        def find(kind):
            return self.find(start, end, kind)
        stsd = find("stsd")
        if stsd:
            track.entries = [(kind, inside, behind)
                             for kind, _, inside, behind in self.boxes(stsd[0] + 8, stsd[1])]
        constant, sizes, count = self.sizes(find)
        moments, unit = self.packets(track, stsd, constant) if constant else (1, 0)
        # Which samples are where.
        chunks = []
        if find("stco"):
            chunks = [row[0] for row in self.rows(find("stco"), 8, "I")]
        elif find("co64"):
            chunks = [row[0] for row in self.rows(find("co64"), 8, "Q")]
        spread = self.rows(find("stsc"), 8, "III") if find("stsc") else []
        places = []
        firsts = [row[0] for row in spread]
        if firsts != sorted(set(firsts)) or firsts[:1] not in ([], [1]):
            track.contradictions.add("stsc is not in order from chunk 1 on")
        if any(not 1 <= row[2] <= len(track.entries) for row in spread):
            track.contradictions.add("stsc names a description that is not there")
        for number, (first, each, description) in enumerate(spread):
            behind = spread[number + 1][0] if number + 1 < len(spread) else len(chunks) + 1
            for chunk in range(max(1, first), min(behind, len(chunks) + 1)):
                position = chunks[chunk - 1]
                for sample in range(each):
                    if len(places) >= min(count, MOST_MOMENTS + len(self.data)):
                        break
                    if constant:
                        size = unit if sample % moments == 0 else 0
                    else:
                        size = sizes[len(places)]
                    places.append((position, size, description - 1))
                    position += size
        if len(places) != count or sum(self.chunk_counts(spread, len(chunks))) != count:
            track.contradictions.add("stsz and the chunks differ in the number of samples")
        # When.
        times, total = [], 0
        rows = self.rows(find("stts"), 8, "II") if find("stts") else []
        track.time_rows = [row[0] for row in rows]
        for some, delta in rows:
            for _ in range(min(some, len(places) - len(times))):
                times.append((total, delta))
                total += delta
        if sum(track.time_rows) != count:
            track.contradictions.add("stts has times for fewer or more samples")
        offsets = []
        if find("ctts"):
            track.has_offsets = True
            # Version 0 has no sign by the standard. QuickTime's has one, and so have many files.
            for some, offset in self.rows(find("ctts"), 8, "Ii"):
                offsets += [offset] * min(some, len(places) - len(offsets))
            if len(offsets) != len(places):
                track.contradictions.add("ctts has offsets for fewer samples")
        syncs = None
        if find("stss"):
            syncs = {row[0] for row in self.rows(find("stss"), 8, "I")}
            if find("stps"):
                syncs |= {row[0] for row in self.rows(find("stps"), 8, "I")}
        for number, (position, size, description) in enumerate(places):
            dts, duration = times[number] if number < len(times) else (None, None)
            offset = offsets[number] if number < len(offsets) else 0
            track.samples.append(Sample(
                position, size, dts, None if dts is None else dts + offset, duration,
                syncs is None or number + 1 in syncs, description, None))

    def chunk_counts(self, spread, chunks):
        for number, (first, each, _) in enumerate(spread):
            behind = spread[number + 1][0] if number + 1 < len(spread) else chunks + 1
            yield each * max(0, min(behind, chunks + 1) - max(1, first))

    def sizes(self, find):
        """The constant size or 0, the sizes, and how many."""
        if find("stsz"):
            constant, count = self.numbers("II", find("stsz")[0] + 4)
            if constant:
                return constant, [], count
            sizes = [row[0] for row in self.rows(find("stsz"), 12, "I")]
        elif find("stz2"):
            start, end = find("stz2")
            bits, count = self.data[start + 7], self.numbers("I", start + 8)[0]
            if bits == 16:
                sizes = [row[0] for row in self.rows((start, end), 12, "H")]
            else:
                sizes = list(self.data[start + 12:end])
                if bits == 4:
                    sizes = [half for byte in sizes for half in (byte >> 4, byte & 15)]
                sizes = sizes[:count]
        else:
            sizes = []
        return 0, sizes, len(sizes)

    def packets(self, track, stsd, constant):
        """Of sound in QuickTime: how many samples make a packet, and its bytes."""
        if not track.entries or track.handler != "soun":
            return 1, constant
        kind, at, _ = track.entries[0]
        version, = self.numbers("H", at + 8)
        channels, bits = self.numbers("HH", at + 16)
        packet = None
        if version == 1 and self.data[stsd[0]] == 0:
            moments, _, size = self.numbers("III", at + 28)
            packet = moments, size
        elif version == 2:
            channels, = self.numbers("I", at + 40)
            size, moments = self.numbers("II", at + 56)
            packet = moments, size
        if packet and packet[0] and packet[1] and constant in (1, packet[1]):
            return packet
        each = UNCOMPRESSED.get(
            kind, bits // 8 if kind in ("raw ", "twos", "sowt", "NONE") else 0)
        return 1, each * channels if constant == 1 and each * channels else constant

    # moof

    def fragment(self, moof, start, end, defaults):
        data_end = moof
        for kind, _, inside, behind in self.boxes(start, end):
            head = self.find(inside, behind, "tfhd") if kind == "traf" else None
            if not head:
                continue
            flags, identifier = self.numbers("II", head[0])
            flags &= 0xFFFFFF
            track = next((t for t in self.tracks if t.identifier == identifier), None)
            at = head[0] + 8
            base = moof if flags & 0x20000 else data_end
            if flags & 1:
                base, = self.numbers("Q", at)
                at += 8
            settings = list(defaults.get(identifier, [1, 0, 0, 0]))
            for number, bit in enumerate((2, 8, 0x10, 0x20)):
                if flags & bit:
                    settings[number], = self.numbers("I", at)
                    at += 4
            if track is None:
                track = Track()  # of no use, but its data counts
            track.has_fragments = True
            time = max((s.dts + s.duration for s in track.samples[-1:] if s.dts is not None),
                       default=0)
            decode_time = self.find(inside, behind, "tfdt")
            if decode_time:
                wide = self.data[decode_time[0]] == 1
                time, = self.numbers("Q" if wide else "I", decode_time[0] + 4)
            position = base
            for kind, _, inside, behind in self.boxes(inside, behind):
                if kind == "trun":
                    position, time = self.run(track, inside, behind, base, position, time, settings)
                    data_end = position

    def run(self, track, start, end, base, position, time, settings):
        flags, count = self.numbers("II", start)
        version, flags = flags >> 24, flags & 0xFFFFFF
        at = start + 8
        if flags & 1:
            position = base + self.numbers("i", at)[0]
            at += 4
        first = None
        if flags & 4:
            first, = self.numbers("I", at)
            at += 4
        bits = [bit for bit in (0x100, 0x200, 0x400, 0x800) if flags & bit]
        form = "".join("i" if bit == 0x800 else "I" for bit in bits)
        size = 4 * len(bits)
        if size:
            rows = list(struct.iter_unpack(">" + form, self.data[at:at + count * size]))
        else:
            rows = [()] * min(count, MOST_MOMENTS + len(self.data))
        track.has_offsets |= bool(flags & 0x800)
        for number, row in enumerate(rows):
            row = dict(zip(bits, row))
            duration = row.get(0x100, settings[1])
            size = row.get(0x200, settings[2])
            own = row.get(0x400, settings[3])
            if number == 0 and first is not None:
                own = first
            track.samples.append(Sample(
                position, size, time, time + row.get(0x800, 0), duration, not own & NON_SYNC,
                settings[0] - 1, own))
            position += size
            time += duration
        return position, time
