#!/usr/bin/env python3
import argparse
from workshop.times import set_times
p = argparse.ArgumentParser()
p.add_argument("out", nargs="?"); p.add_argument("--set-times"); p.add_argument("--stamps"); p.add_argument("--contents")
a = p.parse_args()
if a.set_times: set_times(a.set_times)
