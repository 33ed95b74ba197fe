"""Sets the creation and modification times of a finished movie to one fixed time.

GStreamer writes the time of day, so that no two runs would give the same bytes.
"""

from .atoms import CONTAINERS, u32

HEADERS = {b"mvhd", b"tkhd", b"mdhd"}
FIXED_TIME = 0xE57CE625  # 2026-01-02T03:04:05Z in seconds since 1904


def set_times(path):
    with open(path, "rb") as file:
        data = bytearray(file.read())
    set_times_in(data, 0, len(data))
    with open(path, "wb") as file:
        file.write(data)


def set_times_in(data, at, end):
    while at + 8 <= end:
        size = int.from_bytes(data[at:at + 4], "big")
        kind = bytes(data[at + 4:at + 8])
        if size < 8:
            return
        if kind in CONTAINERS:
            set_times_in(data, at + 8, at + size)
        elif kind in HEADERS and data[at + 8] == 0:
            data[at + 12:at + 20] = u32(FIXED_TIME, FIXED_TIME)
        at += size
