// Checks claims of `fallible explain --json` with chessops. Reads lines of JSON; prints a table by kind and
// how much the claims say. Exit status 1 on any difference.
import { createInterface } from 'node:readline';
import { Chess } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { faults } from './geometry.mjs';
import { measure, measured } from './measure.mjs';

const SHOWN = 20;
const byKind = new Map();
let differences = 0;
let positions = 0;

function judge(text) {
  const record = JSON.parse(text);
  const { fen, best, claims } = record;
  measure(record);
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
    const fault = faults(claim, start, record);
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
for (const text of measured()) console.error(`  ${text}`);
const claims = rows.reduce((sum, [, row]) => sum + row.right + row.wrong, 0);
console.log(`${positions} positions, ${claims} claims, ${differences} wrong`);
if (differences || positions === 0) process.exit(1);
