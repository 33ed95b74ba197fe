"""What the pages must do, part by part."""

import re
import shutil
import time
from pathlib import Path

import movies
from browser import Browser
from model import Model

# In milliseconds, several times what Docs/Page.md has: other programs run beside.
SLOWEST_VIEW = 3000
LONGEST_TASK = 1000


class Parts(Model):
    def __init__(self, browser, pages, failures, axe, pictures):
        self.browser, self.pages, self.failures, self.axe_script = browser, pages, failures, axe
        self.folder = Path(pictures) if pictures else None
        self.count = 0

    def check(self, holds, text):
        self.count += 1
        if not holds:
            self.failures.append(text)

    def clean(self, where):
        """Nothing failed, nothing was refused, nothing was asked for."""
        for fault in self.browser.faults():
            self.failures.append(f"{where}: {fault}")
        self.count += 1

    # ---- kinds ----------------------------------------------------------------------------------

    def kinds(self):
        browser = self.browser
        for name, wanted in movies.KINDS.items():
            try:
                browser.open(self.pages.kind(name))
                self.every_view(name, wanted)
            except Exception as error:
                self.failures.append(f"{name}: {str(error).splitlines()[0]}")
        browser.open(self.pages.own("picture.heic", movies.picture))
        self.every_view("picture.heic", {"items"})
        self.check(
            "4" in browser.text("#view-items .grid-drawing")
            or browser.run("return document.querySelectorAll('.tile').length") == 4,
            "picture.heic: the grid has not four tiles",
        )
        browser.open(self.pages.kind("timecode/25.mov", "timecode/25-reel.mov"))
        self.every_view("compare", {"compare"})
        # The button names the other theme, also when the system changes it meanwhile.
        for theme, other in (("dark", "Light"), ("light", "Dark")):
            browser.theme(theme)
            # The page is told when it is drawn next.
            browser.settle()
            self.check(browser.text("button.theme") == other, f"the button is not {other} in the {theme} theme")

    def samples(self):
        """The rows of the table say what `movtool samples` says."""
        for name in (
            "camera/camera.mov",
            "camera/vfr.mov",
            "timecode/2997-df-minute.mov",
            "timecode/25-midnight.mov",
            "timecode-handmade/multi-edit.mov",
            "timecode-handmade/dwell.mov",
            "timecode-handmade/drop-at-30.mov",
            "timecode-handmade/negative-through-zero.mov",
            "timecode-handmade/quanta-29-at-2997.mov",
            "timecode-handmade/11988-drop-minute.mov",
            "timecode-handmade/slow-motion.mov",
            "timecode-handmade/counter.mov",
            "fragments/timecode.mov",
            "edits/late-video.mov",
        ):
            try:
                self.same_samples(name)
            except Exception as error:
                self.failures.append(f"samples of {name}: {str(error).splitlines()[0]}")
        self.details()
        self.presentation_axis()

    def details(self):
        """The columns about dependencies, priorities and subsamples."""
        browser = self.browser
        for name in ("tables/sample-details.mp4", "tables/sample-details.mov"):
            browser.open(self.pages.kind(name), "view=samples&track=1&sample=0")
            browser.run(
                "document.querySelectorAll('#view-samples .menu input').forEach(b => b.checked || b.click())"
            )
            browser.settle()
            table = browser.run(
                "return [...document.querySelectorAll('#view-samples .grid-head, #view-samples .grid-row')]"
                ".map(r => [...r.children].map(c => c.innerText))"
            )
            rows = [dict(zip(table[0], row)) for row in table[1:]]
            truth = self.pages.json("samples", str(movies.MEDIA / name), "--json", "--track", "1")
            for row, sample in zip(rows, truth["samples"]):
                said = row.get("Dependency", "unknown; unknown")
                depends = {None: "unknown", True: "depends on others", False: "depends on none"}
                used = {None: "unknown", True: "others depend on it", False: "none depends on it"}
                wanted = f"{depends[sample.get('dependsOnOthers')]}; {used[sample.get('isDependedOn')]}"
                self.check(said == wanted, f"{name}, sample {row['Sample']}: {said}, not {wanted}")
            for head in ("Redundancy", "Degradation", "Subsamples"):
                self.check(
                    any(row.get(head) for row in rows), f"{name}: the column {head} is empty or not there"
                )
            with_parts = next(row for row in rows if row["Subsamples"])
            browser.open(
                self.pages.kind(name), f"view=samples&track=1&sample={with_parts['Sample']}"
            )
            browser.settle()
            detail = browser.text(".sample-detail")
            self.check(
                "subsample" in detail and "Discardable" in detail,
                f"{name}: the subsamples are not in the detail",
            )
        self.clean("sample details")

    def presentation_axis(self):
        """The curve over presentation time: a click selects the sample that is shown at that time."""
        browser = self.browser
        for name in ("codecs/x264-open-gop.mp4", "edits/negative-offsets.mp4", "fragments/every-frame.mp4"):
            truth = self.pages.json("samples", str(movies.MEDIA / name), "--json")
            shown = sorted(truth["samples"], key=lambda sample: sample["pts"])
            browser.open(self.pages.kind(name), "view=samples")
            choose = (
                "const s = [...document.querySelectorAll('#view-samples label')]"
                ".find(l => l.innerText.startsWith(arguments[0])).querySelector('select');"
                "s.value = arguments[1]; s.dispatchEvent(new Event('change'));"
            )
            browser.run(choose, "Over", "time")
            for curve in ("size", "duration", "offset", "decode", "present", "drift", "bitrate"):
                browser.run(choose, "Curve", curve)
                browser.settle()
            browser.run(choose, "Curve", "size")
            browser.settle()
            self.check(not browser.run(BLANK, "#view-samples"), f"{name}: the curve is blank")
            # The axis begins with the first sample that is shown, and ends with the last.
            start, last = shown[0]["pts"], shown[-1]
            end = last["pts"] + last["duration"]
            for sample in (shown[1], shown[len(shown) // 2], shown[-2]):
                middle = sample["pts"] + sample["duration"] / 2
                browser.click_at("#view-samples canvas", (middle - start) / (end - start), 0.5)
                address = browser.address()
                self.check(
                    f"sample={sample['sample']}" in address.split("&"),
                    f"{name}: a click at {middle} selects {address}, not {sample['sample']}",
                )
        self.clean("presentation axis")

    def same_samples(self, name):
        browser = self.browser
        truth = self.pages.json("samples", str(movies.MEDIA / name), "--json")
        track = truth["track"]["trackID"]
        browser.open(self.pages.kind(name), f"view=samples&track={track}")
        browser.settle()
        heads = browser.run(
            "return [...document.querySelectorAll('#view-samples [role=columnheader]')].map(c => c.innerText)"
        )
        rows = browser.run(
            "return [...document.querySelectorAll('#view-samples .grid-row')].map(r => [...r.children].map(c => c.innerText))"
        )
        self.check(len(rows) > 0, f"{name}: no rows")
        for row in rows:
            shown = dict(zip(heads, (cell.replace(",", "") for cell in row)))
            sample = truth["samples"][int(shown["Sample"])]
            said = {
                "Bytes": str(sample["size"]),
                "At byte": str(sample["position"]),
                "Duration": str(sample["duration"]),
                "Shown at": "–" if sample["shownAt"] is None else clock(sample["shownAt"]),
            }
            # A column is there if the movie has what it shows.
            if any(one.get("timecode") for one in truth["samples"]):
                said["Timecode"] = sample["timecode"] or "–"
            if not all(one["sync"] for one in truth["samples"]):
                said["Key"] = "◆ key" if sample["sync"] else ""
            differs = {
                head: (shown.get(head), value)
                for head, value in said.items()
                if shown.get(head) != value
            }
            self.check(
                not differs, f"{name}, sample {shown['Sample']}: shown and true are {differs}"
            )

    def every_view(self, name, wanted):
        browser = self.browser
        views = browser.views()
        self.check({"summary", "map", "tree"} <= set(views), f"{name}: only has {views}")
        self.check(wanted <= set(views), f"{name}: lacks {wanted - set(views)}")
        for view in views:
            browser.view(view)
            shown = browser.text(f"#view-{view}")
            self.check(len(shown) > 20, f"{name}: {view} is empty")
            blank = browser.run(BLANK, f"#view-{view}")
            self.check(not blank, f"{name}: {view} has a blank canvas")
            wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
            self.check(wide <= 0, f"{name}: {view} is {wide} pixels wider than the window")
        self.clean(name)

    # ---- clicks ---------------------------------------------------------------------------------

    def clicks(self):
        browser = self.browser
        browser.open(self.pages.kind("timecode-handmade/multi-edit.mov"), "view=timeline")
        browser.click_at("canvas.timeline", 0.62, 0.75)
        address = browser.address()
        self.check(
            "sample=" in address and "track=1" in address,
            f"a click on the timeline selects no sample: {address}",
        )
        label = browser.text(".selection-bar .timecode")
        self.check(bool(re.match(r"01:30:15:\d\d", label)), f"the timecode of the click is {label}")
        sample = int(re.search(r"sample=(\d+)", address)[1])
        browser.view("samples")
        chosen = browser.text(".grid-row[aria-selected=true]")
        self.check(
            chosen.split()[:1] == [str(sample)], f"samples shows {chosen!r} for sample {sample}"
        )

        camera = self.pages.kind("camera/camera.mov")
        browser.open(camera, "view=map")
        browser.click_at("#view-map canvas", 0.4, 0.3 / 2)
        address = browser.address()
        self.check(
            "atom=mdat" in address and "sample=" in address, f"a click on the map selects {address}"
        )
        browser.view("tree")
        self.check(
            "mdat" in browser.text(".detail h2"), "the tree does not show the atom of the byte"
        )

        browser.open(camera, "view=tree&atom=moov/trak[0]/tkhd")
        browser.run(
            "document.querySelector('[data-field=track_ID]').dispatchEvent(new MouseEvent('mouseenter'))"
        )
        marked = browser.run(
            "return [...document.querySelectorAll('.byte.marked')].map(b => b.textContent).join(' ')"
        )
        self.check(marked == "00 00 00 01", f"track_ID marks the bytes {marked!r}")
        browser.run(
            "document.querySelector('.byte[data-at=\"84\"]').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))"
        )
        field = browser.run("return document.querySelector('tr.marked')?.dataset.field")
        self.check(field == "width", f"a byte of the width marks {field}")

        browser.run(
            "const s = document.querySelector('input[type=search]'); s.value = 'track_id=2'; s.dispatchEvent(new Event('input'))"
        )
        browser.settle()
        self.check(
            "1 of" in browser.text("#view-tree [role=status]"),
            f"track_ID=2 finds {browser.text('#view-tree [role=status]')}",
        )
        browser.open(camera)
        browser.run("document.querySelector('.finding a').click()")
        self.check("atom=moov" in browser.address(), "a finding does not lead to its atom")
        self.round_trip(camera)
        self.filters(camera)
        self.clean("clicks")

    def round_trip(self, page):
        """An address leads to its selection, and the selection makes the address again."""
        browser = self.browser
        for address in (
            "track=1&sample=25&view=samples",
            "track=2&sample=3&view=timeline",
            "at=47158&atom=moov/trak[0]/tkhd&view=tree",
            "view=geometry",
        ):
            browser.open(page, address)
            same = set(browser.address().split("&"))
            self.check(set(address.split("&")) <= same, f"{address} becomes {same}")
        browser.run("location.hash = 'track=1&sample=7&view=samples'")
        browser.settle()
        self.check(
            "sample 7" in browser.text(".selection-bar"), "a changed address changes nothing"
        )

    def filters(self, page):
        browser = self.browser
        browser.open(page, "view=samples&track=1")
        browser.run("document.querySelector('#view-samples input[type=checkbox]').click()")
        browser.settle()
        self.check(
            "Showing 1 of 90" in browser.text("#view-samples"),
            "the filter of key samples does not show one",
        )
        browser.run("document.querySelector('#view-samples input[type=checkbox]').click()")
        for text, kind, sample in (
            ("42", "number", 42),
            # Its media time is 31031 of 30000, and the edit begins at 2002: it is shown from 0.9676 s to 1.001 s.
            ("00:00:01", "time", 26),
            ("0x24", "byte", 0),
        ):
            browser.run(
                """const f = document.querySelector('#view-samples .joined'); f.querySelector('select').value = arguments[1];
                f.querySelector('input').value = arguments[0]; f.querySelector('button').click()""",
                text,
                kind,
            )
            address = browser.address()
            self.check(
                f"sample={sample}" in address.split("&"),
                f"go to {kind} {text}: {address}",
            )
        browser.open(self.pages.kind("timecode/2997-df-minute.mov"), "view=samples&track=1")
        first = browser.run(
            "return document.querySelector('#view-samples .grid-row').innerText.split('\\n')"
        )
        label = next(part for part in first if ";" in part)
        browser.run(
            """const f = document.querySelector('#view-samples .joined'); f.querySelector('select').value = 'timecode';
            f.querySelector('input').value = arguments[0]; f.querySelector('button').click()""",
            label,
        )
        self.check("sample=0" in browser.address(), f"go to timecode {label}: {browser.address()}")
        browser.run(
            """const [from, to] = document.querySelectorAll('#view-samples .toolbar input[type=text]');
            from.value = '00:01:00;02'; from.dispatchEvent(new Event('change')); to.value = '00:01:00;04'; to.dispatchEvent(new Event('change'))"""
        )
        browser.settle()
        rows = browser.run(
            "return [...document.querySelectorAll('#view-samples .grid-row')].map(r => r.innerText)"
        )
        labels = [
            label
            for label in ("00:01:00;02", "00:01:00;03", "00:01:00;04")
            if any(label in row for row in rows)
        ]
        self.check(
            len(rows) == 3 and len(labels) == 3, f"from 00:01:00;02 to 00:01:00;04 lists {rows}"
        )

    # ---- keys -----------------------------------------------------------------------------------

    def keys(self):
        browser = self.browser
        browser.open(self.pages.kind("camera/camera.mov"))
        browser.keys("body", "TAB")
        skip = browser.run("return document.activeElement.className")
        self.check(skip == "skip", f"the first stop of the Tab key is {skip!r}")
        browser.run("document.activeElement.click()")
        panel = browser.run("return document.activeElement.id")
        self.check(panel == "view-summary", f"the link to the view leads to {panel!r}")
        browser.keys("[role=tab][aria-selected=true]", "ARROW_RIGHT")
        self.check(
            "view=timeline" in browser.address(), "the right arrow does not go to the next view"
        )
        browser.keys("canvas.timeline", "ARROW_RIGHT", "ARROW_RIGHT", "ARROW_RIGHT")
        address = browser.address()
        shown = browser.text(".selection-bar")
        self.check("sample=" in address, f"arrows on the timeline select nothing: {address}")
        self.check(
            "00:00:00.0667" in shown, f"two frames from the first, the cursor is at {shown!r}"
        )
        before = browser.text("#view-timeline .toolbar .numbers")
        browser.keys("canvas.timeline", "+", "+")
        self.check(browser.text("#view-timeline .toolbar .numbers") != before, "+ does not zoom")
        browser.keys("canvas.timeline", "0", "END")
        # Of the 90 frames, the last in decode order is the last that is shown.
        address = browser.address()
        self.check("sample=89" in address.split("&"), f"End on the timeline leads to {address}")
        browser.view("tree")
        browser.keys(
            "#atom-tree",
            "HOME",
            "ARROW_DOWN",
            "ARROW_DOWN",
            "ARROW_DOWN",
            "ARROW_RIGHT",
            "ARROW_DOWN",
        )
        self.check(
            "atom=moov/trak[0]" in browser.address(),
            f"keys in the tree lead to {browser.address()}",
        )
        active = browser.run(
            "const t = document.getElementById('atom-tree'); return document.getElementById(t.getAttribute('aria-activedescendant'))?.innerText"
        )
        self.check("trak" in (active or ""), f"the active row is {active!r}")
        browser.keys(".hex", "ARROW_RIGHT", "ARROW_RIGHT")
        self.check("Byte" in browser.text(".hex-note"), "arrows in the bytes say nothing")
        # The first atom is ftyp, of 20 bytes.
        browser.open(self.pages.kind("camera/camera.mov"), "view=map")
        for at in (0, 20):
            browser.keys("#view-map canvas", "ARROW_RIGHT")
            address = browser.address()
            self.check(f"at={at}" in address.split("&"), f"an arrow on the map leads to {address}, not {at}")
        browser.view("samples")
        browser.keys("#view-samples .grid", "END")
        self.check(
            "sample=89" in browser.address(), f"End in the samples leads to {browser.address()}"
        )
        self.clean("keys")

    # ---- hostile --------------------------------------------------------------------------------

    def hostile(self):
        browser = self.browser
        page = self.pages.own("<img src=x>&hostile.mov", movies.hostile_movie)
        source = page.read_text()
        self.check(source.count("</script") == 2, "a name of the file ends a script")
        browser.open(page)
        self.every_view("hostile", set())
        title = browser.run("return document.title + document.querySelector('h1').textContent")
        self.check(title.count("<img src=x>&hostile.mov") == 2, f"the title is {title}")
        browser.open(page, "view=tree&atom=moov/udta/©nam")
        shown = browser.text("#view-tree")
        self.check("<script>window.hurt=1" in shown, "the script is not shown as text")
        self.check(
            "\\u202e" in shown and "\u202e" not in shown,
            "a mark of direction is not shown as its code",
        )
        for address in (
            "view=tree&atom=%E0%A4%A",
            "view=__proto__",
            "sample=99999999999999999",
            "track=-1&at=1e9",
            "view=constructor&movie=7",
            "<script>",
        ):
            browser.open(page, address)
            self.check(bool(browser.text(".sentence")), f"the address {address} breaks the page")
        self.clean("hostile")

    # ---- cards ----------------------------------------------------------------------------------

    def cards(self):
        browser = self.browser
        page = self.pages.card()
        browser.open(page)
        self.check(browser.text("h1") == "8 clips", f"the card has {browser.text('h1')}")
        sentence = browser.text(".sentence")
        for part in ("01:00:00:00 to 01:00:11:24", "A001", "B001"):
            self.check(part in sentence, f"the card says {sentence}")
        self.check(not browser.run(BLANK, "#page"), "the axis of the card is blank")
        # By their first timecode: 01:00:00:00 and 01:00:01:00.
        for wanted in ("A001C001.mov", "B001C001.mov"):
            browser.keys("canvas", "ARROW_DOWN")
            chosen = browser.text("section[aria-label='Chosen clip'] h2")
            self.check(wanted in chosen, f"an arrow chooses {chosen!r}, not {wanted}")
            self.check(browser.address().startswith("clip="), "the address does not hold the clip")
        name = browser.text("section[aria-label='Chosen clip'] h2")
        selected = browser.text(".grid-row[aria-selected='true']")
        self.check(name and name in selected, f"the table selects {selected}, the bars {name}")
        address = browser.address()
        browser.open(page, address)
        self.check(
            browser.text("section[aria-label='Chosen clip'] h2") == name,
            "the address does not lead back to the clip",
        )
        browser.open(page)
        browser.keys(".grid", "END")
        self.check("clip=7" in browser.address(), "a row of the table selects no clip")
        self.check("no timecode" in browser.text("#page"), "a flag is not shown")
        self.check("<img src=x" in browser.text("#page"), "a reel is not shown as text")
        browser.open(page, "clip=99")
        browser.open(page, "clip=%E0")
        browser.size(360, 740)
        browser.open(page)
        wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
        self.check(wide <= 0, f"the card is {wide} pixels wider than a phone")
        browser.size(1280, 900)
        for theme in ("light", "dark"):
            browser.theme(theme)
            browser.open(page, "clip=1")
            for finding in browser.axe(self.axe_script) if self.axe_script else []:
                self.failures.append(f"axe, card, {theme}: {finding}")
            self.count += 1
        browser.theme("light")
        self.clean("card")
        self.thumbnails()

    def thumbnails(self):
        """The pictures of a card are there, say what they show, and nothing else is allowed."""
        if not shutil.which("ffmpeg"):
            print("thumbnails: not run; install ffmpeg")
            return
        browser = self.browser
        page = self.pages.thumbnails()
        browser.size(1280, 2000)
        browser.open(page, "clip=0")
        browser.wait("return [...document.images].every(i => i.complete)")
        pictures = browser.run(
            "return [...document.images].map(i => [i.alt, i.naturalWidth, i.naturalHeight, i.src.slice(0, 23)])"
        )
        # Of 29.97 and 25 frames per second, the same label is at the same place.
        sentence = browser.text(".sentence")
        self.check("01:00:00:00 to 01:00:06:24" in sentence, f"the card says {sentence}")
        # Six clips have video; the chosen one stands beside its facts too.
        self.check(len(pictures) == 7, f"the card shows {len(pictures)} pictures")
        for alt, width, height, start in pictures:
            self.check(
                alt.startswith("First key frame of "), f"the text of a picture is {alt}"
            )
            self.check(max(width, height) == 160, f"{alt} has {width} x {height} pixels")
            self.check(start == "data:image/jpeg;base64,", f"{alt} is from {start}")
        alts = " ".join(alt for alt, *_ in pictures)
        self.check("<img src=x" in alts and "rotated.mov" in alts, f"the pictures are of {alts}")
        sizes = {alt: (width, height) for alt, width, height, _ in pictures}
        turned = next(size for alt, size in sizes.items() if "rotated" in alt)
        self.check(turned[0] < turned[1], f"the picture of the rotated clip has {turned}")
        self.check("no picture" in browser.text(".grid"), "the clip of sound has a picture")
        policy = browser.run(
            "return document.querySelector('meta[http-equiv]').content"
        )
        self.check("img-src data:;" in policy, f"the policy is {policy}")
        for theme in ("light", "dark"):
            browser.theme(theme)
            browser.open(page, "clip=1")
            for finding in browser.axe(self.axe_script) if self.axe_script else []:
                self.failures.append(f"axe, pictures, {theme}: {finding}")
            self.count += 1
        browser.theme("light")
        self.clean("thumbnails")
        browser.size(360, 740)
        browser.open(page)
        wide = browser.run("return document.documentElement.scrollWidth - innerWidth")
        self.check(wide <= 0, f"the card with pictures is {wide} pixels wider than a phone")
        browser.size(1280, 900)
        browser.open(self.pages.card())
        policy = browser.run("return document.querySelector('meta[http-equiv]').content")
        self.check("img-src" not in policy, f"the policy of a card without pictures is {policy}")

    # ---- axe ------------------------------------------------------------------------------------

    def axe(self):
        if not self.axe_script:
            print("axe: not run; pip install axe-playwright-python")
            return
        browser = self.browser
        pages = [
            (self.pages.kind("timecode-handmade/multi-edit.mov"), "view=summary&track=1&sample=3"),
            (self.pages.kind("fragments/sidx.mp4"), ""),
            (self.pages.own("picture.heic", movies.picture), ""),
            (self.pages.kind("timecode/25.mov", "timecode/25-reel.mov"), ""),
        ]
        seen = set()
        for page, address in pages:
            for theme in ("light", "dark"):
                browser.theme(theme)
                browser.open(page, address)
                for view in browser.views():
                    if (view, theme) in seen and view not in ("summary", "tree"):
                        continue
                    seen.add((view, theme))
                    browser.view(view)
                    if view == "tree":
                        browser.keys("#atom-tree", "HOME", "END")
                    self.count += 1
                    for finding in browser.axe(self.axe_script):
                        self.failures.append(f"axe, {view}, {theme}, {page.name}: {finding}")
        browser.theme("light")

    # ---- other ways to look at it ----------------------------------------------------------------

    def ways(self):
        """A phone, colours that the reader forces, no motion, and paper."""
        browser = self.browser
        browser.size(360, 740)
        for page in (
            self.pages.kind("timecode-handmade/multi-edit.mov"),
            self.pages.kind("fragments/sidx.mp4"),
            self.pages.own("picture.heic", movies.picture),
            self.pages.kind("timecode/25.mov", "timecode/25-reel.mov"),
        ):
            browser.open(page, "track=1&sample=3")
            self.every_view("phone", set())
        browser.size(1280, 900)
        browser.theme("dark", forced_colors="active", prefers_reduced_motion="reduce")
        browser.open(self.pages.kind("timecode-handmade/multi-edit.mov"), "track=1&sample=3")
        self.every_view("forced colours", set())
        browser.theme("light")
        browser.open(self.pages.kind("camera/camera.mov"))
        paper = browser.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
        self.check(len(paper) > 20_000, "the page prints nothing")
        self.paper()
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        browser.driver.get(self.pages.kind("headers/truncated-mdat.mov").as_uri())
        plain = browser.one("body").text
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
        self.check("extends past the end" in plain, "without scripts the findings are not there")

    def paper(self):
        """Printed with any view: the sentence, all findings, the tracks."""
        browser = self.browser
        for name, view, least in (
            ("hostile/many-tracks.mov", "summary", 100),
            ("hostile/many-tracks.mov", "tree", 100),
            ("camera/camera.mov", "samples", 1),
        ):
            browser.open(self.pages.kind(name), f"view={view}")
            findings = browser.run(
                "return JSON.parse(document.getElementById('movtool-data').textContent)"
                ".movies[0].check.findings.map(f => f.rule)"
            )
            self.check(len(findings) >= least, "the movie for paper has few findings")
            dark = [{"name": "prefers-color-scheme", "value": "dark"}]
            browser.driver.execute_cdp_cmd(
                "Emulation.setEmulatedMedia", {"media": "print", "features": dark}
            )
            browser.settle()
            shown = browser.text("body")
            tracks = ["Ends at", "Track 1 video"] if "camera" in name else []
            for part in (browser.text(".sentence"), *findings, *tracks):
                self.check(part in shown, f"{part} is not printed with {view}")
            cards = browser.run("return document.querySelectorAll('.on-paper .finding').length")
            self.check(cards == len(findings), f"{cards} of {len(findings)} findings are printed")
            times = browser.run(
                "return [...document.querySelectorAll('h2')].filter(e => e.checkVisibility()"
                " && e.innerText.startsWith('Findings')).length"
            )
            self.check(times == 1, f"the findings are printed {times} times with {view}")
            ground = browser.run("return getComputedStyle(document.body).color")
            self.check(ground == "rgb(27, 29, 32)", f"text is printed in {ground}")
            browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
            browser.theme("light")
        self.clean("paper")

    # ---- large ----------------------------------------------------------------------------------

    def large(self):
        for name, make, last in (
            ("million.mov", movies.million_samples, 999_999),
            ("fragments.mp4", movies.many_fragments, 43_701 * 12 - 1),
        ):
            page = self.pages.own(name, make)
            size = page.stat().st_size
            self.check(size < 3_000_000, f"the page of {name} has {size} bytes")
            self.measure(name, page, last)
        self.true_sizes()
        dense = Browser(density=2)
        try:
            self.reaches_end(
                "million.mov, two pixels a point",
                dense,
                self.pages.own("million.mov", movies.million_samples),
                999_999,
            )
        finally:
            dense.close()

    def true_sizes(self):
        """Samples of all parts of the packed column have the size and the byte that the movie gives them."""
        browser = self.browser
        sizes = movies.million_sizes()
        browser.open(self.pages.own("million.mov", movies.million_samples), "view=samples")
        at, offsets = 44, []
        for size in sizes:
            offsets.append(at)
            at += size
        for sample in (0, 255, 256, 50_000, 499_999, 700_050, 999_999):
            browser.run("location.hash = 'view=samples&track=1&sample=' + arguments[0]", sample)
            browser.settle()
            detail = browser.text(".sample-detail").replace(",", "")
            true = f"{sizes[sample]} at byte {offsets[sample]}"
            self.check(
                true in detail, f"million.mov: sample {sample} is not shown with {true}: {detail!r}"
            )

    def measure(self, name, page, last):
        browser = self.browser
        opened = min(browser.open(page) for _ in range(2))
        self.check(opened < 1000, f"{name} opens in {opened} ms")
        times = {}
        for view in browser.views():
            start = time.time()
            browser.view(view)
            times[view] = round((time.time() - start) * 1000)
        slow = {view: taken for view, taken in times.items() if taken > SLOWEST_VIEW}
        self.check(not slow, f"{name}: views that take more than {SLOWEST_VIEW} ms: {slow}")
        self.clean(name)
        browser.open(page, "view=samples")
        self.reaches_end(name, browser, page, last)
        browser.open(page, "view=samples")
        tasks = self.long_tasks(browser, "#view-samples .grid", SCROLL)
        browser.open(page, "view=timeline")
        zooms = self.long_tasks(browser, "canvas.timeline", ZOOM)
        longest = max([0, *tasks, *zooms])
        self.check(longest <= LONGEST_TASK, f"{name}: a task takes {longest} ms")
        nodes = browser.run("return document.querySelectorAll('*').length")
        print(
            f"  {name}: page {page.stat().st_size / 1e6:.2f} MB, opens in {opened} ms, views in ms {times}, "
            f"long tasks while scrolling {tasks}, while zooming {zooms}, {nodes} elements"
        )
        self.check(nodes < 3000, f"{name} has {nodes} elements")

    def long_tasks(self, browser, selector, script):
        browser.settle()
        browser.run("watched.tasks.length = 0")
        browser.driver.execute_async_script(script, selector)
        browser.settle()
        return browser.run("return watched.tasks")

    def reaches_end(self, name, browser, page, last):
        browser.open(page, "view=samples")
        browser.run(
            "const g = document.querySelector('#view-samples .grid'); g.scrollTop = g.scrollHeight"
        )
        browser.settle()
        rows = browser.run(
            "return [...document.querySelectorAll('#view-samples .grid-row')].map(r => r.innerText.split('\\n')[0].replaceAll(',', ''))"
        )
        self.check(
            rows and rows[-1] == str(last), f"{name}: the last row is {rows[-1:]}, not {last}"
        )
        inside = browser.run(
            "const g = document.querySelector('#view-samples .grid').getBoundingClientRect(), r = [...document.querySelectorAll('#view-samples .grid-row')].pop().getBoundingClientRect(); return r.bottom <= g.bottom + 2"
        )
        self.check(inside, f"{name}: the last row is not in sight")

    # ---- pictures -------------------------------------------------------------------------------

    def pictures(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        browser = self.browser
        million = self.pages.own("million.mov", movies.million_samples)
        wanted = [
            ("summary", "light", 1100, 800, self.pages.kind("headers/truncated-mdat.mov"), ""),
            (
                "timeline",
                "light",
                1100,
                760,
                self.pages.kind("timecode-handmade/multi-edit.mov"),
                "view=timeline&track=1&sample=10",
            ),
            (
                "order",
                "light",
                1100,
                640,
                self.pages.kind("camera/camera.mov"),
                "view=timeline&track=1&sample=12",
            ),
            ("map", "light", 1100, 760, self.pages.kind("camera/camera.mov"), "view=map&at=40000"),
            (
                "map-log",
                "light",
                1100,
                560,
                self.pages.kind("fragments/sidx.mp4"),
                "view=map&at=2000",
            ),
            (
                "tree",
                "dark",
                1100,
                720,
                self.pages.kind("camera/camera.mov"),
                "view=tree&atom=moov/trak[0]/tkhd&at=47170",
            ),
            (
                "samples",
                "light",
                1100,
                800,
                self.pages.kind("camera/camera.mov"),
                "view=samples&track=1&sample=12",
            ),
            ("million", "dark", 1100, 640, million, "view=samples&track=1&sample=999999"),
            ("geometry", "light", 1100, 760, self.pages.kind("tables/clap.mov"), "view=geometry"),
            (
                "fragments",
                "dark",
                1100,
                700,
                self.pages.kind("fragments/sidx.mp4"),
                "view=fragments",
            ),
            (
                "items",
                "light",
                1100,
                800,
                self.pages.own("picture.heic", movies.picture),
                "view=items",
            ),
            ("relink", "light", 1100, 560, self.pages.kind("tables/dref-kinds.mov"), "view=relink"),
            (
                "compare",
                "light",
                1100,
                860,
                self.pages.kind("timecode/25.mov", "timecode/25-reel.mov"),
                "",
            ),
            ("card", "light", 1100, 800, self.pages.card(movies.CLIPS[:-1], "reels"), "clip=2"),
            ("thumbnails", "light", 1100, 900, self.pages.thumbnails(), "clip=1"),
            (
                "phone",
                "dark",
                390,
                800,
                self.pages.kind("timecode/2997-df-minute.mov"),
                "view=timeline&track=1&sample=2",
            ),
        ]
        for name, theme, width, height, page, address in wanted:
            browser.size(width, height)
            browser.theme(theme)
            browser.open(page, address)
            if name == "map-log":
                browser.run(
                    "const s = document.querySelector('#view-map select'); s.value = 'log'; s.dispatchEvent(new Event('change'))"
                )
            if name == "order":
                browser.run(
                    "[...document.querySelectorAll('.toolbar button')].find(b => b.textContent === 'One frame').click()"
                )
            browser.settle()
            browser.picture(self.folder / f"{name}.png")
        browser.size(1280, 900)
        browser.theme("light")


def clock(time):
    ticks = (2 * abs(time["value"]) * 10000 + time["timescale"]) // (2 * time["timescale"])
    seconds = ticks // 10000
    sign = "\u2212" if time["value"] < 0 and ticks else ""
    return (
        f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{ticks % 10000:04}"
    )


# Says whether a canvas of the view has no pixel that differs from its first.
BLANK = """
const view = document.querySelector(arguments[0]);
return [...view.querySelectorAll('canvas')].some(c => {
  if (!c.offsetParent) return false;
  if (!c.width || !c.height) return true;
  const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
  for (let i = 4; i < d.length; i += 4) if (d[i + 3] !== d[3] || d[i] !== d[0]) return false;
  return true;
});
"""

SCROLL = """
const [selector, done] = arguments;
const grid = document.querySelector(selector);
let i = 0;
const step = () => {
  grid.scrollTop += (grid.scrollHeight - grid.clientHeight) / 60;
  i += 1;
  if (i < 60) requestAnimationFrame(step); else done();
};
step();
"""

ZOOM = """
const [selector, done] = arguments;
const canvas = document.querySelector(selector);
const box = canvas.getBoundingClientRect();
let i = 0;
const step = () => {
  canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: i < 30 ? -60 : 60, ctrlKey: true, clientX: box.left + box.width * 0.4, clientY: box.top + 60, bubbles: true, cancelable: true}));
  i += 1;
  if (i < 60) requestAnimationFrame(step); else done();
};
step();
"""
