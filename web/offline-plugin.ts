// Writes into the service worker what it is to keep: every file of the build by its name, and
// a version that changes with any of them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const here = import.meta.dirname;

export function offline(): Plugin {
  return {
    name: 'surefoot-offline',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      const given = readdirSync(join(here, 'public')).filter((name) => !name.endsWith('.png'));
      const files = [...built, ...given].sort().map((name) => `./${name}`);
      const hash = createHash('sha256').update(files.join('\n'));
      for (const name of given) hash.update(readFileSync(join(here, 'public', name)));
      const source = readFileSync(join(here, 'service-worker.js'), 'utf8')
        .replace('/* files */ []', JSON.stringify(files))
        .replace("/* version */ ''", JSON.stringify(hash.digest('hex').slice(0, 16)));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
