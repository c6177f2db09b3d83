// Checks the openings that ship: openings.mjs [NODES]. chessops plays every line. With NODES, our engine
// ($FALLIBLE) searches each move that is to be learnt, and the best move, with that many nodes. Prints the
// moves that lose more than LOSS_MAX against the best one, and how many were checked. Exit status 1 if
// there are any, or if a line cannot be played.
import { readdirSync, readFileSync } from 'node:fs';
import { makeFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeUci } from 'chessops/util';
import { Engine } from './stockfish.mjs';

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

// The score of the best move, or of the only one to search, for the side to move.
const score = async (fen, only) => (await engine.search(fen, nodes, 1, only)).lines[0].score;

const files = readdirSync(folder).filter(name => name.endsWith('.pgn'));
const engine = nodes ? new Engine(process.env.FALLIBLE ?? './fallible', ['uci']) : null;
for (const file of files) {
  const all = learnt(file);
  if (!all.length) report(`${file}: no move to learn`);
  for (const { fen, uci, name } of engine ? all : []) {
    const loss = await score(fen) - await score(fen, uci);
    if (loss > LOSS_MAX) report(`${file}: loses ${loss}:${name}`);
  }
  console.log(`${file}: ${all.length} moves to learn`);
}
engine?.send('quit');
console.log(`${moves} moves of ${files.length} files, ${wrong} wrong`);
process.exit(wrong || !moves ? 1 : 0);
