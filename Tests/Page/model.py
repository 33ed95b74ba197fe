"""What the scripts of a page compute, for every sample: the same as `movtool samples` prints."""

import json
import re

import movies

# Movies of all kinds of times and labels, and the tracks of each that are compared; none for all.
FILES = {
    "camera/camera.mov": (),
    "camera/vfr.mov": (),
    "codecs/x264-open-gop.mp4": (),
    "edits/no-edit-list.mov": (),
    "edits/late-video.mov": (),
    "edits/negative-offsets.mp4": (),
    "fragments/plain.mp4": (),
    "fragments/global-sidx.mp4": (),
    "fragments/moov-with-samples.mp4": (),
    "fragments/timecode.mp4": (),
    "timecode/25-two-video-tracks.mov": (),
    "timecode/2997-df-minute.mov": (),
    "timecode/25-midnight.mov": (),
    "timecode-handmade/two-tracks.mov": (),
    "timecode-handmade/multi-edit.mov": (),
    "timecode-handmade/dwell.mov": (),
    "timecode-handmade/slow-motion.mov": (),
    "timecode-handmade/counter.mov": (),
    "timecode-handmade/cn32.mov": (),
    "timecode-handmade/cn64.mov": (),
    "timecode-handmade/entry-32.mov": (),
    "timecode-handmade/quanta-0.mov": (),
    "timecode-handmade/23976-drop-flag.mov": (),
    "timecode-handmade/quanta-29-at-2997.mov": (),
    "timecode-handmade/drop-at-30.mov": (),
    "timecode-handmade/negative-through-zero.mov": (),
    "timecode-handmade/11988-drop-minute.mov": (),
    # Two samples have one time.
    "tables/ctts-version-1.mov": (),
    "tables/ctts-too-short.mov": (),
    "tables/ctts-negative-version-0.mov": (),
    # Edits that show nothing.
    "tables/elst-negative-rate.mov": (),
    "tables/mvhd-timescale-0.mov": (),
    "tables/mdhd-timescale-0.mov": (),
}
# Samples that a movie of TestMedia shows at a time in seconds, by hand from its tables; None for nothing.
SHOWN = {
    # Samples 97 and 99 have the media time 50176 of 12800 per second, and the edit begins at 0.
    "tables/ctts-version-1.mov": (3.92, 99),
    # The offsets end after sample 9, so that 9 and 10 have the media time 5120 of 12800.
    "tables/ctts-too-short.mov": (0.4, 10),
    # The first edit, of 2 s, has a negative rate.
    "tables/elst-negative-rate.mov": (1, None),
    # No edit has a time.
    "tables/mvhd-timescale-0.mov": (0, None),
}
# So many samples of a track are compared.
MOST = 600

# Makes the model of the first movie.
MOVIE = """
const movie = new page.Movie(JSON.parse(document.getElementById('movtool-data').textContent).movies[0]);
"""

# Of each track, what is known of its samples.
SAMPLES = """
return movie.tracks.map(track => {
  const timecode = movie.timecodeOf(track);
  const rows = [];
  for (let i = 0; i < Math.min(track.sampleCount, arguments[0]); i += 1) {
    const showing = track.showings(i)[0];
    rows.push([track.dts(i), track.pts(i), track.offsetOf(i), showing ? showing.time : null,
      showing && timecode ? track.labelOf(showing, timecode) : null]);
  }
  return {id: track.trackID, rows};
});
"""


