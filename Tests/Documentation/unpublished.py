#!/usr/bin/env python3
"""Lists the declarations of MovKit that public text names and that are not public, and fails if there are any.

Public text is the doc comments of public symbols, README.md, the unreleased part of CHANGELOG.md, the articles in
Docs/MovKit.docc and Docs/FromAVFoundation.md. What it says in backticks is taken as a name: a program that reads
it would look for it in vain.

Reads two symbol graphs that swift-symbolgraph-extract makes, with `-minimum-access-level public` and `private`:

    Tests/Documentation/unpublished.py PUBLIC/MovKit.symbols.json ALL/MovKit.symbols.json
"""

import json
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# A type, or a type and its members, as in `Movie.frames()`; or ``Movie/frames()``, as articles link it.
NAME = re.compile(r"^[A-Z]\w*(?:[./][A-Za-z]\w*)*")


def read(path):
    """Returns a symbol graph, and the members of each type by their names without parameters. Those of "" are the
    declarations that are in no type."""
    with open(path, encoding="utf-8") as file:
        graph = json.load(file)
    members = {}
    for symbol in graph["symbols"]:
        parts = [""] + [part.split("(")[0] for part in symbol["pathComponents"]]
        for outer, inner in zip(parts, parts[1:]):
            members.setdefault(outer, set()).add(inner)
    return graph, members


def paragraphs(path):
    """Yields the first lines and the texts of the paragraphs and items of a file."""
    text, first = "", 0
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith(("- ", "#", "|")):
                yield first, text
                text, first = "", number
            text += line
    yield first, text


def public_texts(graph):
    """Yields the places and the texts that the public reads."""
    for symbol in graph["symbols"]:
        uri = symbol.get("location", {}).get("uri", "")
        if "/Sources/MovKit/" not in uri:
            continue
        place = "Sources/" + uri.split("/Sources/", 1)[1]
        for line in symbol.get("docComment", {}).get("lines", []):
            if "range" in line:
                yield f"{place}:{line['range']['start']['line'] + 1}", line["text"]
    articles = os.path.join("Docs", "MovKit.docc")
    names = sorted(os.listdir(os.path.join(ROOT, articles)))
    for path in ["README.md", os.path.join("Docs", "FromAVFoundation.md")] + [
            os.path.join(articles, name) for name in names]:
        for line, text in paragraphs(path):
            yield f"{path}:{line}", text
    is_new = False
    for line, text in paragraphs("CHANGELOG.md"):
        if text.startswith("## "):
            is_new = "Unreleased" in text
        # What is said to be hidden now is.
        if is_new and "no longer public" not in " ".join(text.split()):
            yield f"CHANGELOG.md:{line}", text


def unpublished(public, everything, text):
    """Yields the names in a text that are declared and not public."""
    for quoted in re.findall(r"`+([^`]+)`+", text):
        match = NAME.match(quoted.strip())
        if not match:
            continue
        parts = [""] + re.split(r"[./]", match.group())
        for outer, inner in zip(parts, parts[1:]):
            if inner in public.get(outer, ()):
                continue
            if inner in everything.get(outer, ()):
                yield match.group()
            break


def main():
    graph, public = read(sys.argv[1])
    whole, everything = read(sys.argv[2])
    if len(whole["symbols"]) < 1.5 * len(graph["symbols"]):
        sys.exit(f"{sys.argv[2]} has hardly more symbols than {sys.argv[1]}: it lacks those that are not public")
    found = sorted({
        (place, name) for place, text in public_texts(graph)
        for name in unpublished(public, everything, text)})
    for place, name in found:
        print(f"{place}: {name} is not public")
    print(f"{len(found)} names in public text are not public")
    sys.exit(1 if found else 0)


main()
