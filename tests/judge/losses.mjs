// The review's losses and best moves beside those of Stockfish. Reads PGN from standard input; the shell
// script of the same name says more.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { castlingSide } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makePgn, parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { kingCastlesTo, makeUci, parseUci } from 'chessops/util';

const [wanted, seed, nodes] = process.argv.slice(2).map(Number);
const PER_GAME = 8;
const FIRST_PLY = 8;
const RATING = [1000, 1800];
const PLIES = [30, 160];
const CUT = 1000;
const DECIDED = 500; // the best moves are also counted for positions within this score
const MATE = 100000;
const CACHE = 'build/losses.json';

// xorshift32, so that a seed draws the same positions everywhere.
let state = (seed * 2654435761 + 12345) >>> 0 || 1;
function random(count) {
  state ^= state << 13;
  state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state % count;
}

const cut = score => Math.max(-CUT, Math.min(CUT, score));

// Stockfish, one position at a time.
class Stockfish {
  constructor() {
    this.program = spawn(process.env.STOCKFISH ?? 'stockfish', [], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.waiting = [];
    createInterface({ input: this.program.stdout }).on('line', line => this.hear(line));
    this.program.stdin.write('uci\nsetoption name Threads value 1\nsetoption name Hash value 64\n');
    this.cache = existsSync(CACHE) ? JSON.parse(readFileSync(CACHE, 'utf8')) : {};
    this.searched = 0;
  }
  hear(line) {
    const asked = this.waiting[0];
    const score = /^info .*score (cp|mate) (-?\d+)(?! (?:lower|upper)bound)/.exec(line);
    if (score && asked)
      asked.score = score[1] === 'cp' ? Number(score[2]) : Math.sign(score[2] || 1) * MATE - Number(score[2]);
    if (!line.startsWith('bestmove') || !asked) return;
    this.waiting.shift();
    asked.resolve({ score: asked.score, move: line.split(' ')[1] });
  }
  // The score for the side to move and the best move.
  async score(position) {
    if (position.isCheckmate()) return { score: -MATE };
    if (position.isEnd()) return { score: 0 };
    const fen = makeFen(position.toSetup());
    const key = `${nodes} ${fen}`;
    if (this.cache[key]) return this.cache[key];
    const answer = new Promise(resolve => this.waiting.push({ resolve, score: 0 }));
    this.program.stdin.write(`ucinewgame\nposition fen ${fen}\ngo nodes ${nodes}\n`);
    this.cache[key] = await answer;
    if (++this.searched % 20 === 0) this.keep();
    return this.cache[key];
  }
  keep() {
    writeFileSync(CACHE, JSON.stringify(this.cache));
  }
  quit() {
    this.keep();
    this.program.stdin.end('quit\n');
  }
}

function draw(text) {
  const games = text.split(/\n\n(?=\[Event )/);
  const drawn = [];
  while (drawn.length * PER_GAME < wanted) {
    const [game] = parsePgn(games[random(games.length)]);
    const ratings = ['WhiteElo', 'BlackElo'].map(tag => Number(game.headers.get(tag)));
    const plies = [...game.moves.mainline()].length;
    if (ratings.some(rating => !(rating >= RATING[0] && rating <= RATING[1]))) continue;
    if (plies < PLIES[0] || plies > PLIES[1] || game.headers.has('FEN')) continue;
    for (const node of game.moves.mainlineNodes()) {
      delete node.data.comments; // scores of others would be taken as they are
      delete node.data.nags;
    }
    drawn.push(game);
  }
  return drawn;
}

// A move as engines write it: chessops writes castling as the king taking its rook.
function uciOf(position, move) {
  const side = castlingSide(position, move);
  if (!side || !position.board.get(move.to)) return makeUci(move);
  return makeUci({ ...move, to: kingCastlesTo(position.turn, side) });
}

// The game as the review saves it: before each move the score for white and the best line.
function review(game, folder) {
  const file = join(folder, 'game.pgn');
  const saved = join(folder, 'saved.pgn');
  rmSync(saved, { force: true });
  game.headers.set('White', 'You');
  game.headers.set('Black', 'Fallible 1400');
  game.headers.set('FallibleOpponent', 'elo=1400 method=human nps=2664 seed=1');
  writeFileSync(file, makePgn(game));
  const run = spawnSync('sh', ['-c', '"$FALLIBLE" play --plain --no-save; times'], {
    input: `load ${file}\nreview\nsave --full ${saved}\nquit\n`,
    encoding: 'utf8',
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
  });
  if (!existsSync(saved)) throw new Error(`no review:\n${run.stdout}${run.stderr}`);
  const seconds = [...run.stdout.trimEnd().split('\n').at(-1).matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, time) => sum + 60 * Number(time[1]) + Number(time[2]), 0);
  const [reviewed] = parsePgn(readFileSync(saved, 'utf8'));
  const read = comments => {
    const found = /\[%fallible ([^\]]*)\]/.exec((comments ?? []).join(' ').replace(/\s+/g, ' '));
    const field = name => found && new RegExp(`(?:^| )${name}=(\\S+)`).exec(found[1])?.[1];
    if (!found || field('score') === undefined) return undefined;
    const mate = /^#(-?)(\d+)$/.exec(field('score'));
    return {
      score: mate ? (mate[1] ? -1 : 1) * (MATE - Number(mate[2])) : Number(field('score')),
      move: field('line')?.split(',')[0],
      nodes: Number(field('nodes')),
    };
  };
  const positions = [];
  const position = startingPosition(reviewed.headers).unwrap();
  let before = read(reviewed.comments) ?? read(reviewed.moves.children[0]?.data.startingComments);
  for (const node of reviewed.moves.mainlineNodes()) {
    const move = parseSan(position, node.data.san);
    const after = read(node.data.comments);
    positions.push({ position: position.clone(), played: uciOf(position, move), before, after });
    position.play(move);
    before = after;
  }
  return { positions, seconds };
}

