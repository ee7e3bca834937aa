import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inRoot } from '../../root.mjs';

it('passes the data of a worker to a listener that comes after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-worker-'));
  const script = join(folder, 'worker.mjs');
  // As in a worker: one listener from the beginning, another once the runner's code is there.
  await writeFile(
    script,
    `process.on('message', (message) => {
      if (message.type === 'listen')
        process.on('message', ({ workerData }) => workerData && process.send(workerData));
    });`,
  );
  const worker = fork(script, { execArgv: ['--import', inRoot('tooling/check/jest/early-worker-data.mjs')] });
  try {
    worker.send({ type: 'jest-light-runner-worker-data', workerData: 'its data' });
    worker.send({ type: 'listen' });
    expect(await once(worker, 'message')).toEqual(['its data', undefined]);
  } finally {
    worker.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
