#!/usr/bin/env python3
"""Gives positions (EPD with c9) the score of a UCI engine, as the opcode ce.

Positions in which the engine would capture or promote are left out, and so are mates: the network
should learn what the evaluation says about quiet positions.
"""
import argparse
import subprocess
import sys


def is_quiet(fen: str, move: str) -> bool:
    """Whether the move neither captures nor promotes."""
    ranks = fen.split()[0].split("/")
    board = "".join("." * int(c) if c.isdigit() else c for c in "".join(ranks))
    piece, target = (board[(8 - int(move[i + 1])) * 8 + ord(move[i]) - ord("a")] for i in (0, 2))
    return len(move) == 4 and target == "." and (piece not in "pP" or move[0] == move[2])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default="stockfish", help="the engine's program (default stockfish)")
    parser.add_argument("--nodes", type=int, default=400, help="nodes for each position (default 400)")
    options = parser.parse_args()
    engine = subprocess.Popen([options.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    engine.stdin.write(b"uci\nsetoption name Hash value 8\nisready\n")
    for line in sys.stdin:
        words = line.split()
        fen = " ".join(words[:4])
        engine.stdin.write(b"position fen %s 0 30\ngo nodes %d\n" % (fen.encode(), options.nodes))
        engine.stdin.flush()
        score = None
        for answer in engine.stdout:
            if b" score " in answer:
                found = answer.split(b" score ")[1].split()
                score = int(found[1]) if found[0] == b"cp" else None
            if answer.startswith(b"bestmove"):
                break
        else:
            sys.exit("label.py: the engine has ended")
        if score is not None and is_quiet(fen, answer.split()[1].decode()):
            print("%s %s %s ce %d;" % (fen, words[4], words[5], score))
    engine.stdin.write(b"quit\n")
    engine.stdin.close()


if __name__ == "__main__":
    main()