const moved = (position, uci) => {
  const after = position.clone();
  after.play(parseUci(uci));
  return after;
};

async function compare(stockfish, { position, played, before, after }) {
  const sign = position.turn === 'white' ? 1 : -1;
  const loss = before.move === played ? 0 : Math.max(0, sign * (cut(before.score) - cut(after.score)));
  const best = await stockfish.score(position);
  const lossOf = async move => {
    if (move === best.move) return 0;
    return Math.max(0, cut(best.score) + cut((await stockfish.score(moved(position, move))).score));
  };
  const theirs = await lossOf(played);
  const bestLoss = before.move ? await lossOf(before.move) : 0;
  return { loss, theirs, bestLoss, nodes: before.nodes, move: before.move, played, sf: best,
           before: sign * before.score, after: sign * after.score, fen: makeFen(position.toSetup()) };
}

const share = (list, good) => (100 * list.filter(good).length) / list.length;
const agrees = item => Math.abs(item.loss - item.theirs) <= Math.max(30, item.theirs / 5);

let text = '';
for await (const chunk of process.stdin) text += chunk;
const folder = mkdtempSync(join(tmpdir(), 'losses-'));
const stockfish = new Stockfish();
const found = [];
let seconds = 0;
let searched = 0;
let games = 0;
let plies = 0;
for (const game of draw(text)) {
  const reviewed = review(game, folder);
  seconds += reviewed.seconds;
  games++;
  plies += reviewed.positions.length;
  searched += reviewed.positions.reduce((sum, place) => sum + (place.before?.nodes ?? 0), 0);
  const usable = reviewed.positions.slice(FIRST_PLY).filter(place => place.before && place.after);
  for (let i = 0; i < PER_GAME && usable.length > 0 && found.length < wanted; i++)
    found.push(await compare(stockfish, usable.splice(random(usable.length), 1)[0]));
}
stockfish.quit();
rmSync(folder, { recursive: true });
const losses = share(found, agrees);
const isGood = item => item.bestLoss <= 30;
const best = share(found, isGood);
const open = found.filter(item => Math.abs(item.sf.score) <= DECIDED);
if (process.env.VERBOSE)
  for (const item of found)
    if (process.env.VERBOSE === 'all' || !agrees(item) || !isGood(item)) console.log(JSON.stringify(item));
console.log(
  `${found.length} positions, seed ${seed}, Stockfish at ${nodes} nodes: losses agree ${losses.toFixed(1)} %, ` +
    `best move loses at most 30 in ${best.toFixed(1)} %, in ${share(open, isGood).toFixed(1)} % ` +
    `of ${open.length} positions that are not decided; ${(searched / 1e6).toFixed(0)} million nodes, ` +
    `${seconds.toFixed(0)} CPU seconds for ${games} reviews, ${plies} plies`,
);
process.exit(losses >= 90 && best >= 95 ? 0 : 1);
