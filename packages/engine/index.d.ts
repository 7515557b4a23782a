// Every call and every type; they are generated from the Rust side.
export * from './engine.js';

/**
 * Makes the engine ready. In a browser, await it before the first call; in Node the engine is ready
 * as soon as it is imported, and this does nothing. It may be called as often as you like.
 *
 * @param module where the module is, or the module itself: an address, a response, bytes, or one
 *   that is compiled already, as for a worker. Without it, `engine_bg.wasm` beside the package.
 */
export function load(
  module?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<void>;
