#!/usr/bin/env python3
"""Prints the network's output for the first choices of a file, one per line: the rating, the number of
moves, and the logit of each move. tests/data/human-logits.txt is such a list."""
import sys

import torch

import weights
from data import Choices


@torch.no_grad()
def main() -> None:
    if len(sys.argv) != 4:
        raise SystemExit("usage: logits.py WEIGHTS CHOICES COUNT")
    net, choices = weights.read(sys.argv[1]), Choices([sys.argv[2]])
    for index in range(min(int(sys.argv[3]), len(choices))):
        logits = net.logits(choices.batch([index])).tolist()
        print(choices.rating[index], len(logits), *("%.6f" % logit for logit in logits))


if __name__ == "__main__":
    main()
