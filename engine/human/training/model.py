"""The network of method human, as engine/human/net.c computes it, in PyTorch."""
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import ContextManager

import torch
from torch import Tensor, nn

KNOTS, KNOT_FIRST, KNOT_STEP = 6, 600, 400
PLANES, FILTERS, BLOCKS, UNITS, ROWS = 49, 96, 8, 128, 1156
CONDITIONS = 24  # the first KNOTS of them interpolate the rating
PANEL = 16  # channels whose weights are stored together in the file
FEATURES = 106  # number of features; they have the first rows of the table of rows
SEARCHED = 20  # this many features, the first ones, are known only after a search
# The first row of each block of the table of rows. Rows of squares are by piece and square, rows of
# steps by ranks and files, each from -7 to 7.
ROW_CONDITIONS, ROW_PHASE, ROW_FROM, ROW_TO, ROW_VICTIM, ROW_STEP = 128, 152, 156, 540, 924, 931
STEPS = 15
PLANE_CASTLING = 43  # four planes, each full or empty


@dataclass
class Batch:
    """Choices, and the moves of all choices in one list."""

    planes: Tensor  # [choices, PLANES, rank, file], 0 or 1
    conditions: Tensor  # [choices, CONDITIONS], what is known about the player
    phase: Tensor  # [choices], a row
    choice: Tensor  # [moves], which choice the move belongs to
    place: Tensor  # [moves], index of the move within its choice
    widest: int  # the largest number of moves of a choice
    origin: Tensor  # [moves], a square
    target: Tensor  # [moves], a square
    rows: Tensor  # [moves, 4]
    feature_move: Tensor  # [features], which move the feature belongs to
    feature: Tensor  # [features], its row
    feature_value: Tensor  # [features]
    played: Tensor  # [choices], an index into the moves of the batch
    policy: Tensor  # [moves], the chance of the move that the networks to learn from give
    trust: Tensor  # [choices], how much that chance counts, 0 to 1
    imagined: Tensor  # [choices], whether the player is imagined: only the policy counts


def half_precision(device: torch.device, kind: torch.dtype) -> ContextManager:
    """On a GPU, computes with 16 bits where that is exact enough."""
    return torch.autocast("cuda", kind) if device.type == "cuda" else nullcontext()


def may_castle(batch: Batch) -> Tensor:
    return batch.planes[:, PLANE_CASTLING:PLANE_CASTLING + 4, 0, 0].any(1)


def mirror(batch: Batch, which: Tensor) -> Batch:
    """Swaps left and right in the chosen choices."""
    moved = which[batch.choice]
    flip = torch.where(moved, 7, 0)
    rows = batch.rows.clone()
    rows[:, 0] = ((rows[:, 0] - ROW_FROM) ^ flip) + ROW_FROM
    rows[:, 1] = ((rows[:, 1] - ROW_TO) ^ flip) + ROW_TO
    step = rows[:, 3] - ROW_STEP
    mirrored = step - step % STEPS + STEPS - 1 - step % STEPS
    rows[:, 3] = torch.where(moved, mirrored, step) + ROW_STEP
    planes = torch.where(which[:, None, None, None], batch.planes.flip(3), batch.planes)
    return replace(batch, planes=planes, rows=rows, origin=batch.origin ^ flip,
                   target=batch.target ^ flip)


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(FILTERS, FILTERS, 3, padding=1)
        self.second = nn.Conv2d(FILTERS, FILTERS, 3, padding=1)
        self.pool = nn.Parameter(torch.zeros(FILTERS, FILTERS))  # from each channel's mean

    def forward(self, board: Tensor) -> Tensor:
        means = board.mean((2, 3)) @ self.pool
        inner = torch.relu(self.first(board) + means[:, :, None, None])
        return torch.relu(board + self.second(inner))


class HumanNet(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.input = nn.Conv2d(PLANES, FILTERS, 3, padding=1, bias=False)
        self.input_conditions = nn.Parameter(torch.zeros(CONDITIONS, FILTERS))
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.origin = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.target = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.scene = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.rows = nn.Parameter(torch.zeros(ROWS, UNITS))
        self.worth = nn.Parameter(torch.zeros(CONDITIONS, UNITS))

    @torch.no_grad()
    def begin(self) -> None:
        """Initial weights: small and uniform. Each block is the identity at first (Zhang and others,
        "Fixup initialization", 2019), and a unit has the same weight under all conditions."""
        self.input.weight.uniform_(-0.25, 0.25)
        self.input_conditions.zero_()
        for block in self.blocks:
            bound = (6 / (9 * FILTERS)) ** 0.5
            block.first.weight.uniform_(-bound, bound)
            for zero in (block.first.bias, block.second.weight, block.second.bias, block.pool):
                zero.zero_()
        for matrix in (self.origin, self.target, self.scene):
            matrix.uniform_(-0.15, 0.15)
        self.rows.uniform_(-0.1, 0.1)
        self.rows[:SEARCHED] = 0  # the training data does not have them
        self.rows[FEATURES - 1:ROW_CONDITIONS] = 0  # habit itself, and rows that no feature has
        self.worth.zero_()
        self.worth[:KNOTS] = torch.empty(UNITS).uniform_(-0.15, 0.15)

    def forward(self, batch: Batch) -> Tensor:
        """The habit of each move for one view of the board."""
        conditions = batch.conditions
        board = self.input(batch.planes.contiguous(memory_format=torch.channels_last))
        board = torch.relu(board + (conditions @ self.input_conditions)[:, :, None, None])
        for block in self.blocks:
            board = block(board)
        squares = board.permute(0, 2, 3, 1).reshape(-1, FILTERS)  # those of each choice in a row
        scene = conditions @ self.rows[ROW_CONDITIONS:ROW_PHASE] + self.rows[batch.phase]
        scene = scene + board.mean((2, 3)) @ self.scene
        sums = scene.index_select(0, batch.choice) + self.selected(batch) @ self.rows
        sums = sums + (squares @ self.origin).index_select(0, 64 * batch.choice + batch.origin)
        sums = sums + (squares @ self.target).index_select(0, 64 * batch.choice + batch.target)
        worth = (conditions @ self.worth).index_select(0, batch.choice)
        return (torch.relu(sums) * worth).sum(1, dtype=torch.float32)

    def selected(self, batch: Batch) -> Tensor:
        """The factor of each row for each move: 1 for a selected row, or the value of a feature."""
        kind = torch.get_autocast_gpu_dtype() if torch.is_autocast_enabled() else torch.float32
        shares = torch.zeros(len(batch.choice), ROWS, device=self.rows.device, dtype=kind)
        shares.scatter_(1, batch.rows, 1)
        shares.index_put_((batch.feature_move, batch.feature), batch.feature_value.to(kind))
        return shares

    def logits(self, batch: Batch) -> Tensor:
        """The habit as the engine computes it: the mean of both views if neither side may castle."""
        both = ~may_castle(batch)
        share = torch.where(both, 0.5, 1.0)[batch.choice]
        mirrored = torch.where(both[batch.choice], self(mirror(batch, both)), 0)
        return share * (self(batch) + mirrored)


def log_chances(logits: Tensor, batch: Batch) -> Tensor:
    """The logarithm of the softmax over the moves of each choice."""
    padded = logits.new_full((len(batch.played), batch.widest), -torch.inf)
    padded = padded.index_put((batch.choice, batch.place), logits)
    return torch.log_softmax(padded, 1)[batch.choice, batch.place]
