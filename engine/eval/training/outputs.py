#!/usr/bin/env python3
"""Prints what the network of pawns and kings says about positions, one FEN a line: for each the
middlegame and endgame output of White and of Black. A unit test compares the engine with it."""
import re
import sys

import numpy as np

from train import FULL, HIDDEN, INPUTS, OUTPUT_UNIT, TABLE, boards_of, view


def main() -> None:
    with open(TABLE) as file:
        text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.DOTALL)
    numbers = np.array([int(word) for word in re.findall(r"-?\d+", text)]).reshape(-1, HIDDEN)
    inputs, bias, outputs = numbers[:INPUTS], numbers[INPUTS], numbers[INPUTS + 1:]
    fens = [line.strip() for line in sys.stdin]
    sides = []
    for white in (True, False):
        hidden = np.clip(view(boards_of(fens), white).astype(int) @ inputs + bias, 0, FULL)
        sides.append(np.trunc(hidden @ outputs.T / (FULL * OUTPUT_UNIT)).astype(int))
    for fen, row in zip(fens, np.concatenate(sides, 1)):
        print("%s|%s" % (fen, "|".join(map(str, row))))


if __name__ == "__main__":
    main()
