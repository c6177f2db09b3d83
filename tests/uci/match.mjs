// Plays games between two UCI engines at a short time control. chessops checks that every move is legal
// and in time. Exit status 1 if the engine under test breaks a rule or dies, 77 if chessops is not
// installed.
//
//   node tests/uci/match.mjs --games 200 --engine './fallible uci' --opponent stockfish \
//       [--base MS] [--increment MS] [--slack MS] [--elo N] [--concurrency N] [--option 'NAME=VALUE'] \
//       [--pgn FILE]
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

const { values: arguments_ } = parseArgs({
    options: {
        games: { type: 'string', default: '4' },
        engine: { type: 'string' },
        opponent: { type: 'string', default: 'stockfish' },
        base: { type: 'string', default: '1000' },
        increment: { type: 'string', default: '10' },
        slack: { type: 'string', default: '50' },
        elo: { type: 'string' },
        concurrency: { type: 'string', default: '1' },
        option: { type: 'string', multiple: true, default: [] },
        pgn: { type: 'string' },
    },
});
if (!arguments_.engine) {
    console.error('match.mjs: --engine is missing: the command of the engine under test');
    process.exit(2);
}
const number = (name, min) => {
    const value = Number(arguments_[name]);
    if (!Number.isInteger(value) || value < min) {
        console.error(`match.mjs: --${name} is a whole number from ${min}`);
        process.exit(2);
    }
    return value;
};
const games = number('games', 1);
const base = number('base', 1);
const increment = number('increment', 0);
const concurrency = number('concurrency', 1);
const plies = 600; // a longer game is adjudicated a draw
// Milliseconds that pipes, this program and a busy machine may add. The rest is printed.
const slack = number('slack', 0);

let rules;
try {
    const judge = new URL('../judge/node_modules/chessops/dist/esm/', import.meta.url);
    const parts = ['chess.js', 'fen.js', 'san.js', 'util.js'];
    rules = Object.assign({}, ...(await Promise.all(parts.map((part) => import(new URL(part, judge))))));
} catch {
    console.log('chessops is not installed: ./configure --install-deps --tests');
    process.exit(77);
}
const { Chess, makeFen, makeSan, makeUci, normalizeMove, parseUci } = rules;

// A child process that speaks UCI. A wait ends when the line arrives, the program ends or the time is up.
class Engine {
    constructor(command) {
        const [program, ...args] = command.split(/\s+/);
        this.alive = true;
        this.waiting = null;
        this.lines = [];
        this.child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
        const gone = () => {
            this.alive = false;
            this.settle(null);
        };
        this.child.on('error', gone);
        this.child.on('close', gone);
        this.child.stdin.on('error', () => {});
        createInterface({ input: this.child.stdout }).on('line', (line) => {
            this.arrived = performance.now();
            if (this.waiting?.test(line)) this.settle(line);
            else if (/^bestmove/.test(line)) this.stray = line;
        });
    }
    settle(line) {
        this.waiting = null;
        this.done?.(line);
    }
    send(text) {
        if (this.alive) this.child.stdin.write(`${text}\n`);
    }
    ask(text, pattern, milliseconds) {
        return new Promise((resolve) => {
            if (!this.alive) return resolve(null);
            const timer = setTimeout(() => this.settle(null), milliseconds);
            this.waiting = pattern;
            this.done = (line) => {
                clearTimeout(timer);
                this.done = null;
                resolve(line);
            };
            this.send(text);
        });
    }
    async start(options) {
        if (!(await this.ask('uci', /^uciok/, 10000))) return false;
        for (const [name, value] of options) this.send(`setoption name ${name} value ${value}`);
        return (await this.ask('isready', /^readyok/, 10000)) !== null;
    }
    stop() {
        this.send('quit');
        const child = this.child;
        setTimeout(() => child.exitCode === null && child.kill('SIGKILL'), 2000).unref();
    }
}

// Openings: four random plies from a seeded generator, the same for both games of a pair.
function random(seed) {
    let state = seed >>> 0;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}
function legalMoves(position) {
    const moves = [];
    for (const [from, targets] of position.allDests())
        for (const to of targets) {
            const promotes =
                position.board.getRole(from) === 'pawn' && (to >> 3 === 0 || to >> 3 === 7);
            moves.push(promotes ? { from, to, promotion: 'queen' } : { from, to });
        }
    return moves;
}
function opening(pair) {
    const draw = random(pair * 7919 + 1);
    const moves = [];
    const position = Chess.default();
    for (let ply = 0; ply < 4; ply++) {
        const legal = legalMoves(position);
        const move = legal[draw(legal.length)];
        moves.push(move);
        position.play(move);
    }
    return moves;
}

// chessops castles king takes rook; UCI's usual spelling moves the king two squares.
function uciText(position, move) {
    const rook = position.board.get(move.to);
    if (position.board.getRole(move.from) === 'king' && rook?.role === 'rook' &&
        rook.color === position.turn)
        return makeUci({ from: move.from, to: move.to > move.from ? move.from + 2 : move.from - 2 });
    return makeUci(move);
}

