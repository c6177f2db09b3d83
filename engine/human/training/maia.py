"""The policies of the Maia networks (McIlroy-Young and others, 2020) for the moves of choices.

Reads the networks' files in Lc0's format, and computes them as engine/maia does. Positions before a
choice are taken from the choices before it in its game; where those are missing, the oldest position
is repeated, and before the start of a game the planes are empty.
"""
import gzip
import os
from typing import Dict, Iterator, List, Tuple, Union

import numpy as np
import torch
from torch import Tensor, nn

from data import (BLITZ, CHESSCOM, FIDE, LICHESS, RAPID, REPEATED, Choices, lichess_player, numbers,
                  offset)
from model import PLANE_CASTLING, half_precision

RATINGS = range(1100, 1901, 100)
HISTORY, POSITION_PLANES, PIECES = 8, 13, 12
POLICY_PLANES = 80
WIDTH = 100  # Elo of the players that one network was trained on, from its rating on
EPSILON = 1e-5
Field = Tuple[int, Union[int, bytes]]


def fields(message: bytes) -> Iterator[Field]:
    """The fields of a Protocol Buffers message: the number and the value of each."""
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        key = varint()
        kind = key & 7
        if kind == 0:
            yield key >> 3, varint()
            continue
        size = {1: 8, 5: 4}.get(kind) or varint()
        yield key >> 3, message[at:at + size]
        at += size


def layer(message: bytes) -> Tensor:
    part = dict(fields(message))
    low, high = (np.frombuffer(part[i], "<f4")[0] for i in (1, 2))
    steps = np.frombuffer(part[3], "<u2").astype(np.float32)
    return torch.from_numpy(low + (high - low) * steps / 65535)


def layers(message: bytes) -> Dict[int, Tensor]:
    return {number: layer(value) for number, value in fields(message)}


def convolution(message: bytes, outputs: int) -> nn.Conv2d:
    """A convolution, with the batch normalisation after it folded into it."""
    part = layers(message)
    weight = part[1].reshape(outputs, -1, 3, 3)
    bias = part.get(2)
    if bias is None:
        factor = part[5] / torch.sqrt(part[4] + EPSILON)
        weight, bias = weight * factor[:, None, None, None], part[6] - part[3] * factor
    result = nn.Conv2d(weight.shape[1], outputs, 3, padding=1)
    result.weight.data, result.bias.data = weight, bias
    return result


class Block(nn.Module):
    def __init__(self, message: bytes, filters: int) -> None:
        super().__init__()
        part = dict(fields(message))
        self.first, self.second = (convolution(part[i], filters) for i in (1, 2))
        squeeze = layers(part[3])
        self.squeeze = nn.Linear(filters, len(squeeze[2]))
        self.excite = nn.Linear(len(squeeze[2]), 2 * filters)
        self.squeeze.weight.data, self.squeeze.bias.data = squeeze[1].reshape(-1, filters), squeeze[2]
        self.excite.weight.data = squeeze[3].reshape(2 * filters, -1)
        self.excite.bias.data = squeeze[4]

    def forward(self, board: Tensor) -> Tensor:
        inner = self.second(torch.relu(self.first(board)))
        excited = self.excite(torch.relu(self.squeeze(inner.mean((2, 3)))))[:, :, None, None]
        factor, addend = excited.chunk(2, 1)
        return torch.relu(board + inner * torch.sigmoid(factor) + addend)


class Maia(nn.Module):
    """The policy of one network."""

    def __init__(self, path: str) -> None:
        super().__init__()
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            network = dict(fields(file.read()))[10]
        part = dict(fields(network))
        filters = len(layers(part[1])[6])
        self.input = convolution(part[1], filters)
        self.blocks = nn.Sequential(*(Block(value, filters) for number, value in fields(network)
                                      if number == 2))
        self.first, self.policy = convolution(part[11], filters), convolution(part[3], POLICY_PLANES)

    def forward(self, planes: Tensor) -> Tensor:
        return self.policy(torch.relu(self.first(self.blocks(torch.relu(self.input(planes))))))


