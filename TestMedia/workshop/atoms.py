"""Bytes of a movie file: numbers, atoms, and a small tree that can be taken apart and rebuilt."""

import struct


def u8(*values):
    return struct.pack(f">{len(values)}B", *values)


def u16(*values):
    return struct.pack(f">{len(values)}H", *values)


def u32(*values):
    return struct.pack(f">{len(values)}I", *values)


def u64(*values):
    return struct.pack(f">{len(values)}Q", *values)


def i16(*values):
    return struct.pack(f">{len(values)}h", *values)


def i32(*values):
    return struct.pack(f">{len(values)}i", *values)


def fixed(value):
    """16.16, signed."""
    return i32(round(value * 0x10000))


def code(kind):
    """A type of four bytes; text is MacRoman, so that '©nam' is what QuickTime writes."""
    return kind if isinstance(kind, bytes) else kind.encode("mac_roman")


def pascal(text, encoding="mac_roman"):
    data = text if isinstance(text, bytes) else text.encode(encoding)
    return u8(len(data)) + data


def atom(kind, *payload):
    body = b"".join(payload)
    return u32(8 + len(body)) + code(kind) + body


def full(kind, version, flags, *payload):
    return atom(kind, u32(version << 24 | flags), *payload)


def claiming(size, kind, *payload):
    """An atom whose size field says `size`, whatever it holds."""
    return u32(size) + code(kind) + b"".join(payload)


def wide_atom(kind, *payload):
    """The header form with a 64-bit size."""
    body = b"".join(payload)
    return u32(1) + code(kind) + u64(16 + len(body)) + body


def table(kind, rows, version=0, flags=0):
    """A full atom that holds a count and rows."""
    return full(kind, version, flags, u32(len(rows)), *rows)


CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts", b"dinf", b"udta", b"gmhd",
              b"tref", b"mvex", b"moof", b"traf", b"mfra"}


class Node:
    """An atom of a well-formed file: bytes, or children where the type is a known container."""

    def __init__(self, kind, payload):
        self.kind = code(kind)
        self.children = parse(payload) if self.kind in CONTAINERS else None
        self.payload = payload if self.children is None else b""
        self.tail = b""  # what stands behind the children and is no atom

    def __bytes__(self):
        body = self.payload if self.children is None else b"".join(map(bytes, self.children))
        return atom(self.kind, body, self.tail)

    def __getitem__(self, path):
        """The first atom at a path such as 'mdia/minf/stbl'."""
        node = self
        for kind in path.split("/"):
            node = next(child for child in node.children if child.kind == code(kind))
        return node

    def add(self, *new):
        """Adds children, which are written as given, however odd their bytes."""
        self.children += [Raw(data) for data in new]

    def put(self, new, after=None):
        """Adds a child (bytes), or replaces the one of the same type where `after` is None."""
        added = Raw(new)
        kinds = [child.kind for child in self.children]
        if after is not None:
            self.children.insert(kinds.index(code(after)) + 1, added)
        elif added.kind in kinds:
            self.children[kinds.index(added.kind)] = added
        else:
            self.children.append(added)

    def remove(self, kind):
        self.children = [child for child in self.children if child.kind != code(kind)]


class Raw:
    """Bytes in the place of an atom, written as they are."""

    def __init__(self, data):
        self.kind = data[4:8]
        self.data = data

    def __bytes__(self):
        return self.data


def parse(data):
    nodes, at = [], 0
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        nodes.append(Node(kind, data[at + 8:at + size]))
        at += size
    return nodes
