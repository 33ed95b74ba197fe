#!/usr/bin/env python3
"""Holds JSON documents against a schema, with a validator that is not ours.

    validate.py SCHEMA < documents

Documents follow one another on standard input. For each that is not valid a line says where and why.
Then the schema itself is tried: an object that has an unknown key, or lacks a required one, where the
schema lists the keys, must not pass. The status is 0 where all is as it should be.
"""

import copy
import json
import sys

import jsonschema


def documents(text):
    decoder, position = json.JSONDecoder(), 0
    while position < len(text):
        document, position = decoder.raw_decode(text, position)
        yield document
        while position < len(text) and text[position].isspace():
            position += 1


def problems(validator, document):
    for error in validator.iter_errors(document):
        yield "/".join(map(str, error.absolute_path)) + ": " + error.message[:300]


def closed(schema, node, document):
    """The places in a document whose keys the schema lists: paths, and the keys that they need."""
    if "$ref" in node:
        yield from closed(schema, schema["$defs"][node["$ref"].split("/")[-1]], document)
    for other in node.get("anyOf", []):
        if isinstance(document, (dict, list)):
            yield from closed(schema, other, document)
    if isinstance(document, dict) and isinstance(node.get("properties"), dict):
        if node.get("additionalProperties") is False:
            yield (), node.get("required", [])
        for key, inner in node["properties"].items():
            if key in document:
                for path, required in closed(schema, inner, document[key]):
                    yield (key, *path), required
    if isinstance(document, list) and "items" in node:
        for index, element in enumerate(document[:1]):
            for path, required in closed(schema, node["items"], element):
                yield (index, *path), required


def changed(document, path, change):
    document = copy.deepcopy(document)
    place = document
    for key in path:
        place = place[key]
    change(place)
    return document


def main():
    schema = json.load(open(sys.argv[1]))
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults, count, tried = [], 0, set()
    for document in documents(sys.stdin.read()):
        count += 1
        name = document.get("file", count)
        faults += [f"{name}: {problem}" for problem in problems(validator, document)]
        for path, required in closed(schema, schema, document):
            kind = tuple(0 if isinstance(key, int) else key for key in path)
            # What is inside an atom is like what is inside another.
            if kind in tried or kind.count("children") > 1:
                continue
            tried.add(kind)

            def add(place):
                place["no such key"] = 0

            if validator.is_valid(changed(document, path, add)):
                faults.append(f"{name}: {path} may have an unknown key")
            for key in required:
                if validator.is_valid(changed(document, path, lambda place: place.pop(key, None))):
                    faults.append(f"{name}: {path} may lack {key}")
    for fault in faults[:20]:
        print(fault)
    if count == 0:
        print("there are no documents")
    print(f"{count} documents, {len(tried)} kinds of objects, {len(faults)} faults")
    return 0 if count > 0 and not faults else 1


if __name__ == "__main__":
    sys.exit(main())
