"""What the sweeps share: which files there are, and what ffprobe says of them."""

import json
import os
import subprocess
from functools import lru_cache

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NO_MEDIA = {".json", ".md", ".py", ".sh", ".swift", ".tsv", ".txt"}


def tool():
    return os.path.join(ROOT, ".build", "release", "movtool")


def folders_or_default(folders):
    return folders or [
        os.path.join(ROOT, "TestMedia"), *filter(None, [os.environ.get("MOVTOOL_MEDIA")])]


def files(folders):
    for folder in folders:
        for place, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if os.path.splitext(name)[1].lower() not in NO_MEDIA:
                    yield os.path.join(place, name)


def ffprobe(path, *options):
    """ffprobe's answer; nothing where it takes the file for no movie of the family."""
    try:
        result = subprocess.run(
            ["ffprobe", "-v", "quiet", *options, "-show_streams", "-show_format", "-of", "json",
             path], stdout=subprocess.PIPE, timeout=30)
        answer = json.loads(result.stdout or b"{}")
    except (subprocess.TimeoutExpired, ValueError):
        return {}
    return answer if "mov" in answer.get("format", {}).get("format_name", "") else {}


def packets(path, *options):
    """ffprobe's streams by track ID, each with its packets; of tracks with one ID the first."""
    answer = ffprobe(path, *options, "-show_packets")
    streams = {stream["index"]: (int(stream["id"], 16), stream, [])
               for stream in answer.get("streams", []) if "id" in stream}
    for packet in answer.get("packets", []):
        if packet.get("stream_index") in streams:
            streams[packet["stream_index"]][2].append(packet)
    found = {}
    for identifier, stream, some in streams.values():
        found.setdefault(identifier, (stream, some))
    return found


@lru_cache(1)
def ffprobe_errors(path):
    """What ffprobe says on its way through all packets."""
    return subprocess.run(
        ["ffprobe", "-v", "error", "-ignore_editlist", "1", "-show_packets", "-of", "csv", path],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=30).stderr.decode(errors="replace")


def streams(path):
    return [stream for stream in ffprobe(path).get("streams", []) if "id" in stream]
