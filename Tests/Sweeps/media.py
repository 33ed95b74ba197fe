"""What the sweeps share: which files there are, and what ffprobe says of them."""

import json
import os
import subprocess

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


def streams(path):
    return [stream for stream in ffprobe(path).get("streams", []) if "id" in stream]
