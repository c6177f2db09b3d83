// Checks claims of `fallible explain --json` with chessops: each line is legal, the material at its end
// is what the claim says, a mate is a mate, and the squares of forks, pins, skewers, hanging pieces and
// double checks stand as the claim says. Reads lines of JSON; prints a table by kind. Exit status 1 on
// any difference.
import { createInterface } from 'node:readline';
import { attacks, between } from 'chessops/attacks';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { opposite, parseSquare, parseUci } from 'chessops/util';

const WORTH = { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, king: 0 };
const SHOWN = 20;
const PASS = '0000';
const byKind = new Map();
let differences = 0;
let positions = 0;

const balance = (board, side) =>
  Object.keys(WORTH).reduce(
    (sum, role) =>
      sum + WORTH[role] * (board.pieces(side, role).size() - board.pieces(opposite(side), role).size()),
    0,
  );

function attackersOf(board, square, color) {
  let found = [];
  for (const from of board[color])
    if (attacks(board.get(from), from, board.occupied).has(square)) found.push(from);
  return found;
}

// Whether the piece on `from` bears on `target` through exactly the piece on `front`.
function through(board, from, front, target) {
  const piece = board.get(from);
  if (!piece || !['bishop', 'rook', 'queen'].includes(piece.role)) return false;
  return (
    attacks(piece, from, board.occupied).has(front) &&
    attacks(piece, from, board.occupied.without(front)).has(target) &&
    between(from, target).has(front)
  );
}

// The positions before each move of the line, and the one at its end; undefined after an illegal move.
function play(start, line) {
  const seen = [start.clone()];
  const position = start.clone();
  for (const text of line) {
    if (text === PASS) {
      if (position.isCheck()) return undefined;
      position.turn = opposite(position.turn);
      position.epSquare = undefined;
    } else {
      const move = parseUci(text);
      if (!move || !position.isLegal(move)) return undefined;
      position.play(move);
    }
    seen.push(position.clone());
  }
  return seen;
}

function faults(claim, start) {
  const seen = play(start, claim.line);
  if (!seen) return 'an illegal line';
  const end = seen[seen.length - 1];
  const material = balance(end.board, claim.side) - balance(start.board, claim.side);
  if (claim.material !== undefined && material !== claim.material)
    return `material ${claim.material}, counted ${material}`;
  if (claim.mate !== undefined && !end.isCheckmate()) return 'no mate at the end of the line';
  if (claim.at === undefined || claim.at >= claim.line.length) return '';
  const kind = claim.what ?? claim.kind;
  const { board } = seen[claim.at + 1];
  const by = claim.by && parseSquare(claim.by);
  const targets = (claim.targets ?? []).map(parseSquare);
  const bears = square => board.get(by) && attacks(board.get(by), by, board.occupied).has(square);
  switch (kind) {
    case 'fork':
    case 'discovered attack':
      return targets.every(bears) ? '' : `${claim.by} does not attack ${claim.targets}`;
    case 'pin':
    case 'skewer':
      return through(board, by, targets[0], targets[1]) ? '' : `no line ${claim.by} ${claim.targets}`;
    case 'double check':
      return seen[claim.at + 1].ctx().checkers.size() === 2 ? '' : 'not two checkers';
    case 'hangs': {
      const before = seen[claim.at].board;
      const victim = before.get(targets[0]);
      if (!victim || victim.color === claim.side) return `no piece to take on ${claim.targets[0]}`;
      const theirs = attackersOf(before, targets[0], claim.side);
      const listed = (claim.attackers ?? []).map(parseSquare);
      return listed.every(square => theirs.includes(square)) ? '' : `${claim.attackers} do not attack`;
    }
    case 'attack':
      return attackersOf(board, targets[0], claim.side).length ? '' : `nobody attacks ${claim.targets}`;
    case 'saves a piece': {
      const moved = parseUci(claim.line[claim.at]);
      const was = moved.to === targets[0] ? moved.from : targets[0];
      const hit = attackersOf(seen[claim.at].board, was, opposite(claim.side)).length;
      return hit ? '' : `${claim.targets} was not attacked`;
    }
    case 'exchange':
      return material === 0 ? '' : 'material changes';
    case 'centre':
      return ['d4', 'e4', 'd5', 'e5'].includes(claim.targets[0]) ? '' : `${claim.targets} is no centre`;
    case 'promotion':
      return claim.line.some(text => text.length === 5) ? '' : 'no promotion in the line';
    default:
      return '';
  }
}

function judge(text) {
  const { fen, best, claims } = JSON.parse(text);
  const start = parseFen(fen).chain(setup => Chess.fromSetup(setup)).unwrap();
  positions++;
  if (best && !start.isLegal(parseUci(best))) {
    differences++;
    console.error(`${fen}\n  best ${best} is illegal`);
  }
  for (const claim of claims) {
    const name = claim.what ? `${claim.kind}: ${claim.what}` : claim.kind;
    const row = byKind.get(name) ?? { right: 0, wrong: 0 };
    byKind.set(name, row);
    const fault = faults(claim, start);
    if (!fault) {
      row.right++;
      continue;
    }
    row.wrong++;
    if (++differences <= SHOWN) console.error(`${fen}\n  ${claim.words}: ${fault}\n  ${claim.line.join(' ')}`);
  }
}

for await (const line of createInterface({ input: process.stdin })) if (line.trim()) judge(line);
const rows = [...byKind].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [kind, { right, wrong }] of rows)
  console.error(`  ${kind.padEnd(40)} ${String(right).padStart(5)} right ${String(wrong).padStart(4)} wrong`);
const claims = rows.reduce((sum, [, row]) => sum + row.right + row.wrong, 0);
console.log(`${positions} positions, ${claims} claims, ${differences} wrong`);
if (differences || positions === 0) process.exit(1);
