#!/usr/bin/env python3
"""Lists the public symbols of MovKit that have no doc comment, and fails if there are any.

Reads the symbol graph that swift-symbolgraph-extract makes:

    swift build
    swift-symbolgraph-extract -module-name MovKit -I .build/debug/Modules -I Sources/LinuxCalls \\
        -minimum-access-level public -target x86_64-unknown-linux-gnu -output-dir FOLDER
    Tests/Documentation/undocumented.py FOLDER/MovKit.symbols.json

Exempt is what could say no more than its name: an initializer without parameters, the version and flags
of a full atom, and what a protocol documents once.
"""

import json
import sys

# Names that implement a requirement of a protocol, or of the standard library.
DOCUMENTED_ELSEWHERE = {
    "init()", "version", "flags", "description", "debugDescription", "rawValue", "init(rawValue:)",
    "hash(into:)", "hashValue", "fieldValue", "fields(_:)", "fields(_:layout:)", "makeIterator()",
    "makeAsyncIterator()", "next()", "next(isolation:)", "startIndex", "endIndex", "subscript(_:)",
    "underestimatedCount", "init(bytes:)", "bytes", "size", "read(at:count:)",
    "read(at:count:appendingTo:)", "init(from:)", "encode(to:)", "filePath", "fractionBits",
    "init(stringLiteral:)", "init(integerLiteral:)", "init(floatLiteral:)",
    "init(dictionaryLiteral:)", "holdingFileOffsets", "countedChildren", "summary", "isVaried",
    "row(at:of:layout:)",
}
# Types whose members say all by their names.
SELF_EXPLAINING = {("TextDescription", "Color"), ("TimedTextDescription", "Color")}


# There are many more: a graph with fewer symbols of MovKit is not the one that is asked for.
FEWEST_SYMBOLS = 1000


def undocumented(path):
    """Yields the names and places of the symbols that have no comment."""
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    inherited = {
        relation["source"] for relation in graph["relationships"]
        if relation["kind"] in ("defaultImplementationOf", "overrides")}
    own = [
        symbol for symbol in graph["symbols"]
        if "/Sources/MovKit/" in symbol.get("location", {}).get("uri", "")]
    if len(own) < FEWEST_SYMBOLS:
        sys.exit(f"{path}: only {len(own)} symbols are declared in Sources/MovKit")
    for symbol in own:
        place = symbol["location"]
        name = symbol["pathComponents"]
        identifier = symbol["identifier"]["precise"]
        if symbol.get("docComment"):
            continue
        if identifier in inherited or "::SYNTHESIZED::" in identifier:
            continue
        if name[-1] in DOCUMENTED_ELSEWHERE or tuple(name[:-1]) in SELF_EXPLAINING:
            continue
        if symbol["kind"]["identifier"] == "swift.func.op":
            continue
        source = place["uri"].split("/Sources/", 1)[1]
        yield ".".join(name), f"Sources/{source}:{place['position']['line'] + 1}"


def main():
    found = list(undocumented(sys.argv[1]))
    for name, place in found:
        print(f"{place}: {name} has no doc comment")
    print(f"{len(found)} public symbols have no doc comment")
    sys.exit(1 if found else 0)


main()
