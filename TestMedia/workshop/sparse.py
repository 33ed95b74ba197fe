"""Movies larger than 4 GiB that take a few kilobytes of disk, made on demand."""

from .atoms import full, u32, u64
from .movies import QUICKTIME, moov_of

GIB = 1 << 30


def write_sparse(path, clip, narrow=False):
    """moov first, then one mdat: 50 samples at its start, 50 at its end, a hole between them.

    The second half lies at 5 GiB, with 64-bit chunk offsets; where `narrow`, 64 bytes below 4 GiB
    with 32-bit ones, which overflow when moov grows.
    """
    stsz = clip.video()["mdia/minf/stbl/stsz"].payload
    half = sum(int.from_bytes(stsz[12 + 4 * n:16 + 4 * n], "big") for n in range(50))
    second = 4 * GIB - 64 if narrow else 5 * GIB

    def tables(first):
        def put(moov):
            stbl = moov["trak/mdia/minf/stbl"]
            stbl.put(full("stsc", 0, 0, u32(1, 1, 50, 1)))
            stbl.remove("stco")
            stbl.add(full("stco", 0, 0, u32(2, first, second)) if narrow
                     else full("co64", 0, 0, u32(2), u64(first, second)))

        return bytes(moov_of(clip, 0, put))

    start = len(QUICKTIME) + len(tables(0)) + 16
    end = second + len(clip.media) - half
    with open(path, "wb") as file:
        file.write(QUICKTIME + tables(start) + u32(1) + b"mdat" + u64(end - start + 16))
        file.write(clip.media[:half])
        file.seek(second)
        file.write(clip.media[half:])
