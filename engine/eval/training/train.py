#!/usr/bin/env python3
"""Trains the network of pawns and kings, and writes engine/eval/pawn_network.def.

Reads what `fallible tune convert -o FILE.tsv` writes of positions with scores. The network learns
what the evaluation lacks: the two together should give the chances to win that the scores give. The
error is the mean square of the difference between both chances, 1 / (1 + 10^(-K score / 400)). Of
the two Ks, that of the scores is fitted to the results of the games, and that of the evaluation to the
scores. A tenth of the positions is held out.
"""
import argparse
import os
import textwrap
import time
from typing import Iterable, Tuple

import numpy as np
import torch
from torch import Tensor, nn

HIDDEN, INPUTS = 64, 206
FULL, OUTPUT_UNIT = 128, 16  # as in pawn_network.c
SCALE = 100  # centipawns for an output of 1
TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pawn_network.def")


def boards_of(fens: Iterable[str]) -> np.ndarray:
    """The characters of the boards: [position, rank from the first, file]."""
    boards = []
    for fen in fens:
        rows = fen.split()[0].split("/")
        text = "".join("." * int(c) if c.isdigit() else c for row in reversed(rows) for c in row)
        boards.append(text.encode())
    return np.frombuffer(b"".join(boards), np.uint8).reshape(-1, 8, 8)


def read(path: str) -> Tuple[np.ndarray, np.ndarray]:
    """The boards, and the numbers of the columns after the FEN."""
    with open(path) as file:
        lines = [line.split("\t", 1) for line in file]
    return (boards_of(fen for fen, _ in lines),
            np.array([rest.split("\t") for _, rest in lines], np.float32))


def view(board: np.ndarray, white: bool) -> np.ndarray:
    """The inputs of one side: own pawns, enemy pawns, own king (files e to h), enemy king, and which
    other pieces each side has."""
    own_pawn, enemy_pawn, own_king, enemy_king = b"PpKk" if white else b"pPkK"
    if not white:
        board = board[:, ::-1]
    left = (board[:, :, :4] == own_king).any((1, 2))
    board = np.where(left[:, None, None], board[:, :, ::-1], board)
    parts = [board[:, 1:7] == own_pawn, board[:, 1:7] == enemy_pawn,
             board[:, :, 4:] == own_king, board == enemy_king]
    dark = np.add.outer(np.arange(8), np.arange(8)) % 2 == 0
    for knight, bishop, rook, queen in (b"NBRQ", b"nbrq") if white else (b"nbrq", b"NBRQ"):
        knights, rooks = ((board == piece).sum((1, 2)) for piece in (knight, rook))
        parts += [knights > 0, knights > 1, (board == bishop)[:, dark].any(1),
                  (board == bishop)[:, ~dark].any(1), rooks > 0, rooks > 1,
                  (board == queen).any((1, 2))]
    return np.concatenate([part.reshape(len(board), -1) for part in parts], 1).astype(np.uint8)


class Network(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Linear(INPUTS, HIDDEN)
        self.outputs = nn.Linear(HIDDEN, 2, bias=False)
        nn.init.normal_(self.outputs.weight, 0, 0.02)

    def side(self, inputs: Tensor) -> Tensor:
        return self.outputs(torch.clamp(self.hidden(inputs.float()), 0, 1))

    def forward(self, white: Tensor, black: Tensor) -> Tensor:
        """What the network adds for White, in centipawns: middlegame and endgame."""
        return SCALE * (self.side(white) - self.side(black))


def chance(k: float, score: Tensor) -> Tensor:
    return torch.sigmoid(score * (k * np.log(10) / 400))


def fit_k(score: Tensor, target: Tensor) -> float:
    return min(np.arange(0.3, 3, 0.01), key=lambda k: float(((chance(k, score) - target)**2).mean()))


def write(network: Network, path: str) -> None:
    """Rounds the weights to the whole numbers that pawn_network.c computes with."""
    def row(values: Tensor, unit: float) -> str:
        whole = (values * unit).round().int().tolist()
        return "\n".join(textwrap.wrap("{%s}," % ", ".join(map(str, whole)), 98))

    with torch.no_grad(), open(path, "w") as file:
        file.write("/* The weights of the network in pawn_network.c, written by training/train.py. */\n{\n")
        for inputs in network.hidden.weight.T:
            file.write(row(inputs, FULL) + "\n")
        file.write("},\n" + row(network.hidden.bias, FULL) + "\n")
        for outputs in network.outputs.weight:
            file.write(row(outputs, SCALE * OUTPUT_UNIT) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("positions", help="a file of fallible tune convert -o FILE.tsv")
    parser.add_argument("--passes", type=int, default=20, help="passes over the positions (default 20)")
    parser.add_argument("--batch", type=int, default=4096, help="positions a step (default 4096)")
    parser.add_argument("--rate", type=float, default=0.008, help="largest learning rate (default 0.008)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers (default 1)")
    parser.add_argument("--output", default=TABLE, help="the file to write (default pawn_network.def)")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    board, numbers = read(options.positions)
    order = np.random.default_rng(options.seed).permutation(len(board))
    board, numbers = board[order], torch.from_numpy(numbers[order])
    white, black = (torch.from_numpy(view(board, side)) for side in (True, False))
    result, score, evaluation, middlegame, endgame = numbers.T
    target = chance(fit_k(score, result / 2), score)
    k = fit_k(evaluation, target)
    share = torch.stack([middlegame, endgame], 1)
    network = Network()

    def loss(index: Tensor) -> Tensor:
        added = (network(white[index], black[index]) * share[index]).sum(1)
        return ((chance(k, evaluation[index] + added) - target[index])**2).mean()

    held_out = torch.arange(len(board) // 10)
    training = len(board) - len(held_out)
    steps = training // options.batch
    adam = torch.optim.Adam(network.parameters())
    schedule = torch.optim.lr_scheduler.OneCycleLR(adam, options.rate,
                                                   total_steps=max(options.passes * steps, 1) + 1)
    print("%d positions; error without the network %.6f" %
          (training, float(((chance(k, evaluation) - target)**2).mean())))
    begin = time.time()
    for number in range(1, options.passes + 1):
        error = 0.0
        for index in (torch.randperm(training) + len(held_out)).split(options.batch)[:steps]:
            now = loss(index)
            adam.zero_grad()
            now.backward()
            adam.step()
            schedule.step()
            error += now.item() / steps
        with torch.no_grad():
            print("pass %d: error %.6f, held out %.6f, %.0f s" %
                  (number, error, loss(held_out).item(), time.time() - begin), flush=True)
    write(network, options.output)


if __name__ == "__main__":
    main()
