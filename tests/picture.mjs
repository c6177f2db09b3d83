#!/usr/bin/env node
// Makes the pictures of the README in share/: screens of the program in a real terminal, as SVG, and one
// picture that moves. Neither the build nor the tests need it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const [CELL, LINE, MARGIN] = [8.4, 18, 14]; // pixels per character, for a font of 14 pixels
const FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2";
const GAME = `[White "You"]
[Black "Fallible"]
[Result "*"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 *
`;

let opened = 0; // each screen has its own server: one that is ending refuses a new screen
const terminal = (...words) =>
    execFileSync('tmux', ['-L', `fallible-picture-${process.pid}-${opened}`, '-f', '/dev/null', ...words],
        { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const press = (...names) => terminal('send-keys', ...names);
const type = (line) => { press('-l', line); press('Enter'); };
const capture = () => terminal('capture-pane', '-e', '-p');

async function see(pattern) {
    for (let left = 600; left > 0; left--, await wait(100))
        if (pattern.test(terminal('capture-pane', '-p'))) return;
    throw new Error(`never seen: ${pattern}\n${terminal('capture-pane', '-p')}`);
}

// Starts the program in a terminal of this size, with empty settings and data.
function open(folder, width, height, words) {
    const home = mkdtempSync(join(folder, 'home-'));
    opened++;
    terminal('new-session', '-d', '-x', width, '-y', height, `env -u NO_COLOR LC_ALL=C.UTF-8 TERM=tmux-256color ` +
        `HOME=${home} XDG_CONFIG_HOME=${home}/config XDG_DATA_HOME=${home}/data XDG_CACHE_HOME=${home}/cache ./fallible ${words}`);
}
const close = () => terminal('kill-server');

// A still picture: the screen once it has matched and has been left alone for some seconds.
async function still(folder, name, [width, height], words, pattern, seconds, keys = []) {
    open(folder, width, height, words);
    await see(pattern);
    for (const key of keys) {
        press(key);
        await wait(1500);
    }
    await wait(1000 * seconds);
    writeFileSync(`share/${name}.svg`, picture([{ screen: capture(), seconds: 1 }], width, height));
    close();
}

// A move, a hint, what the opponent gave away, and the review.
async function session(folder) {
    const [width, height] = [120, 34], frames = [];
    const keep = (seconds) => frames.push({ screen: capture(), seconds });
    writeFileSync(join(folder, 'game.pgn'), GAME);
    open(folder, width, height, 'play --elo 600 --seed 3 --time none --theme wood --no-save');
    await see(/▸You/);
    type(`load ${join(folder, 'game.pgn')}`);
    await see(/4\. Nc3 +g6/);
    await wait(8000); // the analysis behind the hint takes a while
    keep(2);
    for (let rung = 1; rung <= 4; rung++) {
        press('F3');
        await see(new RegExp(`│? *${rung} `));
        await wait(1200);
        keep(rung < 4 ? 1.2 : 2.5);
    }
    press('-l', 'Nxe5');
    await wait(500);
    keep(1);
    press('Enter');
    await see(/5\. Nxe5 +[A-Za-z]/);
    await wait(3000);
    keep(2);
    press('F2');
    await wait(1500);
    keep(3);
    // Most opponents of this level take the queen, and are mated.
    if (/5\. Nxe5 +Bxd1/.test(terminal('capture-pane', '-p'))) {
        type('Bxf7');
        await see(/6\. Bxf7\+ +Ke7/);
        keep(1.5);
        type('Nd5');
    } else {
        type('resign');
        await wait(800);
        press('y');
    }
    await see(/r review/);
    await wait(1500);
    keep(2.5);
    press('r');
    await see(/accuracy/);
    await see(/Gifts/);
    await wait(9000);
    keep(4);
    writeFileSync('share/screen.svg', picture(frames, width, height));
    close();
}

const SIXTEEN = ['#000000', '#cd3131', '#0dbc79', '#e5e510', '#2472c8', '#bc3fbc', '#11a8cd', '#e5e5e5',
    '#666666', '#f14c4c', '#23d18b', '#f5f543', '#3b8eea', '#d670d6', '#29b8db', '#ffffff'];
function colour(n) { // one of the 256
    const step = (v) => (v ? 55 + 40 * v : 0);
    const hex = (...parts) => '#' + parts.map((v) => v.toString(16).padStart(2, '0')).join('');
    if (n < 16) return SIXTEEN[n];
    if (n >= 232) return hex(...Array(3).fill(8 + 10 * (n - 232)));
    n -= 16;
    return hex(step(Math.floor(n / 36)), step(Math.floor(n / 6) % 6), step(n % 6));
}

function select(style, codes) { // SGR
    for (let at = 0; at < codes.length; at++) {
        const code = codes[at];
        if (code === 0) Object.assign(style, { ink: null, paper: null, bold: false, reverse: false });
        else if (code === 1) style.bold = true;
        else if (code === 7) style.reverse = true;
        else if (code === 38) style.ink = colour(codes[(at += 2)]);
        else if (code === 48) style.paper = colour(codes[(at += 2)]);
        else if (code >= 30 && code < 38) style.ink = SIXTEEN[code - 30];
        else if (code >= 40 && code < 48) style.paper = SIXTEEN[code - 40];
        else if (code === 39) style.ink = null;
        else if (code === 49) style.paper = null;
    }
}

// The quarters of block elements, as bits: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
const QUARTERS = { '▘': 1, '▝': 2, '▀': 3, '▖': 4, '▌': 5, '▞': 6, '▛': 7, '▗': 8, '▚': 9, '▐': 10, '▜': 11,
    '▄': 12, '▙': 13, '▟': 14, '█': 15 };
const [INK, PAPER] = ['#d4d4d4', '#1e1e1e'];
const short = (number) => String(Math.round(number * 10) / 10);
const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    .replace(/[♔-♟]/u, '$&\ufe0e'); // as text, not as an emoji

// One line of a screen: backgrounds and block elements as rectangles, so that cells touch; words as
// wide as their cells in any font.
function drawLine(line, style) {
    const boxes = [], words = [];
    let column = 0, word = null;
    const box = (x, y, height, fill) => { // in half cells
        const last = boxes.findLast((b) => b.y === y && b.height === height);
        if (last && last.fill === fill && last.x + last.width === x) last.width++;
        else boxes.push({ x, y, width: 1, height, fill });
    };
    for (const [, codes, character] of line.matchAll(/\x1b\[([\d;]*)m|(.)/gu)) {
        if (character === undefined) {
            select(style, codes.split(';').map(Number));
            continue;
        }
        let [ink, behind] = [style.ink ?? INK, style.paper];
        if (style.reverse) [ink, behind] = [behind ?? PAPER, ink];
        const bits = QUARTERS[character] ?? 0;
        for (let half = 0; half < 2; half++) {
            const upper = bits >> half & 1 ? ink : behind, lower = bits >> half + 2 & 1 ? ink : behind;
            if (upper === lower && upper) box(2 * column + half, 0, 2, upper);
            else {
                if (upper) box(2 * column + half, 0, 1, upper);
                if (lower) box(2 * column + half, 1, 1, lower);
            }
        }
        const plain = /[!-~]/.test(character), like = `${ink} ${style.bold}`;
        if (!plain || word?.like !== like) word = null;
        const eighths = '▁▂▃▅▆▇'.indexOf(character) >= 0 ? '▁▂▃▄▅▆▇'.indexOf(character) + 1 : 0;
        for (let half = 0; half < 2 && eighths; half++) box(2 * column + half, 2 - eighths / 4, eighths / 4, ink);
        if (character === '│') boxes.push({ x: 2 * column + 0.9, y: 0, width: 0.2, height: 2, fill: ink });
        if (character === '─') boxes.push({ x: 2 * column, y: 0.95, width: 2, height: 0.1, fill: ink });
        if (!bits && !eighths && !' │─'.includes(character)) {
            if (word) word.text += character;
            else words.push((word = { text: character, column, like, ink, bold: style.bold }));
            if (!plain) word = null;
        }
        column++;
    }
    const paths = new Map(); // by colour
    for (const b of boxes)
        paths.set(b.fill, (paths.get(b.fill) ?? '') + `M${short(b.x * CELL / 2)} ${short(b.y * LINE / 2)}` +
            `h${short(b.width * CELL / 2)}v${short(b.height * LINE / 2)}h-${short(b.width * CELL / 2)}z`);
    return [...paths].map(([fill, path]) => `<path fill="${fill}" d="${path}"/>`).join('') +
        words.map((w) => `<text x="${short(w.column * CELL)}" y="13.5"` +
            (w.text.length > 1 ? ` textLength="${short(w.text.length * CELL)}" lengthAdjust="spacingAndGlyphs"` : '') +
            (w.ink === INK ? '' : ` fill="${w.ink}"`) + (w.bold ? ' font-weight="bold"' : '') +
            `>${escape(w.text)}</text>`).join('');
}

// Frames are shown one after the other, for their seconds, and again. Lines that are the same in
// several frames are stored once.
function picture(frames, width, height) {
    const lines = new Map(), groups = [];
    const whole = frames.reduce((sum, frame) => sum + frame.seconds, 0);
    let rules = '', begin = 0;
    frames.forEach(({ screen, seconds }, index) => {
        const style = {};
        select(style, [0]);
        const uses = screen.trimEnd().split('\n').map((line, row) => {
            const drawn = drawLine(line, style);
            if (!drawn) return '';
            if (!lines.has(drawn)) lines.set(drawn, `l${lines.size}`);
            return `<use href="#${lines.get(drawn)}" y="${row * LINE}"/>`;
        }).join('');
        groups.push(`<g${frames.length > 1 ? ` class="f${index}"` : ''}>${uses}</g>`);
        const percent = (time) => short(time / whole * 100);
        if (frames.length > 1)
            rules += `.f${index}{visibility:hidden;animation:k${index} ${whole}s step-end infinite}` +
                `@keyframes k${index}{0%{visibility:${index ? 'hidden' : 'visible'}}` +
                (index ? `${percent(begin)}%{visibility:visible}` : '') +
                (index < frames.length - 1 ? `${percent(begin + seconds)}%{visibility:hidden}` : '') + '}\n';
        begin += seconds;
    });
    // Where nothing moves, the first frame is shown.
    if (rules) rules += '@media (prefers-reduced-motion){g{animation:none!important}.f0{visibility:visible!important}}';
    const [w, h] = [2 * MARGIN + width * CELL, 2 * MARGIN + height * LINE].map(Math.ceil);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">` +
        (rules ? `<style>${rules}</style>` : '') +
        `<rect width="${w}" height="${h}" rx="8" fill="${PAPER}"/><defs>` +
        [...lines].map(([drawn, id]) => `<g id="${id}" shape-rendering="crispEdges">${drawn}</g>`).join('\n') + '</defs>' +
        `<g font-family="${FONTS}" font-size="14" fill="${INK}" transform="translate(${MARGIN} ${MARGIN})">` +
        groups.join('\n') + '</g></svg>\n';
}

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const folder = mkdtempSync(join(tmpdir(), 'fallible-'));
try {
    await session(folder);
    const game = join(folder, 'game.pgn');
    const whole = join(folder, 'whole.pgn');
    writeFileSync(whole, GAME.replace('*"', '1-0"').replace('g6 *', 'g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0'));
    const game_words = '--elo 1200 --seed 2 --theme wood --no-save';
    await still(folder, 'home', [80, 24], '', /F10|1/, 1, ['Enter', 'Enter', 'Enter']);
    await still(folder, 'slider', [80, 24], 'play --seed 2 --no-save', /Opponent/, 1);
    await still(folder, 'game', [120, 40], `play ${game_words} --debug`, /▸You/, 3, ['d', '4', 'Enter', 'F3']);
    await still(folder, 'analysis', [120, 40], `analyze ${game}`, /depth/, 8, ['End']);
    await still(folder, 'review', [80, 24], `analyze ${whole}`, /depth/, 10, ['F8']);
} finally {
    try { close(); } catch { /* it has ended already */ }
    rmSync(folder, { recursive: true });
}