class Model:
    def model(self):
        for name in FILES:
            self.same_model(name, self.pages.kind(name), movies.MEDIA / name)
        gap = self.pages.folder / "gap.mp4"
        self.same_model("gap.mp4", self.pages.own("gap.mp4", movies.fragments_with_gap), gap)
        # 66 of 1000 ticks are nearly two of 30 frames.
        plain = self.with_timecode("plain-30.mov", "rates/30.mov", "01:00:00:00")
        late = self.pages.folder / "late-30.mov"
        movies.with_late_video(plain, late, 66)
        self.same_model("late-30.mov", self.pages.of(late), late)
        # Samples without duration: a picture is shown until the next one, others are at their time.
        reordered = self.with_timecode("reordered.mp4", "codecs/x264-open-gop.mp4", "01:00:00:00")
        video = self.without_durations("brief.mp4", reordered, 0, [(7, 800), (1, 0), (17, 800)])
        self.same_model("brief.mp4", self.pages.of(video), video)
        camera = self.with_timecode("camera.mov", "camera/camera.mov", "01:00:00:00")
        audio = self.without_durations("brief.mov", camera, 1, [(50, 1024), (2, 0), (90, 1024)])
        self.same_model("brief.mov", self.pages.of(audio), audio)
        for name, (time, sample) in SHOWN.items():
            self.open_model(self.pages.kind(name))
            found = self.browser.run(MOVIE + "return movie.tracks[0].sampleAt(arguments[0])", time)
            self.check(found == sample, f"{name} shows sample {found} at {time} s, not {sample}")
        self.columns()
        self.compressed()
        self.days()
        self.same_labels()
        self.long_index()
        self.clean("model")

    def open_model(self, page):
        """Opens a copy of a page that gives its classes away: they are in a function, and the policy has its hash."""
        start = "new App(JSON.parse("
        text = re.sub('<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text())
        copy = page.with_name(f"model-{page.name}")
        copy.write_text(text.replace(start, "window.page = { Movie, PlainColumn };\n" + start))
        self.browser.open(copy)

    def same_model(self, name, page, file):
        try:
            self.open_model(page)
            tracks = self.browser.run(MOVIE + SAMPLES, MOST)
        except Exception as error:
            self.failures.append(f"model of {name}: {str(error).splitlines()[0]}")
            return
        listed = [track["trackID"] for track in self.pages.json("inspect", str(file), "--json")["tracks"]]
        found = [track["id"] for track in tracks]
        self.check(found and found == listed, f"model of {name}: the tracks {found}, not {listed}")
        for track in tracks:
            truth = self.pages.json("samples", str(file), "--json", "--track", str(track["id"]))
            count = min(MOST, len(truth["samples"]))
            self.check(
                len(track["rows"]) == count,
                f"model of {name}, track {track['id']}: {len(track['rows'])} samples, not {count}",
            )
            differs = {}
            for sample in truth["samples"][: len(track["rows"])]:
                dts, pts, place, shown, label = track["rows"][sample["sample"]]
                time = sample["shownAt"] and sample["shownAt"]["value"] / sample["shownAt"]["timescale"]
                said = {
                    "dts": (dts, sample["dts"]),
                    "pts": (pts, sample["pts"]),
                    "position": (place, sample["position"]),
                    "shown": (shown is None, time is None),
                    "timecode": (label, sample.get("timecode")),
                }
                if shown is not None and time is not None and abs(shown - time) > 1e-6:
                    said["shown"] = (shown, time)
                for key, (a, b) in said.items():
                    if a != b:
                        differs.setdefault(key, (sample["sample"], a, b))
            self.check(
                not differs,
                f"model of {name}, track {track['id']}: the first that differ, in page and tool: {differs}",
            )

    def columns(self):
        """The extremes of a column whose length is a power of 16, or nearly."""
        counts = [1, 15, 16, 17, 255, 256, 257, 4095, 4096, 4097]
        self.open_model(self.pages.kind("camera/camera.mov"))
        found = self.browser.run(
            """return arguments[0].map(count => {
              const column = new page.PlainColumn(Float64Array.from({length: count}, (_, i) => (i * 7919) % count));
              return [column.maximum(0, count), column.minimum(0, count), column.maximum(1, count - 1)];
            })""",
            counts,
        )
        for count, extremes in zip(counts, found):
            values = [i * 7919 % count for i in range(count)]
            inner = values[1:-1]
            wanted = [max(values), min(values), max(inner) if inner else extremes[2]]
            self.check(extremes == wanted, f"extremes of {count} values: {extremes}, not {wanted}")

    def compressed(self):
        """An atom in compressed form can be opened, and no byte of the file is in it."""
        browser = self.browser
        for name, path, stored in (
            ("quicktime/cmov.mov", "moov/cmov/cmvd/moov/mvhd", "moov/cmov/cmvd"),
            ("quicktime/cmov-first.mov", "moov/cmov/cmvd/moov/mvhd", "moov/cmov/cmvd"),
        ):
            browser.open(self.pages.kind(name), f"atom={path}&view=tree")
            browser.settle()
            detail = browser.text("#view-tree .detail")
            self.check("in compressed form" in detail, f"{name}: the detail of {path} is {detail!r}")
            for view in ("map", "summary", "samples"):
                browser.view(view)
            self.clean(name)
            self.open_model(self.pages.kind(name))
            holder = browser.run(
                MOVIE
                + "const atom = movie.atoms.find(arguments[0]); return movie.atoms.at(atom.end - 1).path",
                stored,
            )
            self.check(holder == stored, f"{name}: the last byte of {stored} is in {holder}")

        page = self.pages.own("many-compressed.mov", movies.many_compressed)
        browser.open(page, "atom=moov/cmov/cmvd/moov/udta/free[200]&view=tree")
        browser.settle()
        detail = browser.text("#view-tree .detail")
        self.check("in compressed form" in detail, f"the detail of an atom of a long row is {detail!r}")
        browser.view("map")
        self.clean("many compressed atoms")

    def with_timecode(self, name, source, start):
        """A movie of TestMedia with a new timecode track."""
        path = self.pages.folder / name
        if not path.exists():
            self.pages.run(
                "insert", "timecode", str(movies.MEDIA / source), "--start", start, "-o", str(path), "-q"
            )
        return path

    def without_durations(self, name, source, track, rows):
        """A movie whose samples in one track have other durations, by the rows of its table."""
        path = self.pages.folder / name
        entries = json.dumps([{"sample_count": count, "sample_delta": ticks} for count, ticks in rows])
        table = f"moov/trak[{track}]/mdia/minf/stbl/stts"
        self.pages.run("edit", "atom", str(source), table, f"entries={entries}", "-o", str(path), "-q")
        return path

    def days(self):
        """A label after midnight is found."""
        midnight = self.with_timecode("midnight.mov", "rates/25.mov", "23:59:58:00")
        self.open_model(self.pages.of(midnight))
        found = self.browser.run(
            MOVIE
            + "const t = movie.timecodes[0]; return ['23:59:58:00', '00:00:00:12', '00:00:02:00'].map(l => t.timeOf(l))"
        )
        # The second is 2 s and 12 frames of 40 ms after the first; the movie lasts 4 s.
        self.check(
            found[0] == 0 and abs(found[1] - 2.48) < 1e-6 and found[2] is None,
            f"times of labels around midnight: {found}",
        )

    def same_labels(self):
        """Movies that begin with the same label begin at the same place, however they count."""
        one = self.with_timecode("axis-2398.mov", "rates/23976.mov", "01:00:00:00")
        two = self.with_timecode("axis-24.mov", "rates/24.mov", "01:00:00:00")
        self.browser.open(self.pages.of(one, two), "view=compare")
        said = self.browser.text("#view-compare")
        self.check("Both begin at the same place" in said, f"compare of 23.976 and 24: {said[:300]}")

    def long_index(self):
        """All parts of a segment index are beside the fragments."""
        self.browser.open(
            self.pages.own("long-index.mp4", movies.long_index), "view=fragments"
        )
        rows = self.browser.run(
            "return document.querySelectorAll('#view-fragments section table tbody tr').length"
        )
        self.check(rows == 160, f"the index of 160 parts has {rows} rows")
