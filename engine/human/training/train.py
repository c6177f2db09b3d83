#!/usr/bin/env python3
"""Trains the network of method human on the choices that `fallible human-data` writes.

Adam with decoupled weight decay (Loshchilov and Hutter, 2019); the rate falls along half a cosine.
The target is the move played, mixed with the policy of a Maia network if --maia is given. Positions
in which neither side may castle any more are mirrored with a probability of one half.

With --teachers N, N networks are trained first, and the mean of their probabilities, together with
Maia's, becomes the policy that the network learns from (Hinton and others, "Distilling the knowledge
in a neural network", 2015): several networks together predict moves better than each alone. The
training goes on from the first of them.
"""
import argparse
import math
import time
from typing import Optional, Sequence

import numpy as np
import torch
from torch import Tensor

import maia
import weights
from data import Choices
from model import Batch, HumanNet, half_precision, log_chances, may_castle, mirror

WARM_UP = 0.01  # share of the training during which the rate rises to its full value
REPORT = 200  # steps between reports
OPENING = 10  # plies that the report leaves out
SYSTEMS = ("Lichess", "chess.com", "FIDE", "FICS")


def loss_of(net: HumanNet, batch: Batch, distil: float) -> Tensor:
    """The cross-entropy to the target. An imagined player played nothing, so only the policy counts."""
    half = torch.rand(len(batch.played), device=batch.played.device) < 0.5
    batch = mirror(batch, ~may_castle(batch) & half)
    share = torch.where(batch.imagined, 1, distil * batch.trust)[batch.choice]
    target = share * batch.policy
    target[batch.played] += 1 - share[batch.played]
    return -(target * log_chances(net(batch), batch)).sum() / len(batch.played)


@torch.no_grad()
def judge(net: HumanNet, choices: Choices, indexes: np.ndarray) -> np.ndarray:
    """For each choice: the log-likelihood of the move played and whether it was the most likely one,
    by the network, then by the policy that it learns from."""
    rows = []
    for begin in range(0, len(indexes), 2048):
        batch = choices.batch(indexes[begin:begin + 2048])
        with half_precision(choices.device, torch.bfloat16):
            logits = net.logits(batch)
        row = []
        for chances in (log_chances(logits.float(), batch), torch.log(batch.policy + 1e-6)):
            best = chances.new_full((len(batch.played),), -torch.inf)
            best = best.scatter_reduce(0, batch.choice, chances, "amax")
            row += [chances[batch.played], (chances[batch.played] >= best).float()]
        rows.append(torch.stack(row, 1).cpu().numpy())
    return np.concatenate(rows) if rows else np.zeros((0, 4))


def likelihood(net: HumanNet, choices: Choices, indexes: np.ndarray) -> float:
    """The mean log-likelihood of the moves played."""
    return float(judge(net, choices, indexes)[:, 0].mean()) if len(indexes) else 0.0


