// What chessops says about a claim of `fallible explain --json`: whether its line is legal, whether the
// material is what the claim and its words say, and whether the pieces stand as the kind requires.
import { attacks, between } from 'chessops/attacks';
import { opposite, parseSquare, parseUci, squareFile, squareRank } from 'chessops/util';

export const PASS = '0000';
const WORTH = { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900, king: 0 };
const ROLES = Object.keys(WORTH);
const SLIDERS = ['bishop', 'rook', 'queen'];

export const balance = (board, side) =>
  ROLES.reduce(
    (sum, role) =>
      sum + WORTH[role] * (board.pieces(side, role).size() - board.pieces(opposite(side), role).size()),
    0,
  );

function attackersOf(board, square, color) {
  const found = [];
  for (const from of board[color])
    if (attacks(board.get(from), from, board.occupied).has(square)) found.push(from);
  return found;
}

const bears = (board, from, target) =>
  board.get(from) !== undefined && attacks(board.get(from), from, board.occupied).has(target);

// Whether the piece on `from` bears on `target` through exactly the piece on `front`.
function through(board, from, front, target) {
  const piece = board.get(from);
  if (!piece || !SLIDERS.includes(piece.role)) return false;
  return (
    bears(board, from, front) &&
    attacks(piece, from, board.occupied.without(front)).has(target) &&
    between(from, target).has(front)
  );
}

