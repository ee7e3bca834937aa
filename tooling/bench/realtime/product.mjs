import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../free-port.mjs';
import { inRoot, root } from '../../root.mjs';

/** Starts the whole product with a database of its own. */
export async function startProduct() {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-bench-'));
  const child = spawn(process.execPath, [inRoot('tooling/dev/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Without the screen before rooms with voice and video.
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LIVEKIT_ENGINE: 'off' },
  });
  const ended = new Promise((done) => {
    child.once('exit', done);
  });
  await /** @type {Promise<void>} */ (
    new Promise((done, fail) => {
      let said = '';
      child.stdout.on('data', (text) => {
        said += text;
        if (said.includes('Ready: ')) done();
      });
      void ended.then(() => fail(new Error(`The product did not start:\n${said}`)));
    })
  );
  return {
    url: `http://localhost:${port}`,
    dataDir,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
