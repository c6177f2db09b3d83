// How much claims say: for how many puzzles a motif of their themes, and for how many mistakes something
// concrete. Records are the objects of `fallible explain --json` with the ids of positions.mjs.
import { isConcrete, kindOf } from './geometry.mjs';
import { puzzles } from './positions.mjs';

const groups = new Map();
const themes = new Map();
const all = puzzles();

// The themes that name a motif of which there are claims, and the kinds that say so.
const MOTIFS = {
  mate: ['mate', 'back rank'],
  backRankMate: ['back rank'],
  fork: ['fork'],
  pin: ['pin'],
  skewer: ['skewer'],
  discoveredAttack: ['discovered attack', 'double check'],
  discoveredCheck: ['discovered attack', 'double check'],
  doubleCheck: ['double check'],
  hangingPiece: ['hangs'],
  trappedPiece: ['trapped piece'],
  capturingDefender: ['removal of the guard'],
  deflection: ['deflection', 'overloaded defender'],
  attraction: ['attraction'],
  intermezzo: ['intermediate move'],
  promotion: ['promotion'],
  underPromotion: ['promotion'],
};

function add(map, key, right) {
  const row = map.get(key) ?? { right: 0, all: 0 };
  row.all++;
  row.right += right ? 1 : 0;
  map.set(key, row);
}

export const count = (what, right) => add(groups, what, right);

export const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

// Of puzzles: whether the first or another claim names a motif of the themes. Of mistakes: whether
// something concrete is said: more than which move was better or is the best reply.
export function measure(record) {
  const [group, number] = (record.id ?? '').split(' ');
  if (group === 'puzzle') {
    const named = all[number].themes.filter(theme => MOTIFS[theme]);
    const said = record.claims.map(kindOf);
    const hits = named.filter(theme => MOTIFS[theme].some(kind => said.includes(kind)));
    for (const theme of named) add(themes, theme, hits.includes(theme));
    if (named.length) count('puzzles: a motif of the themes', hits.length > 0);
    if (named.length && !named.includes('mate')) count('puzzles without mate: a motif of the themes', hits.length > 0);
  } else if (group !== 'good' && record.loss >= 100) {
    const concrete = record.claims.some(isConcrete);
    const idea = record.claims.some(claim => !['better move', 'best reply'].includes(kindOf(claim)));
    count(`${group === 'mistake' ? 'mistakes in games' : 'mistakes before puzzles'}: a concrete claim`, concrete);
    count('mistakes of 100 and more: a concrete claim', concrete);
    count('mistakes of 100 and more: more than the best reply', idea);
  } else {
    count(`${group}: something is said`, record.claims.length > 0);
  }
}

// What was measured, one line for each theme and group.
export function measured() {
  const text = ([what, row]) => `${what}: ${row.right} of ${row.all}, ${percent(row.right, row.all)}`;
  const byTheme = [...themes].sort((a, b) => b[1].all - a[1].all).map(([theme, row]) => text([`theme ${theme}`, row]));
  return [...byTheme, ...[...groups].sort().map(text)];
}