def plane_table() -> Tensor:
    """The policy plane of a move between two squares; -1 if no piece moves like that."""
    ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    jumps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
    steps = {(step * files, step * ranks): 7 * way + step - 1
             for way, (files, ranks) in enumerate(ways) for step in range(1, 8)}
    steps.update({jump: 56 + i for i, jump in enumerate(jumps)})
    table = [[steps.get((target % 8 - origin % 8, target // 8 - origin // 8), -1)
              for target in range(64)] for origin in range(64)]
    return torch.tensor(table)


def encode(choices: Choices, indexes: Tensor) -> Tensor:
    """Lc0's classical input of 112 planes."""
    heads = choices.heads
    game, ply, black = ([offset(name)] for name in ("game", "ply", "black"))

    def whole(rows: Tensor, at: int, size: int) -> Tensor:
        return sum(rows[:, at + i].long() << 8 * i for i in range(size))

    now = heads[indexes]
    games, plies = whole(now, game[0], 4), whole(now, ply[0], 2)
    files = choices.file[indexes]
    masks, oldest = [], indexes
    complete = torch.ones(len(indexes), dtype=torch.bool, device=indexes.device)
    for back in range(HISTORY):
        at = (indexes - back).clamp(min=0)
        head = heads[at]
        complete &= ((whole(head, game[0], 4) == games) & (whole(head, ply[0], 2) == plies - back)
                     & (choices.file[at] == files))
        oldest = torch.where(complete, at, oldest)
        head = heads[oldest]
        pieces = head[:, offset("planes"):].reshape(len(head), -1, 8)[:, :PIECES]
        other = head[:, black[0]] != now[:, black[0]]
        pieces = torch.where(other[:, None, None], pieces.flip(2).roll(PIECES // 2, 1), pieces)
        repeated = (head[:, offset("flags")] & REPEATED > 0).to(torch.uint8) * 255
        position = torch.cat([pieces, repeated[:, None, None].expand(-1, 1, 8)], 1)
        empty = ~complete & (whole(head, ply[0], 2) == 0)
        masks.append(torch.where(empty[:, None, None], 0, position).to(torch.uint8))
    castling = now[:, offset("planes"):].reshape(len(now), -1, 8)[:, PLANE_CASTLING:PLANE_CASTLING + 4]
    masks.append(castling)
    eight = torch.arange(8, device=indexes.device, dtype=torch.uint8)
    planes = (torch.cat(masks, 1)[..., None] >> eight & 1).float()
    last = planes.new_zeros(len(now), 4, 8, 8)
    last[:, 0] = now[:, black[0]].float()[:, None, None]
    last[:, 1] = numbers(now, offset("halfmoves")).float()[:, :, None]
    last[:, 3] = 1
    return torch.cat([planes, last], 1)


def slots(choices: Choices, moves: Tensor, table: Tensor) -> Tensor:
    """The index of each move among all policy outputs of the network for a position."""
    origin, target = moves[:, 0].long(), moves[:, 1].long()
    plane = table[origin, target]
    for order, promotion in enumerate((3, 2, 4)):  # rook, bishop, queen
        under = 64 + 3 * (target % 8 - origin % 8 + 1) + order
        plane = torch.where(moves[:, 2] == promotion, under, plane)
    return plane * 64 + origin


def as_lichess(rating: np.ndarray, system: np.ndarray) -> np.ndarray:
    """Converts ratings to approximate ratings in Lichess blitz, which the Maia networks were trained
    for (share/scale.tsv has the source)."""
    return np.where(system == CHESSCOM, 0.68 * rating + 745, rating)


@torch.no_grad()
def policies(net: Maia, choices: Choices, indexes: np.ndarray, table: Tensor, into: Tensor) -> None:
    """Writes the network's probability of each move of these choices."""
    at = torch.from_numpy(indexes).to(choices.device)
    planes = encode(choices, at).contiguous(memory_format=torch.channels_last)
    with half_precision(choices.device, torch.float16):
        outputs = net(planes).float().reshape(len(indexes), -1)
    choice, stored, _ = choices.legal(indexes)
    value = outputs[choice, slots(choices, choices.moves[stored], table)]
    value = torch.exp(value - outputs.max(1).values[choice])
    sums = torch.zeros(len(indexes), device=value.device).index_add_(0, choice, value)
    into[stored] = (value / sums[choice].clamp(min=1e-30)).half()


def ask(choices: Choices, folder: str, random: np.random.Generator, batch: int = 8192) -> None:
    """Sets choices.policy, and choices.trust: 1 for players on Lichess within the ratings of the
    networks, 0.5 for others, who get the policy of the nearest network, and 0 for games over the
    board, for which no network is run. Imagines a player for each choice: one that a network chosen
    at random was trained on."""
    paths: List[str] = []
    for rating in RATINGS:
        path = os.path.join(folder, "maia-%d.pb" % rating)
        paths.append(path if os.path.exists(path) else path + ".gz")
    rating = as_lichess(choices.rating.astype(np.float64), choices.system)
    own = np.floor((rating - RATINGS[0]) / WIDTH).astype(np.int64)
    within = (own >= -2) & (own <= len(RATINGS)) & (choices.system == LICHESS)
    trust = np.where(within, 1, np.where(choices.system == FIDE, 0, 0.5)).astype(np.float32)
    choices.trust = torch.from_numpy(trust).to(choices.device)
    own = own.clip(0, len(RATINGS) - 1)
    other = random.integers(len(RATINGS), size=len(choices))
    paces = (BLITZ, RAPID)
    choices.imagined_players = torch.stack([lichess_player(rating + WIDTH / 2, pace)
                                            for rating in RATINGS for pace in paces]).to(choices.device)
    pace = random.integers(len(paces), size=len(choices))
    choices.imagined_player = torch.from_numpy(other * len(paces) + pace).to(choices.device)
    table = plane_table().to(choices.device)
    for number, path in enumerate(paths):
        net = Maia(path).to(choices.device, memory_format=torch.channels_last).eval()
        for asked, into in ((np.flatnonzero((own == number) & (trust > 0)), choices.policy),
                            (np.flatnonzero(other == number), choices.imagined_policy)):
            for begin in range(0, len(asked), batch):
                policies(net, choices, asked[begin:begin + batch], table, into)
