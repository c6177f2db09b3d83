"""Reads the choices that `fallible human-data` writes, which man/fallible-human.5 describes."""
import struct
from typing import Iterator, Sequence

import numpy as np
import torch

from model import FEATURES, PLANES, ROWS, Batch, knots_of

HEADER = struct.Struct("<8sIIIIQ32x")
HELD_OUT, HAS_MAIA = 1, 2
CHOICE = np.dtype([("size", "<u4"), ("rating", "<u2"), ("seconds", "<u2"), ("game", "<u4"),
                   ("flags", "<u2"), ("moves", "<u2"), ("played", "<u2"), ("phase", "<u2"),
                   ("features", "<u4"), ("planes", "u1", (PLANES, 8))])
MOVE = np.dtype([("origin", "u1"), ("target", "u1"), ("rows", "<u2", (4,)), ("maia", "<u2")])
FEATURE = np.dtype([("move", "<u2"), ("feature", "<u2"), ("value", "<f4")])


class Choices:
    """A file of choices, which is read from the disk as needed."""

    def __init__(self, path: str) -> None:
        self.data = np.memmap(path, np.uint8, "r")
        if len(self.data) < HEADER.size:
            raise ValueError("%s: the file is too short" % path)
        magic, version, planes, rows, features, count = HEADER.unpack_from(self.data)
        if magic != b"FALCHOIC" or (version, planes, rows, features) != (1, PLANES, ROWS, FEATURES):
            raise ValueError("%s: not a file of choices of this version and shape" % path)
        self.at = np.empty(count, np.int64)
        held_out = np.empty(count, bool)
        end = HEADER.size
        for index in range(count):
            if end + CHOICE.itemsize > len(self.data):
                raise ValueError("%s: the file ends within choice %d" % (path, index + 1))
            choice = self.head(end)
            size = (CHOICE.itemsize + MOVE.itemsize * int(choice["moves"])
                    + FEATURE.itemsize * int(choice["features"]))
            if choice["size"] != size or choice["played"] >= choice["moves"]:
                raise ValueError("%s: choice %d is damaged" % (path, index + 1))
            self.at[index] = end
            held_out[index] = choice["flags"] & HELD_OUT
            end += size
        if end != len(self.data):
            raise ValueError("%s: %d bytes expected, found %d" % (path, end, len(self.data)))
        self.held_out = np.flatnonzero(held_out)
        self.training = np.flatnonzero(~held_out)

    def head(self, at: int) -> np.void:
        return np.frombuffer(self.data, CHOICE, 1, at)[0]

    def batch(self, indexes: Sequence[int]) -> Batch:
        heads, moves, features, first = [], [], [], [0]
        for index in indexes:
            at = int(self.at[index])
            head = self.head(at)
            at += CHOICE.itemsize
            moves.append(np.frombuffer(self.data, MOVE, head["moves"], at))
            at += MOVE.itemsize * int(head["moves"])
            features.append(np.frombuffer(self.data, FEATURE, head["features"], at))
            heads.append(head)
            first.append(first[-1] + int(head["moves"]))
        head, move, feature = np.array(heads), np.concatenate(moves), np.concatenate(features)
        begin = np.array(first[:-1])
        counts = head["moves"].astype(np.int64)
        policy = move["maia"].astype(np.float32)
        sums = np.add.reduceat(policy, begin)
        policy /= np.repeat(np.maximum(sums, 1), counts)
        planes = np.unpackbits(head["planes"], axis=2, bitorder="little")

        def whole(values: np.ndarray) -> torch.Tensor:
            return torch.from_numpy(values.astype(np.int64))

        return Batch(
            planes=torch.from_numpy(planes.reshape(-1, PLANES, 8, 8).astype(np.float32)),
            knots=knots_of(whole(head["rating"])), phase=whole(head["phase"]),
            choice=whole(np.repeat(np.arange(len(head)), counts)),
            origin=whole(move["origin"]), target=whole(move["target"]), rows=whole(move["rows"]),
            feature_move=whole(feature["move"] + np.repeat(begin, head["features"])),
            feature=whole(feature["feature"]),
            feature_value=torch.from_numpy(feature["value"].astype(np.float32)),
            played=whole(begin + head["played"]), policy=torch.from_numpy(policy),
            has_policy=torch.from_numpy(head["flags"] & HAS_MAIA > 0),
            held_out=torch.from_numpy(head["flags"] & HELD_OUT > 0))

    def batches(self, indexes: np.ndarray, size: int) -> Iterator[Batch]:
        for begin in range(0, len(indexes), size):
            yield self.batch(indexes[begin:begin + size])
