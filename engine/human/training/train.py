#!/usr/bin/env python3
"""Trains the network of method human on the choices that `fallible human-data` writes.

Adam with decoupled weight decay (Loshchilov and Hutter, 2019); the rate falls along half a cosine.
The target is the move played, mixed with the policy of a Maia network if the file has it. If nobody may
castle any more, half of the choices are mirrored.
"""
import argparse
import math

import numpy as np
import torch

import weights
from data import Choices
from model import Batch, HumanNet, log_chances, may_castle, mirror

WARM_UP = 500  # steps until the full rate, but at most a tenth of all


def loss_of(net: HumanNet, batch: Batch, distil: float) -> torch.Tensor:
    batch = mirror(batch, ~may_castle(batch) & (torch.rand(len(batch.played)) < 0.5)
                   .to(batch.played.device))
    share = distil * batch.has_policy[batch.choice]
    target = share * batch.policy
    target[batch.played] += 1 - share[batch.played]
    return -(target * log_chances(net(batch), batch)).sum() / len(batch.played)


@torch.no_grad()
def likelihood(net: HumanNet, choices: Choices, indexes: np.ndarray, device: torch.device) -> float:
    """The mean log-likelihood of the moves played."""
    total = 0.0
    for batch in choices.batches(indexes, 256):
        batch = batch.to(device)
        total += log_chances(net.logits(batch), batch)[batch.played].sum().item()
    return total / max(len(indexes), 1)


def train(net: HumanNet, choices: Choices, options: argparse.Namespace) -> None:
    device = torch.device(options.device)
    net.to(device).train()
    random = np.random.default_rng(options.seed)
    each_pass = math.ceil(len(choices.training) / options.batch)
    steps = options.steps or options.passes * each_pass
    optimiser = torch.optim.AdamW(net.parameters(), options.rate, weight_decay=options.decay)

    warm_up = min(WARM_UP, steps // 10 + 1)

    def pace(step: int) -> float:
        return min((step + 1) / warm_up, 1) * 0.5 * (1 + math.cos(math.pi * step / steps))

    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, pace)
    held_out = choices.held_out[:: max(len(choices.held_out) // 4000, 1)]
    step, losses = 0, []
    while step < steps:
        for batch in choices.batches(random.permutation(choices.training), options.batch):
            loss = loss_of(net, batch.to(device), options.distil)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            losses.append(loss.item())
            step += 1
            if step == steps:
                break
        print("step %d of %d: loss %.4f, log-likelihood of the held-out moves %.4f"
              % (step, steps, np.mean(losses), likelihood(net, choices, held_out, device)),
              flush=True)
        losses = []


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("choices", help="what fallible human-data wrote")
    parser.add_argument("-o", "--output", default="share/habits.bin", help="the weights")
    parser.add_argument("--begin", metavar="FILE", help="weights to go on from")
    parser.add_argument("--passes", type=int, default=20, help="over the choices")
    parser.add_argument("--steps", type=int, help="in place of passes")
    parser.add_argument("--batch", type=int, default=256, help="choices a step")
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=0.01)
    parser.add_argument("--distil", type=float, default=0.9, help="weight of Maia's policy, 0 to 1")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    torch.manual_seed(options.seed)
    choices = Choices(options.choices)
    if len(choices.training) == 0:
        raise SystemExit("%s: no choices to train on" % options.choices)
    if options.begin:
        net = weights.read(options.begin)
    else:
        net = HumanNet()
        net.begin()
    train(net, choices, options)
    weights.write(net, options.output)


if __name__ == "__main__":
    main()
