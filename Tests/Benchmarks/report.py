"""Docs/Performance.md and its plot, from what jobs.py measured."""

import datetime
import os
import platform
import re
import subprocess

from measure import ms, size

VERSIONS = {
    "ffmpeg": ["ffmpeg", "-version"], "mediainfo": ["mediainfo", "--Version"],
    "exiftool": ["exiftool", "-ver"], "gpac": ["gpac", "-version"],
    "MP4Box": ["MP4Box", "-version"], "mp4dump": ["mp4dump"],
    "boxdumper": ["boxdumper", "--version"], "hyperfine": ["hyperfine", "--version"],
}


def ratio(value):
    return f"{value:.3f}" if value < 0.0995 else f"{value:.2f}" if value < 9.95 else f"{value:.0f}"


def against(result):
    """A line for each rival: its time, our share of it, and what is wanted."""
    for rival, seconds, peak in sorted(result.rivals, key=lambda row: row[1]):
        wanted = "" if rival.wanted is None else (
            f", wanted at most {rival.wanted:g}: "
            + ("holds" if result.seconds <= rival.wanted * seconds else "DOES NOT HOLD"))
        yield (f"{ratio(result.seconds / seconds)} of {rival.name} ({ms(seconds)}, {size(peak)})"
               + wanted)
    for rival, why in result.missing:
        wanted = "" if rival.wanted is None else f", wanted at most {rival.wanted:g}"
        yield f"{rival.name}: {why}{wanted}"
    if result.job.memory:
        holds = "holds" if result.peak <= result.job.memory else "DOES NOT HOLD"
        yield f"memory {size(result.peak)}, wanted at most {size(result.job.memory)}: {holds}"


def best(result):
    """The fastest other program; nil where none is there."""
    rivals = [row for row in result.rivals if not row[0].is_yardstick]
    return min(rivals, key=lambda row: row[1], default=None)


def verdicts(result):
    """What is wanted of each rival, and whether it holds; None where the rival was not measured."""
    times = {id(rival): seconds for rival, seconds, _ in result.rivals}
    for rival in result.job.rivals:
        if rival.wanted is not None:
            seconds = times.get(id(rival))
            yield rival, None if seconds is None else result.seconds <= rival.wanted * seconds


def wanted(result):
    marks = {True: "✓", False: "✗"}
    reasons = {id(rival): why for rival, why in result.missing}

    def mark(rival, holds):
        return marks.get(holds) or ("?" if reasons.get(id(rival)) == "not there" else "–")
    cells = [f"≤ {rival.wanted:g} × {rival.name} {mark(rival, holds)}"
             for rival, holds in verdicts(result)]
    if result.job.memory:
        cells.append(f"≤ {size(result.job.memory)} {marks[result.peak <= result.job.memory]}")
    return "<br>".join(cells) or "–"


def table(results):
    rows = ["| job | movtool | best other program | ratio | wanted | memory | its memory | read | written |",
            "|---|---:|---|---:|---|---:|---:|---:|---:|"]
    for result in results:
        rival = best(result)
        rows.append("| " + " | ".join([
            result.job.title, ms(result.seconds),
            f"{rival[0].name}, {ms(rival[1])}" if rival else "–",
            ratio(result.seconds / rival[1]) if rival else "–", wanted(result),
            size(result.peak), size(rival[2]) if rival else "–",
            size(result.io["rchar"]), size(result.io["wchar"])]) + " |")
    return "\n".join(rows)


def all_rivals(results):
    rows = ["| job | program | time | movtool's share | memory |", "|---|---|---:|---:|---:|"]
    for result in results:
        for rival, seconds, peak in sorted(result.rivals, key=lambda row: row[1]):
            rows.append(f"| {result.job.title} | {rival.name} | {ms(seconds)} | "
                        f"{ratio(result.seconds / seconds)} | {size(peak)} |")
    return "\n".join(rows)


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    except OSError:
        return None
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    # gpac begins with a message in colour.
    numbered = [line for line in lines if re.search(r"\d", line) and "\x1b" not in line]
    return re.sub(r" Copyright.*", "", numbered[0])[:80] if numbered else None


def machine():
    processor = "unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            processor = re.search(r"model name\s*: (.*)", file.read()).group(1)
    except (OSError, AttributeError):
        pass
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return (f"{os.cpu_count()} processors ({processor}), {memory / (1 << 30):.1f} GB, "
            f"{platform.system()} {platform.release()}")


def missing(results):
    names = {rival.command[0] for result in results for rival, why in result.missing
             if why == "not there"}
    return ", ".join(f"`{name}`" for name in sorted(names))


