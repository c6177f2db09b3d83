#!/usr/bin/env python3
"""Checks the whole training on a few positions: "make train-check" runs it.

Takes positions from games, lets the program score them, trains a network for a few passes, and
compares the shipped network with the stored outputs.
"""
import os
import re
import subprocess
import sys
import tempfile

from train import HIDDEN, INPUTS

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "..", "..", "tests", "data")
POSITIONS = 1000


def check(good: bool, words: str) -> None:
    print("%s: %s" % ("ok" if good else "FAILED", words))
    if not good:
        sys.exit(1)


def script(name: str, *arguments: str, **streams) -> str:
    return subprocess.run([sys.executable, "-B", os.path.join(HERE, name), *arguments], check=True,
                          stdout=subprocess.PIPE, text=True, **streams).stdout


def convert(program: str, source: str, target: str) -> None:
    subprocess.run([program, "tune", "convert", source, "--shuffle", "-o", target], check=True,
                   stdout=subprocess.DEVNULL)


def check_training(program: str, folder: str) -> None:
    positions, scored, rows, table = (os.path.join(folder, name) for name in (
        "positions.epd", "scored.epd", "scored.tsv", "network.def"))
    convert(program, os.path.join(DATA, "people.pgn"), positions)
    with open(positions) as file:
        chosen = "".join(file.readlines()[:POSITIONS])
    labels = script("label.py", "--engine", program, "--nodes", "100", input=chosen)
    with open(scored, "w") as file:
        file.write(labels)
    check(POSITIONS / 2 < labels.count(" ce ") < POSITIONS, "quiet positions have scores")
    convert(program, scored, rows)
    report = script("train.py", rows, "--passes", "30", "--batch", "64", "--output", table)
    errors = [float(word) for word in re.findall(r"(?:network|error) (0\.\d+)", report)]
    check(errors[-1] < 0.9 * errors[0], "the network learns: error %.6f, then %.6f"
          % (errors[0], errors[-1]))
    with open(table) as file:
        check(len(re.findall(r"-?\d+", file.read().split("*/")[1])) == (INPUTS + 3) * HIDDEN,
              "the table has all weights")


def main() -> None:
    with open(os.path.join(DATA, "pawn-network.txt")) as file:
        stored = file.read()
    fens = "".join(line.split("|")[0] + "\n" for line in stored.splitlines())
    check(script("outputs.py", input=fens) == stored, "the shipped network gives the stored outputs")
    with tempfile.TemporaryDirectory() as folder:
        check_training(os.path.abspath(sys.argv[1]), folder)


if __name__ == "__main__":
    main()
