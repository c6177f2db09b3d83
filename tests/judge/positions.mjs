// Prints positions to explain as EPD: positions.mjs COUNT [all|puzzle|blunder|mistake|good [SEED]]. Of ten,
// three are puzzles, four are mistakes of 100 centipawns and more in games with evaluations, and one is a
// good move of those games. The rest are the mistakes that led to puzzles. Another seed chooses other
// positions. FALLIBLE_DATA may name a larger collection of games. The id says which it is, and what the last move
// took: "puzzle 12", "blunder 12", "mistake 3 knight", "good 4".
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { makeFen, parseFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { makeUci, parseUci, squareFile } from 'chessops/util';

const ROOT = new URL('../../', import.meta.url).pathname;
const DECIDED = 1000;

export const puzzles = () =>
  readFileSync(ROOT + 'puzzles/lichess.csv', 'utf8').trim().split('\n').slice(1).map(row => {
    const [, fen, moves, , , themes] = row.split(',');
    return { fen, moves: moves.split(' '), themes: themes.trim().split(' ') };
  });

function games() {
  const more = process.env.FALLIBLE_DATA && `${process.env.FALLIBLE_DATA}/human/lichess-evals-clocks.pgn.zst`;
  const text = more && existsSync(more)
    ? execFileSync('zstd', ['-dc', more], { maxBuffer: 1 << 28, encoding: 'utf8' })
    : readFileSync(ROOT + 'tests/data/lichess-evals.pgn', 'utf8');
  return parsePgn(text);
}

// The evaluation in a comment, for White, in centipawns within ten pawns.
function evaluation(comments) {
  const match = (comments ?? []).join(' ').match(/\[%eval (#?)(-?[\d.]+)\]/);
  if (!match) return undefined;
  const value = Number(match[2]) * (match[1] ? DECIDED : 100);
  return Math.max(-DECIDED, Math.min(DECIDED, value));
}

// Every move of the games with an evaluation before and after it: {fen, move, loss}, and the move before it with
// its position as `last`.
function moves() {
  const found = [];
  for (const game of games()) {
    const position = startingPosition(game.headers).unwrap();
    let before = 0;
    let last;
    for (const node of game.moves.mainline()) {
      const move = parseSan(position, node.san);
      const after = evaluation(node.comments);
      if (!move) break;
      const fen = makeFen(position.toSetup());
      if (before !== undefined && after !== undefined)
        found.push({
          fen,
          move: makeUci(move),
          last,
          loss: position.turn === 'white' ? before - after : after - before,
        });
      last = { fen, move: makeUci(move) };
      position.play(move);
      before = after;
    }
  }
  return found;
}

// Indices of `count` items, one of each part of the list; the seed (0: the first of each) chooses which.
function spread(list, count, seed) {
  const number = Math.min(count, list.length);
  const offset = (seed * 0.6180339887) % 1;
  return Array.from({ length: number }, (_, i) => Math.floor(((i + offset) * list.length) / number));
}

// The usual spelling of castling, as the king's move.
function usual(fen, uci) {
  const squares = { e1h1: 'e1g1', e1a1: 'e1c1', e8h8: 'e8g8', e8a8: 'e8c8' };
  const king = { e1: 'K', e8: 'k' }[uci.slice(0, 2)];
  if (!king || !squares[uci]) return uci;
  const rank = fen.split(' ')[0].split('/')[king === 'K' ? 7 : 0].replace(/\d/g, n => '.'.repeat(Number(n)));
  return rank[4] === king ? squares[uci] : uci;
}

// What the move takes: the role, or ''.
function taken(fen, uci) {
  const board = parseFen(fen).unwrap().board;
  const { from, to } = parseUci(uci);
  const own = board.get(from), other = board.get(to);
  if (other) return other.color === own.color ? '' : other.role; // castling may be written as a capture of the rook
  return own.role === 'pawn' && squareFile(from) !== squareFile(to) ? 'pawn' : '';
}

const line = (fen, opcode, move, id) =>
  `${fen.split(' ').slice(0, 4).join(' ')} ${opcode} ${usual(fen, move)}; id "${id}";`;

// A move of a game, told with the move before it.
const played = ({ fen, move, last }, id) =>
  last ? after(last.fen, last.move, id).replace('id ', `pm ${usual(fen, move)}; id `) : line(fen, 'pm', move, id);
// The position after the move, whose capture is the last word of the id.
const after = (fen, move, id) => line(fen, 'sm', move, `${id} ${taken(fen, move)}`.trim());

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const count = Number(process.argv[2] ?? 300);
  const seed = Number(process.argv[4] ?? 0);
  const every = moves();
  const all = puzzles();
  const mistakes = every.filter(one => one.loss >= 100);
  const good = every.filter(one => one.loss < 20);
  const choose = {
    mistake: number => spread(mistakes, number, seed).map(at => played(mistakes[at], `mistake ${at}`)),
    good: number => spread(good, number, seed).map(at => played(good[at], `good ${at}`)),
    puzzle: number => spread(all, number, seed).map(at => after(all[at].fen, all[at].moves[0], `puzzle ${at}`)),
    blunder: number => spread(all, number, seed).map(at => line(all[at].fen, 'pm', all[at].moves[0], `blunder ${at}`)),
  };
  const only = choose[process.argv[3]];
  const chosen = only ? only(count) : [
    ...choose.mistake(Math.round(count * 0.4)),
    ...choose.good(Math.round(count * 0.1)),
    ...choose.puzzle(Math.round(count * 0.3)),
  ];
  if (!only) chosen.push(...choose.blunder(count - chosen.length));
  // Mixed, so that the first part of a long run stands for the whole.
  const place = at => (at * 7919) % 104729;
  const order = chosen.map((_, at) => at).sort((a, b) => place(a) - place(b));
  console.log(order.map(at => chosen[at]).join('\n'));
}