def write_report(folder, tool, results):
    versions = [f"`{first_line([tool, '--version']) or 'movtool'}`"]
    found = {name: first_line(command) for name, command in VERSIONS.items()}
    versions += [f"{name}: `{line}`" for name, line in found.items() if line]
    absent = missing(results)
    broken = [result for result in results
              if False in [holds for _, holds in verdicts(result)]
              or result.job.memory and result.peak > result.job.memory]
    text = f"""# Performance

`Tests/Benchmarks/run.sh` makes the files, measures every job below on your machine, and writes this
page. It makes its own files, so the figures can be checked by anyone. `--only JOB` measures one
job, and `--list` names them.

![Time of movtool as a share of the fastest other program, by job](Performance.svg)

{table(results)}

- Time is the median of several runs of the whole process by hyperfine, with warm caches, and all
  output to the null device or to a file for every program alike. *Ratio* is movtool's time divided
  by that of the fastest other program that does the job, so less is better.
- *Wanted* is the ratio that the project holds itself to: ✓ holds, ✗ does not hold, ? the program is
  not on this machine, – it ends with an error. A ratio to `floor`, `cp` or movtool itself measures
  the machine or another way to use movtool. `floor` is a program that does nothing but write the bytes that a change in
  place must write, and flushes them three times ([floor.c](../Tests/Benchmarks/floor.c)).
- Memory is the largest resident set (`ru_maxrss`). *Read* and *written* are the bytes that movtool asked the
  system for or gave it (`rchar` and `wchar` in `/proc/PID/io`). In these columns an MB is 1,048,576 bytes; the
  names of the jobs have decimal units, so that a copy of 2.45 GB has 2333.9 MB written.
- Other programs print or check other things than movtool: what is compared is the same job, not the
  same output. `mp4dump` without `--verbosity 3` and `MP4Box -disox` show no tables, as `inspect`
  cuts them.

## Every program

{all_rivals(results)}

## Where and when

Measured on {datetime.date.today().isoformat()}, on {machine()}, with a
load of {os.getloadavg()[0]:.1f} (1 minute) at the end. With a load above 1, other work took part
of the time: ratios are of commands that ran one after another, and times are too long.

{chr(10).join(f'- {version}' for version in versions)}

{f'Not on this machine, and so not measured: {absent}.' if absent else
 'All programs that the jobs name were there.'}
"""
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "Performance.md"), "w") as file:
        file.write(text)
    with open(os.path.join(folder, "Performance.svg"), "w") as file:
        file.write(plot(results))
    for result in broken:
        print(f"does not hold: {result.job.name}")


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def plot(results):
    """A bar for each job, on a logarithmic scale: how long movtool takes if the fastest other
    program takes 1."""
    from math import log10
    rows = [(result, best(result)) for result in results if best(result)]
    left, right, top, step = 310, 640, 64, 26
    low, high = -4, 1

    def x(value):
        return left + (min(max(log10(value), low), high) - low) / (high - low) * (right - left)
    height = top + step * len(rows) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" role="img" '
        'font-family="system-ui, sans-serif" font-size="12">',
        "<title>Time of movtool as a share of the fastest other program</title>",
        "<style>text{fill:#1f2328}.axis{stroke:#d0d7de}.one{stroke:#57606a;stroke-width:1.5}"
        ".good{fill:#1a7f64}.bad{fill:#bc4c00}.quiet{fill:#57606a}.mark{fill:none;stroke:#1f2328}"
        "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.axis{stroke:#30363d}"
        ".one{stroke:#8b949e}.good{fill:#3fb68b}.bad{fill:#f0883e}.quiet{fill:#9198a1}"
        ".mark{stroke:#e6edf3}}</style>",
        '<text x="8" y="20" font-size="15" font-weight="600">Time of movtool, if the fastest '
        "other program takes 1</text>",
        '<text x="8" y="38" class="quiet">shorter is faster; ◇ is the ratio that is wanted of '
        "that program</text>"]
    for power in range(low, high + 1):
        place = x(10 ** power)
        kind = "one" if power == 0 else "axis"
        parts.append(f'<line class="{kind}" x1="{place:.1f}" y1="{top - 8}" x2="{place:.1f}" '
                     f'y2="{height - 26}"/>')
        label = f"{10 ** power:g}"
        parts.append(f'<text class="quiet" text-anchor="middle" x="{place:.1f}" y="{height - 10}">'
                     f"{label}</text>")
    for number, (result, rival) in enumerate(rows):
        share = result.seconds / rival[1]
        y = top + step * number
        start, end = sorted([x(10 ** low), x(share)])
        kind = "good" if share <= 1 else "bad"
        parts.append(f'<text text-anchor="end" x="{left - 10}" y="{y + 12}">'
                     f"{escaped(result.job.title)}</text>")
        parts.append(f'<rect class="{kind}" x="{start:.1f}" y="{y + 1}" rx="2" '
                     f'width="{max(2, end - start):.1f}" height="14"/>')
        if rival[0].wanted is not None:
            place, middle = x(rival[0].wanted), y + 8
            parts.append(f'<path class="mark" d="M{place - 5:.1f} {middle}l5-5 5 5-5 5z"/>')
        parts.append(f'<text x="{right + 12}" y="{y + 12}">{ratio(share)}'
                     f'<tspan class="quiet"> of {escaped(rival[0].name.split()[0])}</tspan></text>')
    return "\n".join(parts) + "\n</svg>\n"
