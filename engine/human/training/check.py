#!/usr/bin/env python3
"""Checks the whole training on a few positions: "make train-check" runs it.

Exports choices with the program, compares the shipped network with the stored logits, trains a new
network for a few steps, writes it, reads it back, and compares the two.
"""
import argparse
import os
import subprocess
import sys
import tempfile

import numpy as np
import torch

import weights
from data import Choices
from model import HumanNet
from train import likelihood, train

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")


def check(good: bool, words: str) -> None:
    print("%s: %s" % ("ok" if good else "FAILED", words))
    if not good:
        sys.exit(1)


def export(program: str, per_game: int, path: str) -> Choices:
    subprocess.run([program, "human-data", "--per-game", str(per_game), "-o", path,
                    os.path.join(TOP, "tests", "data", "people.pgn")], check=True)
    return Choices([path])


@torch.no_grad()
def logits_of(net: HumanNet, choices: Choices, count: int) -> np.ndarray:
    return net.logits(choices.batch(range(count))).numpy()


def check_shipped(choices: Choices) -> None:
    with open(os.path.join(TOP, "tests", "data", "human-logits.txt")) as file:
        lines = [[float(word) for word in line.split()[2:]] for line in file]
    found = logits_of(weights.read(os.path.join(TOP, "share", "habits.bin")), choices, len(lines))
    worst = np.abs(found - np.concatenate(lines)).max()
    check(worst < 1e-3, "the shipped network gives the stored logits; largest difference %.1g" % worst)


def check_training(choices: Choices, folder: str) -> None:
    net = HumanNet()
    net.begin()
    before = likelihood(net, choices, choices.training)
    first, second = (os.path.join(folder, name) for name in ("first.bin", "second.bin"))
    train(net, choices, argparse.Namespace(batch=64, passes=8, rate=0.002, decay=0.01, distil=0,
                                           maia=None), first, None, 1)
    after = likelihood(net, choices, choices.training)
    check(after > before + 0.2, "log-likelihood of the training moves: %.3f, then %.3f"
          % (before, after))
    read = weights.read(first)
    weights.write(read, second)
    with open(first, "rb") as one, open(second, "rb") as other:
        check(one.read() == other.read(), "weights read back are written as the same file")
    trained, stored = logits_of(net, choices, 50), logits_of(read, choices, 50)
    worst = np.abs(trained - stored).max() / trained.std()
    check(worst < 0.1, "logits of the trained and the stored network; largest difference %.3f of "
          "their standard deviation" % worst)


def main() -> None:
    torch.manual_seed(1)
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        check_shipped(export(program, 2, os.path.join(folder, "few")))
        check_training(export(program, 4, os.path.join(folder, "choices")), folder)


if __name__ == "__main__":
    main()