// The positions before each move of the line, and the one at its end; undefined after an illegal move.
export function play(start, line) {
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

// The index of the first move of the claim's side: after the move played, or after a pass.
export function firstOf(claim) {
  const pass = claim.line.indexOf(PASS);
  if (pass >= 0) return pass + 1;
  return ['allows', 'only move'].includes(claim.kind) ? 1 : 0;
}

export const kindOf = claim => claim.what ?? claim.kind;

const moveOf = (claim, index) => parseUci(claim.line[index] ?? 'a1a1');
const same = (one, other) => [...one].sort().join() === [...other].sort().join();
const ahead = (square, color, other) =>
  color === 'white' ? squareRank(other) > squareRank(square) : squareRank(other) < squareRank(square);

// Pawns of the other color ahead of the square, on its file or only beside it.
function opposing(board, square, color, own) {
  const found = [];
  for (const pawn of board.pieces(opposite(color), 'pawn')) {
    const distance = Math.abs(squareFile(pawn) - squareFile(square));
    if (ahead(square, color, pawn) && (distance === 1 || (own && distance === 0))) found.push(pawn);
  }
  return found;
}

const CHECKS = {
  fork: ({ board, by, targets }) => targets.length >= 2 && targets.every(square => bears(board, by, square)),
  'discovered attack': ({ board, before, by, targets, move }) =>
    bears(board, by, targets[0]) && !bears(before, by, targets[0]) && move.to !== by,
  pin: ({ board, by, targets }) => through(board, by, targets[0], targets[1]),
  skewer: ({ board, by, targets }) => through(board, by, targets[0], targets[1]),
  'double check': ({ after }) => after.ctx().checkers.size() === 2,
  hangs: ({ claim, before, targets, move, side }) => {
    const victim = before.get(targets[0]);
    const squares = list => (list ?? []).map(parseSquare);
    return (
      victim?.color === opposite(side) &&
      move.to === targets[0] &&
      same(squares(claim.attackers), attackersOf(before, targets[0], side)) &&
      same(squares(claim.defenders), attackersOf(before, targets[0], opposite(side)))
    );
  },
  'trapped piece': ({ board, targets, side }) =>
    board.get(targets[0])?.color === opposite(side) && attackersOf(board, targets[0], side).length > 0,
  'removal of the guard': ({ before, targets, move, later }) =>
    move.to === targets[1] && bears(before, targets[1], targets[0]) && later(targets[0]),
  'overloaded defender': ({ board, targets, reply, next }) =>
    reply.from === targets[0] && bears(board, targets[0], targets[1]) && next.to === targets[1],
  attraction: ({ seen, claim, targets, reply, next }) =>
    reply.to === targets[0] && bears(seen[claim.at + 3].board, next.to, targets[0]),
  'intermediate move': ({ seen, claim, targets, next }) => {
    const before = seen[claim.at];
    return next.to === targets[0] && attackersOf(before.board, targets[0], before.turn).length > 0;
  },
  promotion: ({ claim }) => claim.line[claim.at].length === 5,
  stalemate: ({ end }) => end.isStalemate(),
  perpetual: ({ seen, side }) => seen.slice(1).every(position => position.turn === side || position.isCheck()),
  'back rank': ({ end, side }) => {
    const king = end.board.kingOf(opposite(side));
    const home = side === 'white' ? 7 : 0;
    return (
      squareRank(king) === home &&
      [...end.ctx().checkers].every(
        from => squareRank(from) === home && ['rook', 'queen'].includes(end.board.get(from).role),
      )
    );
  },
  outpost: ({ board, targets, side }) =>
    opposing(board, targets[0], side, false).length === 0 &&
    attackersOf(board, targets[0], side).some(from => board.get(from).role === 'pawn'),
  'open file': ({ board, targets }) =>
    [...board.pawn].every(pawn => squareFile(pawn) !== squareFile(targets[0])),
  'passed pawn': ({ board, targets, side }) =>
    board.get(targets[0])?.role === 'pawn' && opposing(board, targets[0], side, true).length === 0,
  castles: ({ board, side, before }) =>
    Math.abs(squareFile(board.kingOf(side)) - squareFile(before.kingOf(side))) >= 1,
  develops: ({ board, targets, move, side }) =>
    ['knight', 'bishop'].includes(board.get(targets[0])?.role) &&
    squareRank(move.from) === (side === 'white' ? 0 : 7),
  bishops: ({ end }) =>
    end.board.bishop.size() === 2 && end.board.knight.union(end.board.rook).union(end.board.queen).isEmpty(),
  'pawn ending': ({ end }) => end.board.pawn.union(end.board.king).size() === end.board.occupied.size(),
};
CHECKS.attack = ({ board, targets, side }) => attackersOf(board, targets[0], side).length > 0;
CHECKS['saves a piece'] = ({ before, targets, move, side }) =>
  attackersOf(before, move.to === targets[0] ? move.from : targets[0], opposite(side)).length > 0;
CHECKS.exchange = ({ claim }) => claim.material === 0;
CHECKS.centre = ({ claim }) => ['d4', 'e4', 'd5', 'e5'].includes(claim.targets[0]);
CHECKS.deflection = CHECKS['overloaded defender'];

// The pieces that a phrase lists: "a rook and two pawns" is {rook: 1, pawn: 2}.
function counted(phrase) {
  const numbers = { a: 1, the: 1, two: 2, three: 3, four: 4 };
  const found = {};
  for (const [, number, role] of phrase.matchAll(/\b(a|the|two|three|four) (pawn|knight|bishop|rook|queen)s?\b/g))
    found[role] = (found[role] ?? 0) + numbers[number];
  return found;
}

// Whether the words name the pieces that the line wins and pays. Only words that end in a sum of pieces
// are read: "... wins a rook for a bishop", "... wins the exchange".
function wordsFault(claim, seen) {
  const match = claim.words.match(/ wins ((?:the exchange|(?:a|the|two|three|four) (?:pawn|knight|bishop|rook|queen)s?)(?!.* on ).*)$/);
  if (!match || claim.words.includes('promotes')) return '';
  const won = Object.fromEntries(ROLES.map(role => [role, 0]));
  const first = firstOf(claim);
  const last = claim.line[first - 1] ?? PASS; // what it took is owed; a pawn it promoted is a queen now
  const start = seen[last === PASS || last.length === 5 ? first : first - 1].board;
  const end = seen[seen.length - 1].board;
  for (const role of ROLES) {
    const count = color => start.pieces(color, role).size() - end.pieces(color, role).size();
    won[role] = count(opposite(claim.side)) - count(claim.side);
  }
  while (won.knight * won.bishop < 0) {
    const sign = Math.sign(won.knight);
    won.knight -= sign;
    won.bishop += sign;
  }
  const [gained, paid] = match[1].replace('the exchange', 'a rook for a bishop').split(' for ').map(counted);
  const said = role => (gained[role] ?? 0) - (paid?.[role] ?? 0);
  const minors = sum => sum('knight') + sum('bishop');
  const right =
    ['pawn', 'rook', 'queen'].every(role => said(role) === won[role]) && minors(said) === minors(r => won[r]);
  return right ? '' : `the words say "${match[1]}", the line wins ${JSON.stringify(won)}`;
}

// What is wrong with a claim, or ''. beforeKnown: no move precedes the position, so what was taken just
// before cannot explain the words.
export function faults(claim, start, beforeKnown) {
  const seen = play(start, claim.line);
  if (!seen) return 'an illegal line';
  const end = seen[seen.length - 1];
  const material = balance(end.board, claim.side) - balance(start.board, claim.side);
  if (claim.material !== undefined && material !== claim.material)
    return `material ${claim.material}, counted ${material}`;
  if (claim.mate !== undefined) {
    if (!end.isCheckmate()) return 'no mate at the end of the line';
    const moves = Math.ceil((claim.line.length - firstOf(claim)) / 2);
    if (moves !== claim.mate) return `mate in ${claim.mate}, the line has ${moves} moves`;
  }
  if (claim.at === undefined || claim.at >= claim.line.length) return '';
  const after = seen[claim.at + 1];
  const context = {
    claim,
    seen,
    end,
    after,
    side: claim.side,
    board: after.board,
    before: seen[claim.at].board,
    by: claim.by && parseSquare(claim.by),
    targets: (claim.targets ?? []).map(parseSquare),
    move: moveOf(claim, claim.at),
    reply: moveOf(claim, claim.at + 1),
    next: moveOf(claim, claim.at + 2),
    later: square => claim.line.slice(claim.at + 1).some(text => parseUci(text)?.to === square),
  };
  const check = CHECKS[kindOf(claim)];
  if (check && !check(context))
    return `the pieces do not stand so: by ${claim.by ?? '-'}, targets ${claim.targets ?? '-'}`;
  return beforeKnown ? wordsFault(claim, seen) : '';
}
