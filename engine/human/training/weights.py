"""Reads and writes share/habits.bin, which man/fallible-human.5 describes."""
import struct

import numpy as np
import torch
from torch import Tensor

from model import BLOCKS, CONDITIONS, FEATURES, FILTERS, PANEL, PLANES, ROWS, UNITS, HumanNet

MAGIC, VERSION = b"FALHABIT", 2
HEADER = struct.Struct("<8sIIQ7I12x")
SHAPE = (PLANES, FILTERS, BLOCKS, UNITS, ROWS, CONDITIONS, FEATURES)
PANELS = FILTERS // PANEL


def checksum(data: bytes) -> int:
    """FNV-1a of 64 bits."""
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return number


# The engine stores the taps of a convolution together. An input's row: [plane][tap][channel]; a
# block's: [panel][tap][input][channel of the panel], so that a row of the file is a panel's tap.
def input_rows(weight: Tensor) -> Tensor:
    return weight.reshape(FILTERS, PLANES, 9).permute(1, 2, 0).reshape(-1, FILTERS)


def input_weight(rows: Tensor) -> Tensor:
    return rows.reshape(PLANES, 9, FILTERS).permute(2, 0, 1).reshape(FILTERS, PLANES, 3, 3)


def block_rows(weight: Tensor) -> Tensor:
    panels = weight.reshape(PANELS, PANEL, FILTERS, 9)
    return panels.permute(0, 3, 2, 1).reshape(-1, FILTERS * PANEL)


def block_weight(rows: Tensor) -> Tensor:
    panels = rows.reshape(PANELS, 9, FILTERS, PANEL)
    return panels.permute(0, 3, 2, 1).reshape(FILTERS, FILTERS, 3, 3)


def same(rows: Tensor) -> Tensor:
    return rows


def one_row(bias: Tensor) -> Tensor:
    return bias.reshape(1, -1)


def no_row(rows: Tensor) -> Tensor:
    return rows.reshape(-1)


def parts(net: HumanNet) -> list:
    """The parameters in the order of the file, each with functions that convert it to rows and back."""
    listed = [(net.input.weight, input_rows, input_weight), (net.input_conditions, same, same)]
    for block in net.blocks:
        listed += [(block.first.weight, block_rows, block_weight),
                   (block.second.weight, block_rows, block_weight),
                   (block.first.bias, one_row, no_row), (block.second.bias, one_row, no_row),
                   (block.pool, same, same)]
    return listed + [(part, same, same)
                     for part in (net.origin, net.target, net.scene, net.rows, net.worth)]


@torch.no_grad()
def write(net: HumanNet, path: str) -> None:
    body = bytearray()
    for part, to_rows, _ in parts(net):
        for row in to_rows(part).double().cpu().numpy():
            unit = float(np.abs(row).max()) / 127
            if not unit <= 1:
                raise ValueError("the weights are too large: %g, at most 127" % (127 * unit))
            numbers = np.rint(row / unit) if unit > 0 else np.zeros(len(row))
            body += struct.pack("<d", unit) + numbers.astype(np.int8).tobytes()
    header = HEADER.pack(MAGIC, VERSION, HEADER.size + len(body), checksum(body), *SHAPE)
    with open(path, "wb") as file:
        file.write(header + body)


@torch.no_grad()
def read(path: str) -> HumanNet:
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < HEADER.size:
        raise ValueError("%s: the file is too short" % path)
    magic, version, size, check, *shape = HEADER.unpack_from(data)
    if magic != MAGIC or version != VERSION or tuple(shape) != SHAPE or size != len(data):
        raise ValueError("%s: not a network of method human of this version and shape" % path)
    if check != checksum(data[HEADER.size:]):
        raise ValueError("%s: the checksum is wrong" % path)
    net, at = HumanNet(), HEADER.size
    for part, to_rows, from_rows in parts(net):
        count, width = to_rows(part).shape
        row_type = np.dtype([("unit", "<f8"), ("numbers", "i1", (width,))])
        rows = np.frombuffer(data, row_type, count, at)
        at += rows.nbytes
        values = (rows["unit"][:, None] * rows["numbers"]).astype(np.float32)
        part.copy_(from_rows(torch.from_numpy(values)))
    return net
