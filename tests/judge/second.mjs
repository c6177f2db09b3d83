// Judges claims of `fallible explain --json` twice: by chessops, and by Stockfish. Reads lines of JSON with
// the ids of positions.mjs.
//
//   second.mjs [--nodes N] [--jobs N] [--memory FILE] [--out FILE] [--sample N --seed N]
//
// A claim is right for Stockfish if
// - its score after the claim's line is not below the claim's by more than half a pawn, or a quarter of a
//   larger score; a mate is found and takes no more moves than the claim says;
// - no reply of the line loses more than that;
// - a move that "allows" or "misses" something loses, and the move that it missed is among the best, or keeps
//   two thirds of what was lost;
// - the only move is the best, and the second best loses a pawn more.
// Where Stockfish disagrees, it searches ten times and then a hundred times as long before the claim
// counts as wrong.
//
// Prints a table by kind, how many mistakes have a concrete claim, and how many puzzles have a claim with a
// motif of their themes. Exit status 1 if less than 98 of 100 claims are right for both.
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { Chess } from 'chessops/chess';
import { makeFen, parseFen } from 'chessops/fen';
import { PASS, faults, firstOf, kindOf, play } from './geometry.mjs';
import { count, measure, measured, percent } from './measure.mjs';
import { MATE, Opinions } from './stockfish.mjs';

const { values: options } = parseArgs({
  options: {
    nodes: { type: 'string', default: '50000' },
    jobs: { type: 'string', default: '2' },
    memory: { type: 'string' },
    out: { type: 'string' },
    sample: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    require: { type: 'string', default: '98' },
  },
});
const NODES = Number(options.nodes);
const LONGER = [10, 100];
const MOST = 1000;
const DECIDED = 300; // both scores above: won
const HALF_A_PAWN = 50;
const LONG_MATE = 5; // longer ones are right if Stockfish finds the position won
const LOSS = 20; // of a mistake
const KEPT = 2 / 3; // of what a mistake loses, by the move that it missed
const GAP = 100; // between the only move and the second best
const opinions = new Opinions(Number(options.jobs), options.memory);

const bounded = score => Math.max(-MOST, Math.min(MOST, score));
const tolerance = (a, b) => Math.max(HALF_A_PAWN, Math.max(Math.abs(a), Math.abs(b)) / 4);
// How much better `to` is than `from`, beyond what counts as agreement; 0 or less: no better.
function gainOver(from, to) {
  const [a, b] = [bounded(from), bounded(to)];
  return a >= DECIDED && b >= DECIDED ? 0 : b - a - tolerance(a, b);
}

// Stockfish's score of a position for a color.
async function scoreOf(position, color, nodes) {
  const sign = position.turn === color ? 1 : -1;
  if (position.isCheckmate()) return sign * -MATE;
  if (!position.hasDests() || position.isInsufficientMaterial()) return 0;
  const { lines } = await opinions.search(makeFen(position.toSetup()), nodes);
  return sign * lines[0].score;
}

async function onlyMoveFault(record, start, nodes) {
  const { best, lines } = await opinions.search(record.fen, nodes, 2);
  if (lines.length < 2) return '';
  const gap = bounded(lines[0].score) - bounded(lines[1].score);
  if (best !== record.best) return `the best move is ${best}`;
  return gap >= GAP ? '' : `the second best, ${lines[1].moves[0]}, loses only ${gap}`;
}

// Whether the move played loses, and the move missed would have kept most of that.
async function moveFault(record, claim, seen, nodes) {
  if (record.played === undefined || !['allows', 'missed'].includes(claim.kind)) return '';
  const color = seen[0].turn;
  const best = await scoreOf(seen[0], color, nodes);
  const after = await scoreOf(play(seen[0], [record.played])[1], color, nodes);
  const loss = bounded(best) - bounded(after);
  if (loss < LOSS && Math.abs(best) <= MOST) return `the move loses only ${loss}`;
  if (claim.kind !== 'missed' || claim.line[0] === PASS) return '';
  const missed = await scoreOf(seen[1], color, nodes);
  const kept = bounded(missed) - bounded(after);
  return gainOver(missed, best) <= 0 || kept >= KEPT * loss ? '' : `the best move is worth ${best}, the one missed ${missed}, the one played ${after}`;
}

// What these moves do is seen on the board alone: chessops judges it, and Stockfish only whether the move
// missed is among the best.
const QUIET = ['saves a piece', 'attack', 'passed pawn', 'outpost', 'open file', 'idle piece', 'castles', 'develops',
  'exchange', 'active king', 'opens a line', 'centre', 'active piece', 'aims at the king', 'restricts', 'escape square'];

