# An evening in lines of text: the answers of the program decide what is typed, as for a person. A
# second engine finds the moves. Prints everything that was typed and answered.
import os, re, subprocess, sys

PROGRAM = os.environ["FALLIBLE"]


class Lines:
    def __init__(self, arguments):
        self.program = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0)
        self.all = ""
        self.answer()

    def answer(self):
        """What is printed up to the next prompt, which ends without a line end."""
        text = b""
        while not re.search(rb"(^|\n)[^\n]*> $", text):
            more = os.read(self.program.stdout.fileno(), 65536)
            if not more:
                break
            text += more
        self.all += text.decode()
        return text.decode()

    def type(self, line):
        self.program.stdin.write(line.encode() + b"\n")
        return self.answer()

    def want(self, line, words):
        """Types the line; the answer must have the words."""
        text = self.type(line)
        if not re.search(words, text):
            sys.exit(f"{self.all}\n{line!r} was answered without {words!r}")
        return text


class Finder:
    def __init__(self):
        self.engine = subprocess.Popen([PROGRAM, "uci"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True, bufsize=1)
        self.seen = {}

    def moves(self, lines, count, limit):
        """The position that the lines show, and its best moves, the best one first."""
        fen = re.search(r"^\S+/\S+ [wb] \S+ \S+ \d+ \d+$", lines.type("fen"), re.M).group()
        self.engine.stdin.write(
            f"setoption name MultiPV value {count}\nposition fen {fen}\ngo {limit}\n")
        moves = {}
        for line in self.engine.stdout:
            found = re.search(r" multipv (\d+) .* pv (\S+)", line)
            if found:
                moves[int(found.group(1))] = found.group(2)
            if line.startswith("bestmove"):
                moves.setdefault(1, line.split()[1])
                break
        return fen, [moves[number] for number in sorted(moves)]

    def best(self, lines, nodes):
        """The best move; each time that the position comes again, the next best one, so that a
        game does not end by repetition."""
        fen, moves = self.moves(lines, 4, f"nodes {nodes}")
        place = " ".join(fen.split()[:4])
        self.seen[place] = self.seen.get(place, 0) + 1
        return moves[self.seen[place] - 1] if self.seen[place] <= len(moves) else moves[0]

    def worst(self, lines):
        """The move that loses most."""
        return self.moves(lines, 64, "depth 3")[1][-1]


def solve(lines, finder):
    """Solves the position shown, which may ask for several moves."""
    for _ in range(10):
        text = lines.type(finder.best(lines, 200000))
        if "Right: " in text and "Find the next move" not in text:
            return
        if "The move was" in text:
            break
    sys.exit(f"{lines.all}\nnot solved")


def main():
    games = sys.argv[1]
    lines, finder = Lines(["--plain"]), Finder()

    lines.want("elo 200", "The opponent is now Fallible 200")
    lines.want("e4", r"1\.\.\. ")
    lines.want("Qh5", r"2\.\.\. ")
    text = lines.type(finder.worst(lines)) # the review needs a mistake
    for _ in range(150):
        if "The game is over" in text:
            break
        text = lines.type(finder.best(lines, 20000)) # beats a 200
    assert "you win" in text and "checkmate" in text, lines.all
    lines.want("result", r"You won by checkmate\.[^$]*Accuracy: you \d+")
    review = lines.want("review", r"Review: You 1-0 ")
    mistake = re.search(r"^Your (\d+)\. (\S+?)[?!]* ", review, re.M)
    assert mistake, review
    lines.want("analyze", "Analysing")
    lines.want("start", "start of the game|White, depth")
    for _ in range(2 * int(mistake.group(1)) - 1): # to the mistake itself
        text = lines.want("forward", r"White, depth|\.")
    assert mistake.group(2).rstrip("+#") in text, text
    lines.want("explain", mistake.group(2)[:3])
    lines.want("analyze", "Back to the game")

    lines.want("home", "t: Today. You won.")
    lines.want("t", "Position 1 of ")
    solve(lines, finder)
    lines.type("stop")
    lines.want("z", "Position 1 of 10. A new puzzle")
    solve(lines, finder)
    lines.want("stop", r"1 of 1 solved\.[^$]*Home\.")

    lines.want(f"load {games}", "Anna - Bert, 1-0")
    lines.want("forward", "White, depth")
    lines.want("lines", r"White, depth \d+: 1\.\.\. ")
    lines.want("threat", "Threat: ")
    lines.want("home", "s: Statistics")
    lines.want("s", r"Games: 1 finished[^$]*Puzzles: 1 tried")
    lines.type("quit")
    if lines.program.wait(20) != 0:
        sys.exit(f"{lines.all}\nit left with an error")
    print(lines.all)


main()
