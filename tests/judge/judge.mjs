// Compares judge_driver's lines with chessops: the legal moves, their SAN, check, who could still mate,
// and the FEN after the move played. Exit status 1 on any difference.
import { createInterface } from 'node:readline';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { makeSquare, parseUci } from 'chessops/util';

const SHOWN = 20;
const counts = { positions: 0, moves: 0, castling: 0, promotions: 0, checks: 0, mates: 0, ends: 0 };
let differences = 0;
let announced = -1;

function differ(fen, what, ours, theirs) {
  if (++differences <= SHOWN) console.error(`${fen}\n  ${what}: ours ${ours}, chessops ${theirs}`);
}

// Every legal move in UCI, castling as king takes rook.
function legalMoves(position) {
  const moves = [];
  for (const [from, targets] of position.allDests()) {
    const pawn = position.board.pawn.has(from);
    for (const to of targets) {
      const uci = makeSquare(from) + makeSquare(to);
      if (pawn && (to < 8 || to >= 56)) for (const piece of 'qrbn') moves.push(uci + piece);
      else moves.push(uci);
    }
  }
  return moves.sort();
}

function facts(position) {
  const letters =
    (position.isCheck() ? 'c' : '') +
    (position.hasInsufficientMaterial('white') ? '' : 'w') +
    (position.hasInsufficientMaterial('black') ? '' : 'b');
  return letters || '-';
}

function judge(line) {
  const [fen, ourFacts, list, played, after] = line.split('\t');
  const position = parseFen(fen).chain(setup => Chess.fromSetup(setup)).unwrap();
  const ours = list ? list.split(' ').map(pair => pair.split(',')) : [];
  counts.positions++;
  counts.moves += ours.length;

  const theirMoves = legalMoves(position).join(' ');
  const ourMoves = ours.map(([uci]) => uci).sort().join(' ');
  if (ourMoves !== theirMoves) differ(fen, 'legal moves', ourMoves, theirMoves);
  if (ourFacts !== facts(position)) differ(fen, 'facts', ourFacts, facts(position));
  if (makeFen(position.toSetup()) !== fen) differ(fen, 'FEN', fen, makeFen(position.toSetup()));

  for (const [uci, san] of ours) {
    const theirs = makeSan(position, parseUci(uci));
    if (san !== theirs) differ(fen, `SAN of ${uci}`, san, theirs);
    if (san.startsWith('O')) counts.castling++;
    if (san.includes('=')) counts.promotions++;
    if (san.endsWith('+')) counts.checks++;
    if (san.endsWith('#')) counts.mates++;
  }
  if (played === '-') {
    counts.ends++;
    return;
  }
  position.play(parseUci(played));
  const theirFen = makeFen(position.toSetup());
  if (after !== theirFen) differ(fen, `FEN after ${played}`, after, theirFen);
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.startsWith('end\t')) {
    announced = Number(line.slice(4));
    continue;
  }
  try {
    judge(line);
  } catch (error) {
    differ(line, 'could not be judged', 'printed', error.message);
  }
}
if (announced !== counts.positions || announced === 0) {
  console.error(`judge: the driver announced ${announced} positions, ${counts.positions} came`);
  differences++;
}
console.log(
  `${counts.positions} positions, ${counts.moves} moves with SAN (${counts.castling} castling, ` +
    `${counts.promotions} promotions, ${counts.checks} checks, ${counts.mates} mates), ` +
    `${counts.ends} games ended: ${differences} differences`,
);
process.exit(differences ? 1 : 0);
