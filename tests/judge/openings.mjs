// Checks the openings that ship: openings.mjs [NODES]. chessops plays every line. With NODES, our engine
// ($FALLIBLE) searches each move that is to be learnt, and the best move, with that many nodes. Prints the
// moves that lose more than LOSS_MAX against the best one, and how many were checked. Exit status 1 if
// there are any, or if a line cannot be played.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';

const LOSS_MAX = 75; // centipawns
const nodes = Number(process.argv[2] ?? 0);
const folder = new URL('../../share/openings/', import.meta.url).pathname;
let moves = 0, wrong = 0;

function report(text) {
  wrong++;
  console.log(text);
}

// Every move of the side that learns: [{fen, uci, name}].
function learnt(file) {
  const side = file.split('-')[0], found = new Map();
  const walk = (node, position, path) => {
    for (const child of node.children) {
      const move = parseSan(position, child.data.san), name = `${path} ${child.data.san}`;
      if (!move) {
        report(`${file}: illegal:${name}`);
        continue;
      }
      const fen = makeFen(position.toSetup());
      moves++;
      if (position.turn === side) found.set(`${fen} ${makeUci(move)}`, { fen, uci: makeUci(move), name });
      const after = position.clone();
      after.play(move);
      walk(child, after, name);
    }
  };
  for (const game of parsePgn(readFileSync(folder + file, 'utf8')))
    walk(game.moves, startingPosition(game.headers).unwrap(), '');
  return [...found.values()];
}

class Engine {
  constructor() {
    this.program = spawn(process.env.FALLIBLE ?? './fallible', ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.lines = createInterface({ input: this.program.stdout })[Symbol.asyncIterator]();
  }

  // The score of the best move, or of the only one that may be played, for the side to move.
  async score(fen, only) {
    this.program.stdin.write(`ucinewgame\nposition fen ${fen}\ngo nodes ${nodes}${only ? ` searchmoves ${only}` : ''}\n`);
    let score = 0;
    for (;;) {
      const line = (await this.lines.next()).value;
      const found = / score (cp|mate) (-?\d+)/.exec(line);
      if (found) score = found[1] === 'cp' ? Number(found[2]) : Math.sign(found[2]) * 10000;
      if (line.startsWith('bestmove')) return score;
    }
  }
}

const files = readdirSync(folder).filter(name => name.endsWith('.pgn'));
const engine = nodes ? new Engine() : null;
for (const file of files) {
  const all = learnt(file);
  if (!all.length) report(`${file}: no move to learn`);
  for (const { fen, uci, name } of engine ? all : []) {
    const loss = await engine.score(fen) - await engine.score(fen, uci);
    if (loss > LOSS_MAX) report(`${file}: loses ${loss}:${name}`);
  }
  console.log(`${file}: ${all.length} moves to learn`);
}
engine?.program.stdin.end('quit\n');
console.log(`${moves} moves of ${files.length} files, ${wrong} wrong`);
process.exit(wrong || !moves ? 1 : 0);