async function lineFault(claim, seen, nodes) {
  if (kindOf(claim) === 'better move') return '';
  const first = firstOf(claim);
  const end = seen.length - 1;
  if (claim.mate !== undefined) {
    const score = await scoreOf(seen[first], claim.side, nodes);
    const moves = Math.ceil((MATE - score) / 2);
    if (claim.mate > LONG_MATE) return score >= MOST ? '' : `not won but ${score}`;
    if (score < MATE - 1000) return `no mate but ${score}`;
    return moves <= claim.mate ? '' : `mate in ${moves}, not in ${claim.mate}`;
  }
  if (QUIET.includes(kindOf(claim))) return '';
  const last = await scoreOf(seen[end], claim.side, nodes);
  if (gainOver(last, claim.score) > 0) return `the line ends with ${last}, not ${claim.score}`;
  for (let i = first + 1; i < end; i += 2) {
    const before = await scoreOf(seen[i], claim.side, nodes);
    const after = await scoreOf(seen[i + 1], claim.side, nodes);
    if (gainOver(before, after) > 0) return `reply ${claim.line[i]} turns ${before} into ${after}`;
  }
  return '';
}

async function secondFault(record, claim, start, nodes) {
  const seen = play(start, claim.line);
  if (claim.kind === 'only move') return (await onlyMoveFault(record, start, nodes)) || lineFault(claim, seen, nodes);
  return (await moveFault(record, claim, seen, nodes)) || lineFault(claim, seen, nodes);
}

const table = new Map();
const samples = [];
const totals = { positions: 0, said: 0, chessops: 0, stockfish: 0 };

async function judgeClaim(record, claim, start) {
  const name = claim.what ? `${claim.kind}: ${claim.what}` : claim.kind;
  const row = table.get(name) ?? { said: 0, chessops: 0, stockfish: 0 };
  table.set(name, row);
  row.said++;
  totals.said++;
  const first = faults(claim, start, record);
  let second = first ? '' : await secondFault(record, claim, start, NODES);
  for (const times of LONGER) if (second) second = await secondFault(record, claim, start, NODES * times);
  row.chessops += first ? 1 : 0;
  row.stockfish += second ? 1 : 0;
  totals.chessops += first ? 1 : 0;
  totals.stockfish += second ? 1 : 0;
  const fault = first ? `chessops: ${first}` : second ? `Stockfish: ${second}` : '';
  if (options.out)
    appendFileSync(options.out, JSON.stringify({ id: record.id, fen: record.fen, name, words: claim.words,
      line: claim.line.join(' '), score: claim.score, fault }) + '\n');
  samples.push({ record, claim, fault });
}

// Whether Stockfish, too, finds that a move without a fault loses little.
async function measurePraise(record, start) {
  const bad = ['allows', 'missed'];
  if (record.played === undefined || !record.claims.length || bad.includes(record.claims[0].kind)) return;
  const best = await scoreOf(start, start.turn, NODES * LONGER[0]);
  const after = await scoreOf(play(start, [record.played])[1], start.turn, NODES * LONGER[0]);
  count('moves without a fault: they lose at most half a pawn', gainOver(after, best) <= 0);
}

async function judge(text) {
  const record = JSON.parse(text);
  const start = parseFen(record.fen).chain(setup => Chess.fromSetup(setup)).unwrap();
  await measurePraise(record, start);
  totals.positions++;
  measure(record);
  for (const claim of record.claims) await judgeClaim(record, claim, start);
}

// Numbers from 0 to 1 that depend on the seed alone (mulberry32).
function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// Prints statements drawn at random, to be read beside Stockfish's line from the position.
async function showSample(count, seed) {
  const roll = dice(seed);
  const left = [...samples].sort((a, b) => (a.record.id + a.claim.words < b.record.id + b.claim.words ? -1 : 1));
  for (let i = 0; i < count && left.length; i++) {
    const { record, claim, fault } = left.splice(Math.floor(roll() * left.length), 1)[0];
    const { lines } = await opinions.search(record.fen, NODES * LONGER[0]);
    const after = record.last ? ` (after ${record.last})` : '';
    console.log(`${i + 1}. ${record.fen}${after}\n   ${claim.words}\n   line ${claim.line.join(' ')} (${claim.score})`);
    console.log(`   Stockfish ${lines[0].score}: ${lines[0].moves.slice(0, 8).join(' ')}${fault ? `\n   ${fault}` : ''}`);
  }
}

async function finish() {
  await showSample(Number(options.sample), Number(options.seed));
  opinions.quit();
  console.log(`${'kind'.padEnd(40)}  said  wrong by chessops  wrong by Stockfish`);
  for (const [kind, row] of [...table].sort(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`${kind.padEnd(40)} ${String(row.said).padStart(5)} ${String(row.chessops).padStart(18)} ${String(row.stockfish).padStart(19)}`);
  for (const text of measured()) console.log(text);
  const right = totals.said - totals.chessops - totals.stockfish;
  console.log(`${totals.positions} positions, ${totals.said} claims: ${totals.chessops} wrong by chessops, ` +
    `${totals.stockfish} by Stockfish, ${percent(right, totals.said)} right`);
  process.exit(totals.positions === 0 || 100 * right < Number(options.require) * totals.said ? 1 : 0);
}

if (options.out) writeFileSync(options.out, '');
// Interrupted, it prints what has been judged.
process.once('SIGINT', finish).once('SIGTERM', finish);
const running = new Set();
for await (const text of createInterface({ input: process.stdin })) {
  if (!text.trim()) continue;
  const task = judge(text).finally(() => running.delete(task));
  running.add(task);
  if (running.size >= 4 * Number(options.jobs)) await Promise.race(running);
}
await Promise.all(running);
await finish();
