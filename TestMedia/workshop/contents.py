"""The table of README.md: every file, its size, how it was made and what it is for."""

import os

MARK = "<!-- The rest is written by make.sh. -->"


def write_contents(folder, readme, rows):
    """Rewrites what follows the mark; `rows` are (file, command, purpose)."""
    lines = ["", "| file | bytes | made by | what it is for |", "|---|---:|---|---|"]
    for file, command, purpose in sorted(rows):
        size = os.path.getsize(os.path.join(folder, file))
        lines.append(f"| {file} | {size} | `{command.replace('|', chr(92) + '|')}` | {purpose} |")
    with open(readme, encoding="utf-8") as source:
        head = source.read().split(MARK)[0]
    with open(os.path.join(folder, "README.md"), "w", encoding="utf-8") as out:
        out.write(head + MARK + "\n" + "\n".join(lines) + "\n")
