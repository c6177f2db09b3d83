"""The network of method human, as engine/human/net.c computes it, in PyTorch."""
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

KNOTS, KNOT_FIRST, KNOT_STEP = 6, 600, 400
PLANES, FILTERS, BLOCKS, UNITS, ROWS = 37, 64, 6, 96, 1138
PANEL = 16  # channels whose weights are stored together in the file
FEATURES = 106  # the first rows of the table of rows
SEARCHED = 20  # the first features are known only after a search
# The first row of each block of the table of rows. Rows of squares are by piece and square, rows of
# steps by ranks and files, each from -7 to 7.
ROW_KNOTS, ROW_PHASE, ROW_FROM, ROW_TO, ROW_VICTIM, ROW_STEP = 128, 134, 138, 522, 906, 913
STEPS = 15
PLANE_CASTLING = 31  # four planes, each full or empty


@dataclass
class Batch:
    """Choices, and the moves of all choices in one list."""

    planes: Tensor  # [choices, PLANES, rank, file], 0 or 1
    knots: Tensor  # [choices, KNOTS], the interpolation weight of each knot
    phase: Tensor  # [choices], a row
    choice: Tensor  # [moves], which choice the move belongs to
    origin: Tensor  # [moves], a square
    target: Tensor  # [moves], a square
    rows: Tensor  # [moves, 4]
    feature_move: Tensor  # [features], which move the feature belongs to
    feature: Tensor  # [features], its row
    feature_value: Tensor  # [features]
    played: Tensor  # [choices], an index into the moves of the batch
    policy: Tensor  # [moves], the Maia network's chance of the move
    has_policy: Tensor  # [choices], whether a Maia network was asked
    held_out: Tensor  # [choices]

    def to(self, device: torch.device) -> "Batch":
        return Batch(**{name: value.to(device) for name, value in vars(self).items()})


def knots_of(ratings: Tensor) -> Tensor:
    """Interpolates linearly between the knots, and extrapolates beyond them."""
    at = (ratings.double() - KNOT_FIRST) / KNOT_STEP
    knot = at.clamp(0, KNOTS - 2).floor().long()
    above = (at - knot).float()
    knots = torch.zeros(len(ratings), KNOTS)
    knots.scatter_(1, knot[:, None], 1 - above[:, None])
    knots.scatter_(1, knot[:, None] + 1, above[:, None])
    return knots


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
        self.input_knots = nn.Parameter(torch.zeros(KNOTS, FILTERS))
        self.blocks = nn.ModuleList(Block() for _ in range(BLOCKS))
        self.origin = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.target = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.scene = nn.Parameter(torch.zeros(FILTERS, UNITS))
        self.rows = nn.Parameter(torch.zeros(ROWS, UNITS))
        self.worth = nn.Parameter(torch.zeros(KNOTS, UNITS))

    @torch.no_grad()
    def begin(self) -> None:
        """Initial weights: small and uniform. Each block is the identity at first (Zhang and others,
        "Fixup initialization", 2019), and a unit has the same weight at every rating."""
        self.input.weight.uniform_(-0.25, 0.25)
        self.input_knots.zero_()
        for block in self.blocks:
            bound = (6 / (9 * FILTERS)) ** 0.5
            block.first.weight.uniform_(-bound, bound)
            for zero in (block.first.bias, block.second.weight, block.second.bias, block.pool):
                zero.zero_()
        for matrix in (self.origin, self.target, self.scene):
            matrix.uniform_(-0.15, 0.15)
        self.rows.uniform_(-0.1, 0.1)
        self.rows[:SEARCHED] = 0  # the training data does not have them
        self.rows[FEATURES - 1:ROW_KNOTS] = 0  # habit itself, and rows that no feature has
        self.worth.copy_(torch.empty(UNITS).uniform_(-0.15, 0.15).expand(KNOTS, UNITS))

    def forward(self, batch: Batch) -> Tensor:
        """The habit of each move for one view of the board."""
        knots = batch.knots
        board = self.input(batch.planes) + (knots @ self.input_knots)[:, :, None, None]
        board = torch.relu(board)
        for block in self.blocks:
            board = block(board)
        squares = board.flatten(2).transpose(1, 2)
        scene = knots @ self.rows[ROW_KNOTS:ROW_PHASE] + self.rows[batch.phase]
        scene = scene + squares.mean(1) @ self.scene
        sums = scene[batch.choice] + self.rows[batch.rows].sum(1)
        sums = sums + (squares @ self.origin)[batch.choice, batch.origin]
        sums = sums + (squares @ self.target)[batch.choice, batch.target]
        sums = sums.index_add(0, batch.feature_move,
                              batch.feature_value[:, None] * self.rows[batch.feature])
        return (torch.relu(sums) * (knots @ self.worth)[batch.choice]).sum(1)

    def logits(self, batch: Batch) -> Tensor:
        """The habit as the engine computes it: if nobody may castle, the mean with the mirrored view."""
        both = ~may_castle(batch)
        share = torch.where(both, 0.5, 1.0)[batch.choice]
        mirrored = torch.where(both[batch.choice], self(mirror(batch, both)), 0)
        return share * (self(batch) + mirrored)


def log_chances(logits: Tensor, batch: Batch) -> Tensor:
    """The logarithm of the softmax over the moves of each choice."""
    counts = torch.bincount(batch.choice).tolist()
    padded = pad_sequence(logits.split(counts), batch_first=True, padding_value=-torch.inf)
    return torch.log_softmax(padded, 1)[padded > -torch.inf]
