// The engine in Node, as the page has it.
import { readFileSync } from 'node:fs';
import * as engine from '../engine/engine.js';

engine.initSync({ module: readFileSync(`${import.meta.dirname}/../../packages/engine/engine_bg.wasm`) });

export { engine };
