// The page's door to the engine: the npm package that everybody gets (packages/engine).
export * from 'surefoot-engine/engine.js';
