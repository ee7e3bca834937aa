import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { startGroup } from '../check/process-group.mjs';
import { freePorts } from '../free-port.mjs';
import { inRoot, root } from '../root.mjs';

// The product starts with every major version of Node.js that is supported, where the machine has it.

/** In a fresh checkout the start builds the product: a minute of two cores, which another suite may share. */
const START_MS = 400_000;
/** A product uses its own port and the next six. */
const PORTS_OF_PRODUCT = 7;

const majorOf = (program) => {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);
  } catch {
    return NaN;
  }
};

/** Returns a Node.js of a major version: this one, one named node22 in the path, or one that nvm has installed. */
function findNode(major) {
  const nvm = join(process.env.NVM_DIR ?? join(homedir(), '.nvm'), 'versions', 'node');
  const installed = existsSync(nvm) ? readdirSync(nvm).map((version) => join(nvm, version, 'bin', 'node')) : [];
  const named = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, `node${major}`));
  return [process.execPath, ...named, ...installed].find((path) => existsSync(path) && majorOf(path) === major);
}

for (const major of [20, 22, 24]) {
  const node = findNode(major);
  const test = node ? it : it.skip;
  test(
    `the product starts and serves a page with Node.js ${major}`,
    async () => {
      const [port, folder] = [await freePorts(PORTS_OF_PRODUCT), await mkdtemp(join(tmpdir(), 'manabiba-node-'))];
      const product = await startGroup([node ?? '', inRoot('tooling/dev/start.mjs')], {
        until: /^Ready: /m,
        cwd: root,
        env: { ...process.env, PORT: String(port), DATA_DIR: folder },
        patienceMs: START_MS,
      });
      try {
        expect(product.found ? '' : product.said().slice(-2000)).toBe('');
        const page = await fetch(`http://localhost:${port}/`);
        expect(page.status).toBe(200);
        expect(await page.text()).toContain('まなびば');
        expect((await fetch(`http://localhost:${port}/v1/categories`)).status).toBe(200);
      } finally {
        await product.stop();
        await rm(folder, { recursive: true, force: true });
      }
    },
    START_MS + 30_000,
  );
}
