#!/usr/bin/env node
// Makes share/screen.svg, the picture in the README: the program in a real terminal in the middle of a
// game, with the opponent's last decision and a hint. Neither the build nor the tests need it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const [WIDTH, HEIGHT] = [100, 27]; // characters
const [CELL, LINE, MARGIN] = [8.43, 18, 14]; // pixels per character, for a font of 14 pixels
const FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace, Segoe UI Symbol, Apple Symbols, Noto Sans Symbols2";
const GAME = `[White "You"]
[Black "Fallible"]
[Result "*"]

1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. h3 Bh5 5. Nc3 *
`;

const terminal = (...words) =>
    execFileSync('tmux', ['-L', `fallible-picture-${process.pid}`, '-f', '/dev/null', ...words], { encoding: 'utf8' });

async function see(pattern) {
    for (let left = 300; left > 0; left--, await wait(100))
        if (pattern.test(terminal('capture-pane', '-p'))) return;
    throw new Error(`never seen: ${pattern}\n${terminal('capture-pane', '-p')}`);
}

// Captures the screen as text with escape sequences.
async function play(folder) {
    writeFileSync(join(folder, 'game.pgn'), GAME);
    terminal('new-session', '-d', '-x', WIDTH, '-y', HEIGHT, 'env LC_ALL=C.UTF-8 TERM=tmux-256color ' +
        './fallible play --elo 1200 --seed 2 --time 5+3 --theme wood --no-save');
    await see(/▸You/);
    terminal('send-keys', '-l', `load ${join(folder, 'game.pgn')}`);
    terminal('send-keys', 'Enter');
    await see(/5\. Nc3 +[A-Za-z]/);
    await wait(10000); // the analysis behind the hint takes a while
    for (let rung = 1; rung <= 4; rung++) {
        terminal('send-keys', 'F3');
        await see(new RegExp(`│ ${rung} `));
    }
    terminal('send-keys', 'F2');
    await see(/played/);
    return terminal('capture-pane', '-e', '-p');
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

function draw(screen) {
    const [INK, PAPER] = ['#d4d4d4', '#1e1e1e'];
    const papers = [], words = [];
    const style = {};
    select(style, [0]);
    screen.trimEnd().split('\n').forEach((line, row) => {
        let column = 0, paper = null, word = null;
        for (const [, codes, character] of line.matchAll(/\x1b\[([\d;]*)m|(.)/gu)) {
            if (character === undefined) {
                select(style, codes.split(';').map(Number));
                continue;
            }
            let [ink, behind] = [style.ink ?? INK, style.paper];
            if (style.reverse) [ink, behind] = [behind ?? PAPER, ink];
            if (behind !== (paper?.fill ?? null)) {
                paper = behind && { fill: behind, row, column, cells: 0 };
                if (paper) papers.push(paper);
            }
            if (paper) paper.cells++;
            // Letters form words; every other character gets its own cell.
            const plain = /[!-~]/.test(character), like = `${ink} ${style.bold}`;
            if (!plain || word?.like !== like) word = null;
            if (character !== ' ') {
                if (word) word.text += character;
                else words.push((word = { text: character, row, column, like, ink, bold: style.bold }));
                if (!plain) word = null;
            }
            column++;
        }
    });
    // Each word is as wide as its cells in any font.
    const x = (column) => (MARGIN + column * CELL).toFixed(1), y = (row) => MARGIN + row * LINE;
    const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
        .replace(/[♔-♟]/u, '$&\ufe0e'); // as text, not as an emoji
    const [width, height] = [2 * MARGIN + WIDTH * CELL, 2 * MARGIN + HEIGHT * LINE].map(Math.ceil);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
        `<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>` +
        '<g shape-rendering="crispEdges">' + papers.map((p) => `<rect x="${x(p.column)}" y="${y(p.row)}" ` +
            `width="${(p.cells * CELL).toFixed(1)}" height="${LINE}" fill="${p.fill}"/>`).join('') + '</g>' +
        `<g font-family="${FONTS}" font-size="14">` + words.map((w) => `<text x="${x(w.column)}" ` +
            `y="${y(w.row) + 13.5}"${w.text.length > 1 ? ` textLength="${(w.text.length * CELL).toFixed(1)}" ` +
            'lengthAdjust="spacingAndGlyphs"' : ''} fill="${w.ink}"${w.bold ? ' font-weight="bold"' : ''}>` +
            `${escape(w.text)}</text>`).join('\n') + '</g></svg>\n';
}

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'));
const folder = mkdtempSync(join(tmpdir(), 'fallible-'));
try {
    writeFileSync('share/screen.svg', draw(await play(folder)));
} finally {
    terminal('kill-server');
    rmSync(folder, { recursive: true });
}
