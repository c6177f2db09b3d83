// Stockfish as a second opinion: scores of positions at a fixed number of nodes, remembered in a file so
// that a second run over the same lines is quick.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export const MATE = 32000;

export class Engine {
  constructor(command, words = []) {
    this.child = spawn(command, words, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.on('error', error => {
      console.error(`${command}: ${error.message}`);
      process.exit(2);
    });
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.send('uci\nsetoption name Threads value 1\nsetoption name Hash value 16');
  }

  send(text) {
    this.child.stdin.write(text + '\n');
  }

  // Returns {best, lines: [{score, moves}]}; scores are for the side to move. `only`: the only move to search.
  async search(fen, nodes, lines, only) {
    this.send(`setoption name MultiPV value ${lines}\nucinewgame\nposition fen ${fen}\ngo nodes ${nodes}` +
      (only ? ` searchmoves ${only}` : ''));
    const found = [];
    for (;;) {
      const { value: text, done } = await this.lines.next();
      if (done) throw new Error('the engine ended');
      const score = text.match(/ multipv (\d+) .*score (cp|mate) (-?\d+)(?!\d| lowerbound| upperbound).* pv (.*)/);
      if (score) {
        const number = Number(score[3]);
        const value = score[2] === 'cp' ? number : Math.sign(number || -1) * (MATE - 2 * Math.abs(number));
        found[score[1] - 1] = { score: value, moves: score[4].split(' ') };
      }
      if (text.startsWith('bestmove')) return { best: text.split(' ')[1], lines: found };
    }
  }
}

export class Opinions {
  constructor(count, file) {
    this.idle = Array.from({ length: count }, () => new Engine(process.env.STOCKFISH ?? 'stockfish'));
    this.waiting = [];
    this.file = file;
    this.known = new Map();
    if (file && existsSync(file))
      for (const text of readFileSync(file, 'utf8').split('\n')) {
        const at = text.indexOf('\t');
        if (at > 0) this.known.set(text.slice(0, at), JSON.parse(text.slice(at + 1)));
      }
  }

  async search(fen, nodes, lines = 1) {
    const key = `${nodes} ${lines} ${fen}`;
    if (this.known.has(key)) return this.known.get(key);
    const engine = this.idle.pop() ?? (await new Promise(wake => this.waiting.push(wake)));
    const found = await engine.search(fen, nodes, lines);
    const next = this.waiting.shift();
    if (next) next(engine);
    else this.idle.push(engine);
    this.known.set(key, found);
    if (this.file) appendFileSync(this.file, `${key}\t${JSON.stringify(found)}\n`);
    return found;
  }

  quit() {
    for (const engine of this.idle) engine.send('quit');
  }
}
