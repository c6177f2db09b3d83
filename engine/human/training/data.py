"""Reads the choices that `fallible human-data` writes, which man/fallible-human.5 describes."""
import struct
from typing import Sequence, Union

import numpy as np
import torch
from torch import Tensor

from model import CONDITIONS, FEATURES, KNOT_FIRST, KNOT_STEP, KNOTS, PLANES, ROWS, Batch

HEADER = struct.Struct("<8s5I4xQQ16x")
HELD_OUT, REPEATED = 1, 2
CHOICE = np.dtype([("game", "<u4"), ("ply", "<u2"), ("rating", "<u2"), ("seconds", "<u2"),
                   ("played", "<u2"), ("moves", "<u2"), ("phase", "<u2"), ("features", "<u2"),
                   ("system", "u1"), ("pace", "u1"), ("flags", "u1"), ("black", "u1"),
                   ("halfmoves", "<u2"), ("conditions", "<i2", (CONDITIONS,)),
                   ("planes", "u1", (PLANES, 8))])
MOVE_BYTES, FEATURE_BYTES = 12, 4
LICHESS, CHESSCOM, FIDE = range(3)  # rating systems, in the order of the engine
BULLET, BLITZ, RAPID = range(3)  # time classes
FIRST_SYSTEM, FIRST_PACE = KNOTS + 1, KNOTS + 5  # among the conditions
UNIT = 4096  # how the value 1 of a feature or condition is stored


def offset(name: str) -> int:
    return CHOICE.fields[name][1]


def numbers(records: Tensor, at: int, count: int = 1) -> Tensor:
    """The `count` signed 16-bit numbers that begin at byte `at` of each record."""
    return records[:, at:at + 2 * count].contiguous().view(torch.int16)


def spread(first: Tensor, counts: Tensor, total: int) -> "tuple[Tensor, Tensor]":
    """For each element of lists that begin at `first`: the index of its list, and its place."""
    each = torch.arange(len(counts), device=counts.device)
    owner = torch.repeat_interleave(each, counts, output_size=total)
    begin = torch.cumsum(counts, 0) - counts
    return owner, first[owner] + torch.arange(total, device=counts.device) - begin[owner]


def lichess_player(rating: float, pace: int) -> Tensor:
    """The conditions of a player on Lichess whose opponent is as strong and whose clock is unknown,
    as choice_conditions() in engine/human/net.c sets them."""
    conditions = torch.zeros(CONDITIONS)
    at = (rating - KNOT_FIRST) / KNOT_STEP
    knot = min(max(int(at), 0), KNOTS - 2)
    conditions[knot], conditions[knot + 1] = knot + 1 - at, at - knot
    conditions[[FIRST_SYSTEM + LICHESS, FIRST_PACE + pace, CONDITIONS - 1]] = 1
    return conditions


class File:
    """One file, mapped into memory."""

    def __init__(self, path: str) -> None:
        self.path, data = path, np.memmap(path, np.uint8, "c")
        if len(data) < HEADER.size:
            raise ValueError("%s: the file is too short" % path)
        magic, version, *shape, choices, moves = HEADER.unpack(data[:HEADER.size].tobytes())
        if magic != b"FALCHOIC" or [version] + shape != [2, PLANES, ROWS, FEATURES, CONDITIONS]:
            raise ValueError("%s: not a file of choices of this version and shape" % path)
        at = HEADER.size + choices * CHOICE.itemsize
        end = at + moves * MOVE_BYTES
        if end > len(data):
            raise ValueError("%s: the file ends too early" % path)
        self.heads = data[HEADER.size:at].reshape(-1, CHOICE.itemsize)
        self.choices = self.heads.view(CHOICE)[:, 0]
        self.moves = data[at:end].reshape(-1, MOVE_BYTES)
        self.features = data[end:].reshape(-1, FEATURE_BYTES)
        if (self.choices["moves"].sum(dtype=np.int64) != moves
                or self.choices["features"].sum(dtype=np.int64) != len(self.features)
                or (self.choices["played"] >= self.choices["moves"]).any()):
            raise ValueError("%s: the file is damaged" % path)


