// What runs inside Chromium for golden.test.ts.
import * as engine from '../../engine/engine.js';
import { answer, type Case } from '../golden';

export function run(wasm: string, cases: Case[]): unknown[] {
  engine.initSync({ module: Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0)) });
  return cases.map((one) => answer(engine, one));
}