def report(net: HumanNet, choices: Choices, random: np.random.Generator, count: int) -> None:
    """Prints how well held-out moves are predicted, by rating system and band."""
    held_out = choices.held_out[(choices.ply[choices.held_out] >= OPENING)
                                & (choices.move_counts[choices.held_out] > 1)]
    chosen = np.sort(random.choice(held_out, min(count, len(held_out)), replace=False))
    result = judge(net, choices, chosen)
    print("system     rating  choices  first choice %  policy's  log-likelihood  policy's")
    for system, name in enumerate(SYSTEMS):
        for rating in range(0, 3000, 200):
            these = result[(choices.system[chosen] == system)
                           & (choices.rating[chosen] // 200 * 200 == rating)]
            if len(these) >= 200:
                mean = these.mean(0)
                print("%-10s %6d  %7d  %14.2f  %8.2f  %14.4f  %8.4f"
                      % (name, rating, len(these), 100 * mean[1], 100 * mean[3], mean[0], mean[2]))


def train(net: HumanNet, choices: Choices, options: argparse.Namespace, output: str,
          minutes: Optional[float], seed: int) -> None:
    device = choices.device
    net.to(device, memory_format=torch.channels_last).train()
    random = np.random.default_rng(seed)
    optimiser = torch.optim.AdamW(net.parameters(), options.rate, weight_decay=options.decay)
    held_out = choices.held_out[:: max(len(choices.held_out) // 20000, 1)]
    begin, step, done, losses = time.monotonic(), 0, 0.0, []
    steps = options.passes * math.ceil(len(choices.training) / options.batch)
    while done < 1:
        for indexes in np.array_split(random.permutation(choices.training),
                                      math.ceil(len(choices.training) / options.batch)):
            pace = min(done / WARM_UP + 0.01, 1) * 0.5 * (1 + math.cos(math.pi * done))
            for group in optimiser.param_groups:
                group["lr"] = options.rate * pace
            batch = choices.batch(indexes, options.imagined if options.maia else 0)
            with half_precision(device, torch.bfloat16):
                loss = loss_of(net, batch, options.distil)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1)
            optimiser.step()
            losses.append(loss.detach())
            step += 1
            spent = (time.monotonic() - begin) / 60
            done = min(spent / minutes if minutes else step / steps, 1)
            if step % REPORT == 0 or done == 1:
                print("step %d, %.1f minutes, %.0f %%: loss %.4f" %
                      (step, spent, 100 * done, torch.stack(losses).mean()), flush=True)
                losses = []
            if step % (10 * REPORT) == 0 or done == 1:
                print("log-likelihood of held-out moves %.4f" % likelihood(net, choices, held_out),
                      flush=True)
                weights.write(net, output)
            if done == 1:
                return


@torch.no_grad()
def teach(choices: Choices, teachers: Sequence[HumanNet]) -> None:
    """Sets the policy of all choices to the mean of Maia's, as far as it is trusted, and of the
    teachers' probabilities."""
    for begin in range(0, len(choices), 8192):
        indexes = np.arange(begin, min(begin + 8192, len(choices)))
        batch = choices.batch(indexes)
        sums = batch.trust[batch.choice] * batch.policy
        for teacher in teachers:
            with half_precision(choices.device, torch.bfloat16):
                logits = teacher(batch)
            sums += torch.exp(log_chances(logits.float(), batch))
        _, stored, _ = choices.legal(indexes)
        choices.policy[stored] = (sums / (batch.trust[batch.choice] + len(teachers))).half()
    choices.trust.fill_(1)


def first_net(options: argparse.Namespace) -> HumanNet:
    if options.begin:
        return weights.read(options.begin)
    net = HumanNet()
    net.begin()
    return net


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("choices", nargs="+", help="files written by fallible human-data")
    parser.add_argument("-o", "--output", default="share/habits.bin", help="the weights")
    parser.add_argument("--begin", metavar="FILE", help="weights to continue from")
    parser.add_argument("--maia", metavar="DIR", help="the folder of the Maia networks")
    parser.add_argument("--passes", type=int, default=5, help="passes over the choices")
    parser.add_argument("--minutes", type=float, help="length of the training, instead of --passes")
    parser.add_argument("--batch", type=int, default=2048, help="choices per step")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--distil", type=float, default=0.7,
                        help="weight of the policy that the network learns from, 0 to 1")
    parser.add_argument("--imagined", type=float, default=0.25,
                        help="with --maia: in this share of the choices the player is one of another "
                             "rating, who plays what the Maia network of that rating says")
    parser.add_argument("--teachers", type=int, default=0, metavar="N",
                        help="how many networks to train first, to learn from")
    parser.add_argument("--teacher-minutes", type=float, help="length of the training of each")
    parser.add_argument("--report", type=int, default=300000, help="held-out choices in the report")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    torch.manual_seed(options.seed)
    torch.backends.cudnn.benchmark = True
    choices = Choices(options.choices, options.device)
    if len(choices.training) == 0:
        raise SystemExit("%s: no choices to train on" % options.choices[0])
    print("%d choices, %d of them held out" % (len(choices), len(choices.held_out)), flush=True)
    if options.maia:
        maia.ask(choices, options.maia, np.random.default_rng(options.seed))
    teachers = []
    for number in range(1, options.teachers + 1):
        teachers.append(first_net(options))
        train(teachers[-1], choices, options, "%s.teacher%d" % (options.output, number),
              options.teacher_minutes or options.minutes, options.seed + number)
    if teachers:
        report(teachers[-1], choices, np.random.default_rng(options.seed), options.report)
        teach(choices, teachers)
    net = teachers[0] if teachers else first_net(options)
    train(net, choices, options, options.output, options.minutes, options.seed)
    report(weights.read(options.output).to(choices.device, memory_format=torch.channels_last), choices,
           np.random.default_rng(options.seed), options.report)


if __name__ == "__main__":
    main()
