#!/usr/bin/env bash
# Measures movtool against other programs on this machine, and writes Docs/Performance.md and its plot.
#
#     swift build -c release --static-swift-stdlib -Xswiftc -static-executable
#     Tests/Benchmarks/run.sh                    everything: half an hour, and 8 GB in the folder
#     Tests/Benchmarks/run.sh --only many-rows   the jobs whose name begins so
#
#     --tool PATH       the tool to measure (default: .build/release/movtool)
#     --fixtures DIR    where the files go, for the disk to be measured; those that are there already are
#                       used again, and so are the figures of other jobs that were measured there
#                       (default: a temporary folder, removed at the end)
#     --runs N          runs of most commands after one to warm up (default: 10)
#     --report DIR      where Performance.md and Performance.svg go (default: Docs; with --only: nowhere)
#     --list            name the jobs, and run none
#
# Needs hyperfine, ffmpeg and GNU time. Other programs are measured where they are on the PATH, and
# named where they are not: MP4Box, gpac (Tests/Benchmarks/gpac makes both), mp4dump, mp42avc, boxdumper, mediainfo,
# exiftool, ffprobe.
# Nothing here passes or fails: a figure is printed with the ratio that is wanted.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
missing=()
for program in python3 hyperfine ffmpeg /usr/bin/time; do
    command -v "$program" > /dev/null || missing+=("$program")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "run.sh: needed and not there: ${missing[*]} (Debian: apt-get install hyperfine ffmpeg time)" >&2
    exit 2
fi
exec python3 -B "$here/jobs.py" "$@"
