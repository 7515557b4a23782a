// The engine in a browser: its module is fetched from beside this file, unless another is given.
import init from './engine.js';

export * from './engine.js';

let loading;

export async function load(module) {
  loading ??= init(module === undefined ? undefined : { module_or_path: module });
  try {
    await loading;
  } catch (error) {
    // Who was offline may try again.
    loading = undefined;
    throw error;
  }
}