class Choices:
    """The choices of all files, in the memory of the device that trains."""

    def __init__(self, paths: Sequence[str], device: Union[str, torch.device] = "cpu") -> None:
        files = [File(path) for path in paths]
        self.device = torch.device(device)

        def together(name: str) -> Tensor:
            parts = [getattr(file, name) for file in files]
            whole = torch.empty(sum(map(len, parts)), parts[0].shape[1], dtype=torch.uint8,
                                device=self.device)
            at = 0
            for part in parts:
                for begin in range(0, len(part), 1 << 20):
                    piece = part[begin:begin + (1 << 20)]
                    whole[at:at + len(piece)] = torch.from_numpy(piece)
                    at += len(piece)
            return whole

        def column(name: str) -> np.ndarray:
            return np.concatenate([np.array(file.choices[name]) for file in files])

        self.heads, self.moves, self.features = map(together, ("heads", "moves", "features"))
        self.move_counts = column("moves").astype(np.int64)
        self.feature_counts = column("features").astype(np.int64)
        self.first_move = self.starts(self.move_counts)
        self.first_feature = self.starts(self.feature_counts)
        self.rating, self.system, self.pace = map(column, ("rating", "system", "pace"))
        self.ply = column("ply")
        file = np.repeat(np.arange(len(files)), [len(file.heads) for file in files])
        self.file = torch.from_numpy(file).to(self.device)
        held_out = column("flags") & HELD_OUT > 0
        self.held_out, self.training = np.flatnonzero(held_out), np.flatnonzero(~held_out)
        # The probability of each move by the networks to learn from, and the weight of that policy in
        # the target of each choice.
        self.policy = torch.zeros(len(self.moves), dtype=torch.float16, device=self.device)
        self.trust = torch.zeros(len(self.heads), device=self.device)
        # What a player of another rating would play, by the Maia network of that rating: a policy
        # for each choice, and the conditions that describe this imagined player.
        self.imagined_policy = torch.zeros_like(self.policy)
        self.imagined_player = torch.zeros(len(self.heads), dtype=torch.long, device=self.device)
        self.imagined_players = torch.zeros(1, CONDITIONS, device=self.device)

    def __len__(self) -> int:
        return len(self.heads)

    def starts(self, counts: np.ndarray) -> Tensor:
        return torch.from_numpy(np.cumsum(counts) - counts).to(self.device)

    def legal(self, indexes: np.ndarray) -> "tuple[Tensor, Tensor, Tensor]":
        """For each move of these choices: the index of its choice, and its place. Also the number of
        moves of each choice."""
        counts = torch.from_numpy(self.move_counts[indexes]).to(self.device)
        at = torch.from_numpy(indexes).to(self.device)
        choice, move = spread(self.first_move[at], counts, int(self.move_counts[indexes].sum()))
        return choice, move, counts

    def batch(self, indexes: Sequence[int], imagined_share: float = 0) -> Batch:
        """These choices. In a random part of them, imagined_share, the player is imagined."""
        indexes = np.asarray(indexes, np.int64)
        at = torch.from_numpy(indexes).to(self.device)
        head = self.heads[at]
        choice, stored, counts = self.legal(indexes)
        begin = torch.cumsum(counts, 0) - counts
        move = self.moves[stored]
        feature_counts = torch.from_numpy(self.feature_counts[indexes]).to(self.device)
        owner, where = spread(self.first_feature[at], feature_counts,
                              int(self.feature_counts[indexes].sum()))
        feature = self.features[where]
        imagined = torch.rand(len(indexes), device=self.device) < imagined_share
        conditions = torch.where(imagined[:, None], self.imagined_players[self.imagined_player[at]],
                                 numbers(head, offset("conditions"), CONDITIONS).float() / UNIT)
        policy = torch.where(imagined[choice], self.imagined_policy[stored], self.policy[stored])
        eight = torch.arange(8, device=self.device, dtype=torch.uint8)
        planes = head[:, offset("planes"):].reshape(-1, PLANES, 8, 1) >> eight & 1
        return Batch(
            planes=planes.float(),
            conditions=conditions,
            phase=numbers(head, offset("phase"))[:, 0].long(),
            choice=choice, place=torch.arange(len(choice), device=self.device) - begin[choice],
            widest=int(self.move_counts[indexes].max()),
            origin=move[:, 0].long(), target=move[:, 1].long(), rows=numbers(move, 4, 4).long(),
            feature_move=feature[:, 0].long() + begin[owner], feature=feature[:, 1].long(),
            feature_value=numbers(feature, 2)[:, 0].float() / UNIT,
            played=begin + numbers(head, offset("played"))[:, 0].long(),
            policy=policy.float(), trust=self.trust[at], imagined=imagined)
