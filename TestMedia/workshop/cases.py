"""The table of cases: every file made by hand, with the function that makes it."""

from dataclasses import dataclass


@dataclass
class Case:
    path: str
    purpose: str
    make: object


class Cases(list):
    """A list that functions enter themselves into."""

    def case(self, path, purpose):
        """Decorates a function that takes `clips` and returns the file's bytes."""

        def enter(make):
            self.append(Case(path, purpose, make))
            return make

        return enter
