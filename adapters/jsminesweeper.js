// JSMinesweeper's solver (David N. Hill, MIT licence) as an engine of docs/protocol.md.
//
//   git clone https://github.com/DavidNHill/JSMinesweeper
//   surefoot check-engine 'node adapters/jsminesweeper.js JSMinesweeper'
//
// The solver is written for a page: its files are loaded into one context, and what they expect of the page
// is put there. A board is made anew for every position, so an answer depends on the position alone. As in its own
// bulk runs the first click is a corner, or 3,3 where an opening is promised.

"use strict";
const fs = require("fs");
const path = require("path");
const readline = require("readline");
const vm = require("vm");

const root = path.join(process.argv[2] ?? "JSMinesweeper", "Minesweeper");
const files = [
    "Utility/PrimeSieve.js", "Utility/Binomial.js", "Utility/Compression.js", "client/Tile.js", "client/Board.js",
    "client/EfficiencyHelper.js", "client/FiftyFiftyHelper.js", "client/LongTermRiskHelper.js",
    "client/SolutionCounter.js", "client/Brute_force.js", "client/BruteForceAnalysis.js",
    "client/solver_probability_engine.js", "client/solver_main.js",
];
console.log = console.warn = console.info = () => {}; // standard output is for the protocol
vm.runInThisContext(`
    const ACTION_CLEAR = 1, ACTION_FLAG = 2, ACTION_CHORD = 3;
    function showMessage() {}
    function prefixMessage() {}
    const BOMB = 9, analysisMode = false;
    async function sleep() {}
    let binomialCache, board; // the solver's helpers look at the page's board
    function show(shown) { board = shown; }
`);
for (const file of files) {
    vm.runInThisContext(fs.readFileSync(path.join(root, file), "utf8"), file);
}
vm.runInThisContext("binomialCache = new BinomialCache(5000, 500, new Binomial(50000, 500))");
const { Board, solver, show, PLAY_STYLE_NOFLAGS } = vm.runInThisContext("({ Board, solver, show, PLAY_STYLE_NOFLAGS })");

let game = { size: "9x9", mines: "10", promise: "safe" };
let rows = "";

function say(line) {
    process.stdout.write(line + "\n");
}

async function go() {
    const [width, height] = game.size.split("x").map(Number);
    const tiles = rows.replaceAll("/", "");
    if (!/[0-8]/.test(tiles)) {
        const inset = game.promise === "opening" ? 3 : 0;
        const x = Math.min(inset, Math.floor((width - 1) / 2)), y = Math.min(inset, Math.floor((height - 1) / 2));
        return say(`info why first click\nplay open ${x},${y}`);
    }
    const board = new Board(0, width, height, Number(game.mines), 0, game.promise === "opening" ? "zero" : "safe");
    board.setStarted();
    for (let at = 0; at < tiles.length; at++) {
        if (tiles[at] >= "0" && tiles[at] <= "8") {
            board.getTile(at).setValue(Number(tiles[at]));
        }
    }
    show(board);
    const options = { playStyle: PLAY_STYLE_NOFLAGS, verbose: false, advancedGuessing: true, fullProbability: true, hardcore: false };
    const { actions } = await solver(board, options);
    const clears = actions.filter((action) => action.action === 1);
    const certain = clears.filter((action) => action.prob === 1);
    if (certain.length > 0) {
        return say("play " + certain.map((action) => `open ${action.x},${action.y} certain`).join("; "));
    }
    if (clears.length === 0) {
        return say("error the solver has no move");
    }
    say(`info safety ${clears[0].prob}\nplay open ${clears[0].x},${clears[0].y}`);
}

async function main() {
    await solver(); // it makes itself ready
    for await (const line of readline.createInterface({ input: process.stdin })) {
        const [word, ...rest] = line.trim().split(/\s+/);
        if (word === "hello") {
            say("name JSMinesweeper\nversion 2026\nhello 1");
        } else if (word === "isready") {
            say("readyok");
        } else if (word === "newgame") {
            for (let at = 0; at + 1 < rest.length; at += 2) {
                game[rest[at]] = rest[at + 1];
            }
        } else if (word === "position") {
            rows = rest[0];
        } else if (word === "go") {
            try {
                await go();
            } catch (error) {
                console.error(error.stack);
                say("error " + String(error).split("\n")[0]);
            }
        } else if (word === "quit") {
            process.exit(0);
        }
    }
}

main();
