#!/usr/bin/env python3
"""The client's side of OpenBench, as far as it talks to an engine.

    openbench_client.py bench ENGINE COPIES     runs copies at once; prints nodes and nodes a second
    openbench_client.py genfens ENGINE N SEED BOOK [EXTRA]    prints the positions
    openbench_client.py config FILE             checks a file for the folder Engines/

OpenBench's documentation and its client say what an engine must do: the last lines of "bench" name
nodes and speed, in less than a minute, and all copies count the same nodes; "genfens N seed S book B
EXTRA" and "quit", each as one argument, print exactly N positions as "info string genfens FEN", with
all six fields, at most 15 seconds apart. Exit status 1 if the engine does something else.
"""
import json
import os
import re
import subprocess
import sys
import time

PATIENCE = int(os.environ.get("PATIENCE", "1"))


def fail(*words):
    print(*words)
    sys.exit(1)


def last_number(lines, patterns):
    """The number next to a word, from the last line that has one."""
    for line in reversed(lines):
        plain = re.sub("[^0-9A-Za-z ]+", " ", line)
        for pattern in patterns:
            found = re.search(pattern, plain, re.IGNORECASE)
            if found:
                return int(found.group(1))
    return None


def bench(engine, copies):
    began = time.monotonic()
    runs = [subprocess.Popen([engine, "bench"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            for _ in range(copies)]
    results = []
    for run in runs:
        said, _ = run.communicate(timeout=60 * PATIENCE)
        lines = said.decode("ascii").strip().split("\n")
        nodes = last_number(lines, [r"(\d+)\s+nodes\b", r"nodes\s+(\d+)", r"nodes searched\s+(\d+)"])
        speed = last_number(lines, [r"(\d+)\s+nps\b", r"nps\s+(\d+)", r"nodes second\s+(\d+)"])
        if nodes is None or speed is None:
            fail("bench says no nodes or no speed:", lines)
        results.append((nodes, speed))
    if len({nodes for nodes, _ in results}) != 1:
        fail("the copies count different nodes:", results)
    if time.monotonic() - began > 60 * PATIENCE:
        fail("bench took more than a minute")
    print(results[0][0], sum(speed for _, speed in results) // copies)


def genfens(engine, count, seed, book, extra):
    line = "genfens %d seed %d book %s %s" % (count, seed, book, extra)
    run = subprocess.Popen([engine, line, "quit"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT)
    found, last = [], time.monotonic()
    for said in run.stdout:
        said = said.decode("ascii").rstrip("\n")
        if not said.startswith("info string genfens "):
            continue
        fen = said[len("info string genfens "):]
        if len(fen.split()) != 6 or not all(field.isdigit() for field in fen.split()[4:]):
            fail("not a whole FEN:", fen)
        if time.monotonic() - last > 15 * PATIENCE:
            fail("more than 15 seconds for a position")
        last = time.monotonic()
        found.append(fen)
    if run.wait() != 0 or len(found) != count:
        fail("%d positions instead of %d, exit status %d" % (len(found), count, run.returncode))
    print("\n".join(found))


def config(path):
    with open(path, encoding="ascii") as file:
        engine = json.load(file)
    build = engine["build"]
    if engine["private"] is not False or not engine["nps"] > 0 or not engine["source"].startswith("https://"):
        fail("private, nps or source")
    if not all(isinstance(build[key], list) for key in ("compilers", "cpuflags", "systems")) or "path" not in build:
        fail("build")
    for kind, needed in (("test_presets", ("both_options", "both_time_control", "workload_size")),
                         ("tune_presets", ("dev_options", "dev_time_control")),
                         ("datagen_presets", ("both_options", "both_time_control"))):
        if "default" not in engine[kind] or len(engine[kind]) < 2:
            fail(kind, "lacks default or a preset")
        for name, preset in engine[kind].items():
            missing = [key for key in needed if key not in preset]
            if name != "default" and missing:
                fail(kind, name, "lacks", missing)
            options = preset.get("both_options", preset.get("dev_options"))
            if options and not re.fullmatch(r"Threads=\d+ Hash=\d+", options):
                fail(kind, name, options)
    print("good")


if __name__ == "__main__":
    task, arguments = sys.argv[1], sys.argv[2:]
    if task == "bench":
        bench(arguments[0], int(arguments[1]))
    elif task == "genfens":
        genfens(arguments[0], int(arguments[1]), int(arguments[2]), arguments[3], " ".join(arguments[4:]))
    else:
        config(arguments[0])