async function play(index, ours, theirs) {
    const white = index % 2 === 0;
    const players = { white: white ? ours : theirs, black: white ? theirs : ours };
    const clock = { white: base, black: base };
    const position = Chess.default();
    const played = [];
    const sans = [];
    const seen = new Map();
    const game = { index, white, offence: null, guilty: null, least: base };
    const push = (move) => {
        played.push(uciText(position, move));
        sans.push(makeSan(position, move));
        position.play(move);
        const key = makeFen(position.toSetup()).split(' ').slice(0, 4).join(' ');
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return seen.get(key);
    };
    const end = (winner, reason) => ({ ...game, winner, reason, sans, plies: played.length,
        fen: makeFen(position.toSetup()) });
    const offend = (player, words) => {
        game.offence = `${words} after ${played.join(' ')}`;
        game.guilty = player;
        return end(player === ours ? 'theirs' : 'ours', words);
    };

    for (const move of opening(index >> 1)) push(move);
    for (const player of [ours, theirs]) {
        player.stray = null;
        player.send('ucinewgame');
        if (!(await player.ask('isready', /^readyok/, 10000)))
            return offend(player, player.alive ? 'hangs' : 'died');
    }
    for (;;) {
        if (position.isCheckmate())
            return end(players[position.turn] === ours ? 'theirs' : 'ours', 'checkmate');
        if (position.isStalemate()) return end(null, 'stalemate');
        if (position.isInsufficientMaterial()) return end(null, 'material');
        if (position.halfmoves >= 100) return end(null, 'fifty moves');
        if (played.length >= plies) return end(null, 'length');

        const color = position.turn;
        const player = players[color];
        player.send(`position startpos moves ${played.join(' ')}`);
        const go = `go wtime ${Math.floor(clock.white)} btime ${Math.floor(clock.black)} ` +
            `winc ${increment} binc ${increment}`;
        const began = performance.now();
        const line = await player.ask(go, /^bestmove/, clock[color] + 5000);
        if (line === null)
            return offend(player, player.alive ? 'hangs over its move' : 'died');
        clock[color] -= player.arrived - began;
        if (player === ours && clock[color] < game.least) game.least = clock[color];
        if (clock[color] < -slack)
            return offend(player, `lost on time by ${Math.ceil(-clock[color])} ms`);
        if (player.stray) return offend(player, `sent "${player.stray}" unasked`);
        clock[color] += increment;
        const text = line.split(/\s+/)[1];
        const move = parseUci(text ?? '');
        if (!move || !position.isLegal(move)) return offend(player, `played ${text}, illegal,`);
        if (push(normalizeMove(position, move)) >= 3) return end(null, 'repetition');
    }
}

function writePgn(game) {
    const result = game.winner === null ? '1/2-1/2'
        : (game.winner === 'ours') === game.white ? '1-0' : '0-1';
    const names = game.white ? ['ours', 'theirs'] : ['theirs', 'ours'];
    const text = game.sans.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' ');
    appendFileSync(arguments_.pgn, `[Event "UCI check"]\n[Round "${game.index + 1}"]\n` +
        `[White "${names[0]}"]\n[Black "${names[1]}"]\n[Result "${result}"]\n` +
        `[Termination "${game.reason}"]\n\n${text} ${result}\n\n`);
}

const ourOptions = arguments_.option.map((text) => text.split('='));
if (arguments_.elo) ourOptions.unshift(['UCI_LimitStrength', 'true'], ['UCI_Elo', arguments_.elo]);

const score = { won: 0, drawn: 0, lost: 0 };
const offences = [];
const reasons = new Map();
let next = 0;
let least = base;

async function table() {
    let ours = null;
    let theirs = null;
    while (next < games) {
        const index = next++;
        if (!ours?.alive || !theirs?.alive) {
            ours?.stop();
            theirs?.stop();
            ours = new Engine(arguments_.engine);
            theirs = new Engine(arguments_.opponent);
            if (!(await ours.start(ourOptions)) || !(await theirs.start([['Hash', '16']]))) {
                console.log(`not ok: ${ours.alive ? 'the opponent' : 'the engine'} does not start`);
                process.exit(1);
            }
        }
        const game = await play(index, ours, theirs);
        if (game.winner === 'ours') score.won++;
        else if (game.winner === 'theirs') score.lost++;
        else score.drawn++;
        reasons.set(game.reason, (reasons.get(game.reason) ?? 0) + 1);
        least = Math.min(least, game.least);
        if (arguments_.pgn) writePgn(game);
        if (game.offence) {
            const whose = game.guilty === ours ? 'the engine' : 'the opponent';
            console.log(`game ${index + 1}: ${whose} ${game.offence}`);
            if (game.guilty === ours) offences.push(game);
            // The state of both programs is unknown, so start new ones.
            ours.stop();
            theirs.stop();
            ours = theirs = null;
        }
    }
    ours?.stop();
    theirs?.stop();
}

await Promise.all(Array.from({ length: Math.min(concurrency, games) }, table));
console.log([...reasons].map(([reason, count]) => `${reason} ${count}`).join(', '));
console.log(`${games} games, +${score.won} =${score.drawn} -${score.lost}, ` +
    `${offences.length} offences, least time left ${Math.round(least)} ms`);
process.exitCode = offences.length ? 1 : 0;
