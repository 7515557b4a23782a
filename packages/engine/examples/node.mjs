// What can be known of a position, and a whole game by the strongest player: node examples/node.mjs
import { analyse, choices, explain, read, WatchedGame } from 'surefoot-engine';

const { position } = read(new TextEncoder().encode('3x3/?\n1*2\n***\n*3*\n'));
const known = analyse(position);
console.log('mine?', known.probability.map((chance) => chance?.toFixed(2) ?? '-').join(' '));
console.log('best', known.best.cell, known.best.why);

const why = explain(position, known.best.cell);
for (const { words } of why.steps) console.log(words);

const game = new WatchedGame({ ...choices().usual, level: 'expert', seed: 7 }, 'surefoot');
let [steps, last] = [0];
for (let step = game.step(); step; step = game.step()) [steps, last] = [steps + 1, step];
console.log(`expert, seed 7: ${last.turn.status} in ${steps} steps`);
