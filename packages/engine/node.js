// The engine in Node: its module is read from beside this file when it is imported.
import { readFileSync } from 'node:fs';
import { initSync } from './engine.js';

export * from './engine.js';

initSync({ module: readFileSync(new URL('./engine_bg.wasm', import.meta.url)) });

export async function load() {}
