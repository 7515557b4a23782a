// The package as somebody gets it: packed, unpacked elsewhere, and used in Node, by TypeScript and
// in a browser. scripts/engine-test runs it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';

const home = join(import.meta.dirname, '..');
const web = join(home, '../../web');
const run = (program, args, cwd) => execFileSync(program, args, { cwd, encoding: 'utf8' });

// Somebody's project, with the package in it.
const project = mkdtempSync(join(tmpdir(), 'surefoot-engine-'));
after(() => rmSync(project, { recursive: true }));
const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], home));
const installed = join(project, 'node_modules/surefoot-engine');
mkdirSync(installed, { recursive: true });
run('tar', ['-xzf', join(project, packed.filename), '-C', installed, '--strip-components=1'], project);
writeFileSync(join(project, 'package.json'), '{ "type": "module" }\n');

test('it holds what it needs and no more', () => {
  const names = packed.files.map(({ path }) => path).sort();
  assert.deepEqual(names, [
    'LICENSE-APACHE',
    'LICENSE-MIT',
    'README.md',
    'THIRD-PARTY',
    'browser.js',
    'engine.d.ts',
    'engine.js',
    'engine_bg.wasm',
    'examples/node.mjs',
    'examples/page.html',
    'index.d.ts',
    'node.js',
    'package.json',
  ]);
  const version = readFileSync(join(home, '../../Cargo.toml'), 'utf8').match(/^version = "(.*)"$/m)[1];
  assert.equal(packed.version, version, 'the version stands in Cargo.toml');
});

test('the README tells its size', () => {
  const text = readFileSync(join(home, 'README.md'), 'utf8');
  for (const name of ['engine_bg.wasm', 'engine.js']) {
    const row = text.match(new RegExp(`\\| \`${name}\` \\| (.*) kB \\| (.*) kB \\|`));
    assert.ok(row, `a row for ${name}`);
    const bytes = readFileSync(join(home, name));
    // Compilers differ a little.
    for (const [said, is] of [
      [row[1], bytes.length],
      [row[2], gzipSync(bytes, { level: 9 }).length],
    ]) {
      const told = Number(said) * 1000;
      assert.ok(Math.abs(told - is) < 0.1 * is + 1000, `${name}: ${said} kB is told, ${is} bytes are there`);
    }
  }
});

test('the README names every call', () => {
  const [text, types] = ['README.md', 'engine.d.ts'].map((name) => readFileSync(join(home, name), 'utf8'));
  const calls = [...types.matchAll(/^export (?:function|class) (\w+)/gm)].map(([, name]) => name);
  assert.ok(calls.length > 12);
  const unnamed = calls.filter((name) => name !== 'initSync' && !text.includes(`${name}(`));
  assert.deepEqual(unnamed, []);
});

test('the example runs in Node', () => {
  const example = join(installed, 'examples/node.mjs');
  writeFileSync(join(project, 'node.mjs'), readFileSync(example));
  const said = run('node', ['node.mjs'], project).trim().split('\n');
  assert.match(said[0], /^mine\? - \d\.\d\d - 0\.00 \d\.\d\d 1\.00 \d\.\d\d - \d\.\d\d$/);
  assert.equal(said[1], 'best 3 safe in every configuration');
  assert.match(said[2], /0,1 is safe\.$/);
  assert.match(said.at(-1), /^expert, seed 7: (won|lost) in \d+ steps$/);
});

test('the answers are those of every other way to ask', () => {
  // The same file is answered natively, and by the page's tests.
  const cases = JSON.parse(readFileSync(join(home, '../../crates/web/tests/golden.json'), 'utf8'));
  const analyses = cases.filter(({ call }) => call === 'analyse');
  assert.ok(analyses.length > 3);
  const script = `import { analyse } from 'surefoot-engine';
    let text = ''; for await (const piece of process.stdin) text += piece;
    console.log(JSON.stringify(JSON.parse(text).map(({ args }) => analyse(...args))));`;
  const answers = JSON.parse(
    execFileSync('node', ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
      input: JSON.stringify(analyses),
    }),
  );
  for (const [at, { answer }] of analyses.entries()) assert.deepEqual(answers[at], answer);
});

test('its types fit', () => {
  writeFileSync(
    join(project, 'typed.ts'),
    `import { analyse, choices, Game, load, type Order, type Turn } from 'surefoot-engine';
     await load();
     const order: Order = { ...choices().usual, kaboom: true };
     const game = new Game(order);
     const turn: Turn = game.play({ act: 'open', cell: 40 });
     const answer = analyse(game.position());
     if (answer.kind === 'analysis') turn.flags satisfies number;
     // @ts-expect-error: there is no such action
     game.play({ act: 'sing', cell: 1 });
    `,
  );
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom,esnext.disposable'];
  const tsc = join(web, 'node_modules/.bin/tsc');
  for (const how of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    run(tsc, [...options, '--module', how[0], '--moduleResolution', how[1], '--types', '', 'typed.ts'], project);
  }
});

test('the example page plays in a browser', async () => {
  assert.ok(readFileSync(join(installed, 'examples/page.html'), 'utf8').trim().split('\n').length <= 40);
  const { chromium } = createRequire(join(web, 'package.json'))('playwright-core');
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const server = createServer(({ url }, response) => {
    try {
      const { pathname } = new URL(url, 'http://x');
      const body = readFileSync(join(installed, pathname));
      response.writeHead(200, { 'content-type': types[extname(pathname)] ?? 'text/plain' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);
    const wrong = [];
    page.on('pageerror', (error) => wrong.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/examples/page.html?seed=7`);
    const said = page.locator('#said');
    await said.filter({ hasText: 'ready' }).waitFor();
    const cell = (at) => page.locator('#board button').nth(at);
    const show = (words) => said.filter({ hasText: words }).waitFor();
    await cell(40).click();
    await show('playing');
    assert.equal(await cell(40).textContent(), '0');
    await page.locator('#hint').click();
    await show('is certainly safe');
    await page.locator('#why').click();
    await show(/ safe\.$/);
    await cell(40).click();
    await show('4,4 is already open');
    await page.locator('#board button:not(:has-text("0")):empty').first().click({ button: 'right' });
    assert.equal(await page.locator('#board button', { hasText: 'F' }).count(), 1);
    assert.deepEqual(wrong, []);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
});
