// What chessops says about a claim of `fallible explain --json`: whether its line is legal, whether the
// material is what the claim and its words say, and whether the pieces stand as the kind requires.
import { attacks, between } from 'chessops/attacks';
import { makeBoardFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import { SquareSet } from 'chessops/squareSet';
import { makeUci, opposite, parseSquare, parseUci, squareFile, squareRank } from 'chessops/util';

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

// The index of the first move of the claim's side: after the move played, the reply to it, or a pass.
export function firstOf(claim) {
  const pass = claim.line.indexOf(PASS);
  if (pass >= 0) return pass + 1;
  if (['answers', 'punishes'].includes(claim.kind)) return 2;
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

const colorOf = (board, square) => board.get(square)?.color;
const roleOf = (board, square) => board.get(square)?.role;
const worth = (board, square) => WORTH[roleOf(board, square)] ?? 0;
const pieces = board => board.occupied.size();
const kingSteps = (one, other) =>
  Math.max(Math.abs(squareFile(one) - squareFile(other)), Math.abs(squareRank(one) - squareRank(other)));
const beside = square => [...attacks({ role: 'king', color: 'white' }, square, SquareSet.empty())];
const reach = (board, square) =>
  attacks(board.get(square), square, board.occupied).diff(board[colorOf(board, square)]).size();

// The same position with this color to move.
function turned(position, color) {
  if (position.turn === color) return position;
  const other = position.clone();
  other.turn = color;
  other.epSquare = undefined;
  return other;
}

// What the side to move wins by capturing on the square, the least valuable piece first, with legal moves.
function exchange(position, square) {
  if (!colorOf(position.board, square) || colorOf(position.board, square) === position.turn) return 0;
  const takers = [...position.allDests()].filter(([, to]) => to.has(square)).map(([from]) => from);
  const value = from => WORTH[roleOf(position.board, from)] || 10000;
  takers.sort((a, b) => value(a) - value(b));
  if (!takers.length) return 0;
  const last = squareRank(square) % 7 === 0 && roleOf(position.board, takers[0]) === 'pawn';
  const next = position.clone();
  next.play({ from: takers[0], to: square, promotion: last ? 'queen' : undefined });
  const gain = worth(position.board, square) + (last ? WORTH.queen - WORTH.pawn : 0);
  return Math.max(0, gain - exchange(next, square));
}

const wins = (position, color, square) => exchange(turned(position, color), square);

// Whether every move of the piece loses a pawn's worth or more.
function hasNoWayOut(position, square) {
  const color = colorOf(position.board, square);
  const mover = turned(position, color);
  return [...mover.dests(square)].every(to => {
    const next = mover.clone();
    next.play({ from: square, to });
    return exchange(next, to) - worth(mover.board, to) >= 100;
  });
}

// Whether attacking the piece threatens something: the king, a more valuable piece, or one that can be won.
const isTarget = ({ after, board, by, side }, square) =>
  colorOf(board, square) === opposite(side) &&
  (roleOf(board, square) === 'king' || worth(board, square) > worth(board, by) || wins(after, side, square) > 0);

// The king's flight squares: beside it, not attacked, not its own side's; off its first rank.
function flights(board, color) {
  const home = color === 'white' ? 0 : 7;
  return beside(board.kingOf(color)).filter(
    square => squareRank(square) !== home && !board[color].has(square) && !attackersOf(board, square, opposite(color)).length,
  );
}

const shelter = (board, king, color) =>
  [...board.pieces(color, 'pawn')].filter(pawn => Math.abs(squareFile(pawn) - squareFile(king)) <= 1).length;

const isPassed = (board, square, color) =>
  roleOf(board, square) === 'pawn' && opposing(board, square, color, true).length === 0;

const CHECKS = {
  fork: context =>
    context.targets.length >= 2 &&
    context.targets.every(square => bears(context.board, context.by, square) && isTarget(context, square)),
  'discovered attack': ({ board, before, by, targets, move }) =>
    bears(board, by, targets[0]) && !bears(before, by, targets[0]) && move.to !== by,
  pin: ({ board, by, targets }) =>
    through(board, by, targets[0], targets[1]) &&
    (roleOf(board, targets[1]) === 'king' || worth(board, targets[1]) > worth(board, targets[0])),
  skewer: ({ board, by, targets }) =>
    through(board, by, targets[0], targets[1]) &&
    (roleOf(board, targets[0]) === 'king' || worth(board, targets[0]) >= worth(board, targets[1])),
  'double check': ({ after }) => after.ctx().checkers.size() === 2,
  hangs: ({ claim, seen, before, targets, move, side }) => {
    const squares = list => (list ?? []).map(parseSquare);
    return (
      colorOf(before, targets[0]) === opposite(side) &&
      move.to === targets[0] &&
      wins(seen[claim.at], side, targets[0]) >= 100 &&
      same(squares(claim.attackers), attackersOf(before, targets[0], side)) &&
      same(squares(claim.defenders), attackersOf(before, targets[0], opposite(side)))
    );
  },
  'trapped piece': ({ board, after, targets, side }) =>
    colorOf(board, targets[0]) === opposite(side) &&
    attackersOf(board, targets[0], side).length > 0 &&
    hasNoWayOut(after, targets[0]),
  'removal of the guard': ({ before, targets, move, later }) =>
    move.to === targets[1] && bears(before, targets[1], targets[0]) && later(targets[0]),
  'overloaded defender': ({ board, answered, targets, reply, next }) =>
    reply.from === targets[0] &&
    bears(board, targets[0], targets[1]) &&
    !bears(answered, reply.to, targets[1]) &&
    next.to === targets[1],
  attraction: ({ seen, claim, targets, reply, next }) =>
    reply.to === targets[0] && bears(seen[claim.at + 3].board, next.to, targets[0]),
  'intermediate move': ({ seen, claim, targets, next }) => {
    const before = seen[claim.at];
    return next.to === targets[0] && attackersOf(before.board, targets[0], before.turn).length > 0;
  },
  promotion: ({ claim }) => claim.line[claim.at].length === 5,
  mate: ({ claim }) => claim.mate !== undefined,
  stalemate: ({ end }) => end.isStalemate(),
  perpetual: ({ seen, claim, side }) => {
    const boards = seen.slice(claim.at).map(({ board, turn }) => `${makeBoardFen(board)} ${turn}`);
    return (
      new Set(boards).size < boards.length &&
      seen.slice(claim.at + 1).every(position => position.turn === side || position.isCheck())
    );
  },
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
    ['knight', 'bishop'].includes(roleOf(board, targets[0])) &&
    opposing(board, targets[0], side, false).length === 0 &&
    attackersOf(board, targets[0], side).some(from => board.get(from).role === 'pawn'),
  'open file': ({ board, targets, side }) =>
    roleOf(board, targets[0]) === 'rook' &&
    colorOf(board, targets[0]) === side &&
    [...board.pawn].every(pawn => squareFile(pawn) !== squareFile(targets[0])),
  // The second target is the first piece of the other side in the pawn's way.
  'passed pawn': ({ board, targets: [pawn, stopper], side }) => {
    const way = [...board[opposite(side)]].filter(
      square => squareFile(square) === squareFile(pawn) && ahead(pawn, side, square),
    );
    way.sort((a, b) => kingSteps(pawn, a) - kingSteps(pawn, b));
    return colorOf(board, pawn) === side && isPassed(board, pawn, side) && way[0] === stopper;
  },
  'exposed king': ({ start, end, side }) => {
    const king = start.board.kingOf(opposite(side));
    const left = end.board.kingOf(opposite(side));
    return (
      shelter(start.board, king, opposite(side)) - shelter(end.board, king, opposite(side)) >= 2 &&
      shelter(end.board, left, opposite(side)) <= 1 &&
      end.board.pieces(side, 'queen').nonEmpty()
    );
  },
  castles: ({ board, side, before }) =>
    Math.abs(squareFile(board.kingOf(side)) - squareFile(before.kingOf(side))) >= 1,
  develops: ({ board, targets, move, side }) =>
    ['knight', 'bishop'].includes(board.get(targets[0])?.role) &&
    squareRank(move.from) === (side === 'white' ? 0 : 7),
  // One bishop each and no other piece; of one colour only with a pawn more.
  bishops: ({ claim, end, side }) => {
    const { board } = end;
    const [white, black] = ['white', 'black'].map(color => [...board.pieces(color, 'bishop')]);
    const dark = square => (squareFile(square) + squareRank(square)) % 2;
    const opposites = claim.words.includes('opposite colours');
    return (
      board.knight.union(board.rook).union(board.queen).isEmpty() &&
      white.length === 1 &&
      black.length === 1 &&
      (dark(white[0]) !== dark(black[0])) === opposites &&
      (opposites || balance(board, side) >= 100)
    );
  },
  'pawn ending': ({ start, end }) =>
    end.board.pawn.union(end.board.king).size() === end.board.occupied.size() &&
    start.board.pawn.union(start.board.king).size() < start.board.occupied.size(),
  'saves a piece': ({ seen, claim, after, targets, move, side }) =>
    wins(seen[claim.at], opposite(side), move.to === targets[0] ? move.from : targets[0]) >= 100 &&
    wins(after, opposite(side), targets[0]) < 100,
  attack: ({ seen, claim, after, targets, side }) =>
    wins(after, side, targets[0]) >= 100 && wins(seen[claim.at], side, targets[0]) < 100,
  exchange: ({ claim, seen }) => claim.material === 0 && pieces(seen[0].board) - pieces(seen.at(-1).board) === 2,
  capture: ({ before, move, targets, side }) =>
    move.to === targets[0] && colorOf(before, targets[0]) === opposite(side),
  centre: ({ claim, board, side, targets }) =>
    ['d4', 'e4', 'd5', 'e5'].includes(claim.targets[0]) && colorOf(board, targets[0]) === side,
  'idle piece': ({ before, board, targets, move }) =>
    reach(before, move.from) <= 2 && reach(board, targets[0]) >= 4,
  'active piece': ({ before, board, targets, move }) =>
    reach(board, targets[0]) >= reach(before, move.from) + 3,
  'check that drives the king': ({ after, targets }) =>
    after.isCheck() &&
    after.board.kingOf(after.turn) === targets[0] &&
    [...after.allDests()].every(([from, to]) => from === targets[0] || to.isEmpty()),
  pressure: ({ before, board, targets, move, side }) =>
    colorOf(board, targets[0]) === opposite(side) &&
    bears(board, move.to, targets[0]) &&
    !bears(before, move.from, targets[0]) &&
    ((roleOf(board, move.to) === 'pawn' && roleOf(board, targets[0]) === 'pawn') ||
      attackersOf(board, targets[0], side).length >= attackersOf(board, targets[0], opposite(side)).length),
  guards: ({ before, board, targets, move, side }) =>
    colorOf(board, targets[0]) === side &&
    bears(board, move.to, targets[0]) &&
    !bears(before, move.from, targets[0]) &&
    attackersOf(board, targets[0], opposite(side)).length > 0,
  'active king': ({ before, board, targets, move, side }) =>
    roleOf(before, move.from) === 'king' &&
    colorOf(board, targets[0]) === opposite(side) &&
    kingSteps(move.to, targets[0]) < kingSteps(move.from, targets[0]),
  'opens a line': ({ before, board, targets, side }) =>
    SLIDERS.includes(roleOf(board, targets[0])) &&
    colorOf(board, targets[0]) === side &&
    reach(before, targets[0]) <= 2 &&
    reach(board, targets[0]) >= reach(before, targets[0]) + 3,
  'aims at the king': ({ before, board, targets, move, side }) => {
    const ring = beside(board.kingOf(opposite(side)));
    const aimed = (on, from) => ring.filter(square => bears(on, from, square)).length;
    return aimed(board, targets[0]) >= 2 && aimed(before, move.from) === 0;
  },
  restricts: ({ before, board, by, targets: [minor, square], side }) =>
    ['knight', 'bishop'].includes(roleOf(board, minor)) &&
    colorOf(board, minor) === opposite(side) &&
    bears(board, minor, square) &&
    roleOf(board, by) === 'pawn' &&
    bears(board, by, square) &&
    !attackersOf(before, square, side).some(from => roleOf(before, from) === 'pawn'),
  'only legal move': ({ seen }) => [...seen[0].allDests()].reduce((sum, [, to]) => sum + to.size(), 0) === 1,
  'escape square': ({ before, board, side }) => !flights(before, side).length && flights(board, side).length > 0,
};
CHECKS.deflection = CHECKS['overloaded defender'];
CHECKS['prevents castling'] = ({ seen, claim, after, reply }) => {
  const mover = seen[claim.at].turn;
  const rights = [...seen[claim.at].castles.castlingRights].filter(rook => colorOf(after.board, rook) === opposite(mover));
  const holds = ([from, squares]) =>
    roleOf(after.board, from) !== 'king' &&
    [...squares].some(to => {
      const next = after.clone();
      next.play({ from, to });
      return exchange(next, to) - worth(after.board, to) < 100;
    });
  return (
    after.isCheck() && rights.length > 0 && roleOf(after.board, reply.from) === 'king' && ![...after.allDests()].some(holds)
  );
};

// The merits of a better move or a best reply that are checked like claims of the same kind.
const MERITS = [
  'fork', 'pin', 'perpetual', 'saves a piece', 'attack', 'passed pawn', 'outpost', 'open file', 'castles', 'develops',
  'active king', 'idle piece', 'centre', 'opens a line', 'escape square', 'aims at the king', 'capture',
  'prevents castling', 'check that drives the king', 'pressure',
];

// Whether a move to this square mates at once.
const mates = (position, square) =>
  [...position.allDests()].some(([from, to]) => {
    const next = position.clone();
    if (to.has(square)) next.play({ from, to: square });
    return to.has(square) && next.isCheckmate();
  });

// The merits that are checked in another way than claims of the same kind.
const MERIT_CHECKS = {
  // A search of the piece's best move has shown that it is lost.
  'trapped piece': ({ after, targets, side }) => wins(after, side, targets[0]) >= 100,
  mate: ({ start, after, targets, side }) =>
    mates(turned(start, opposite(side)), targets[0]) && !mates(after, targets[0]),
  // The reply is possible after the move played. After the better move it is not, or it loses something, or is no
  // check any more.
  'prevents the reply': ({ claim, start, after, side, played }) => {
    const san = claim.words.match(/(?:prevents|avoids the check) \d+\.+([^\s,]+)/)?.[1] ?? '';
    const real = play(start, [played])[1];
    const [reply, really] = [parseSan(after, san), parseSan(real, san)];
    if (!really || !reply) return !!really;
    const [next, given] = [play(after, [makeUci(reply)])[1], play(real, [makeUci(really)])[1]];
    return (
      (given.isCheck() && !next.isCheck()) || exchange(next, reply.to) - worth(after.board, reply.to) >= 100
    );
  },
};

// Whether the claim says more than which move was better or is the best reply: what this move does, as
// checked here, or what it takes or wins, as counted.
export const isConcrete = claim =>
  !['better move', 'best reply'].includes(kindOf(claim)) ||
  MERITS.includes(claim.merit) ||
  MERIT_CHECKS[claim.merit] !== undefined ||
  (claim.material >= 100 && / (takes|wins|gets) /.test(claim.words));

// The pieces that a phrase lists: "a rook and two pawns" is {rook: 1, pawn: 2}.
function counted(phrase) {
  const numbers = { a: 1, the: 1, two: 2, three: 3, four: 4 };
  const found = {};
  for (const [, number, role] of phrase.matchAll(/\b(a|the|two|three|four) (pawn|knight|bishop|rook|queen)s?\b/g))
    found[role] = (found[role] ?? 0) + numbers[number];
  return found;
}

// Whether the words name the pieces that the line wins and pays. Only words that end in a sum of pieces
// are read: "... wins a rook for a bishop", "... wins the exchange". They may subtract what the move before the
// position took (`taken`, a role), and must do so if the claim takes back.
function wordsFault(claim, seen, taken, takesBack) {
  const words = claim.words.replace(/^(.*the (pawn|knight|bishop|rook|queen) on [a-h][1-8].*?) wins it\b/, '$1 wins the $2');
  const match = words.match(/ wins (?:back (?!the ))?((?:the exchange|(?:a|the|two|three|four) (?:piece|pawn|knight|bishop|rook|queen)s?)(?!.* on ).*)$/);
  if (!match || words.includes('promotes')) return '';
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
  const [gained, paid] = match[1].replace(/the exchange(.*)/, 'a rook$1 for a bishop').replace('a piece', 'a knight').split(' for ').map(counted);
  const said = role => (gained[role] ?? 0) - (paid?.[role] ?? 0);
  const minors = sum => sum('knight') + sum('bishop');
  const owed = role => (role === taken && first === 0 ? 1 : 0);
  const agrees = sum => ['pawn', 'rook', 'queen'].every(role => said(role) === sum(role)) && minors(said) === minors(sum);
  const right = (!takesBack && agrees(role => won[role])) || agrees(role => won[role] - owed(role));
  return right ? '' : `the words say "${match[1]}", the line wins ${JSON.stringify(won)}`;
}

// Returns what is wrong with a claim, or ''. The third word of the id, which positions.mjs made, is the role that the
// last move took.
export function faults(claim, start, { id, last, played }) {
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
    played,
    start: seen[firstOf(claim)],
    end,
    after,
    answered: seen[Math.min(claim.at + 2, seen.length - 1)].board,
    side: claim.side,
    board: after.board,
    before: seen[claim.at].board,
    by: claim.by ? parseSquare(claim.by) : claim.merit && moveOf(claim, claim.at).to,
    targets: (claim.targets ?? []).map(parseSquare),
    move: moveOf(claim, claim.at),
    reply: moveOf(claim, claim.at + 1),
    next: moveOf(claim, claim.at + 2),
    later: square => claim.line.slice(claim.at + 1).some(text => parseUci(text)?.to === square),
  };
  const checks = [
    [kindOf(claim), CHECKS[kindOf(claim)]],
    [claim.merit, MERIT_CHECKS[claim.merit] ?? (MERITS.includes(claim.merit) && CHECKS[claim.merit])],
  ];
  for (const [kind, check] of checks)
    if (check && !check(context))
      return `no ${kind}, as the pieces stand: by ${claim.by ?? '-'}, targets ${claim.targets ?? '-'}`;
  const takesBack = last && firstOf(claim) === 0 && claim.line[0].slice(2, 4) === last.slice(2, 4);
  return wordsFault(claim, seen, id?.split(' ')[2], takesBack);
}
