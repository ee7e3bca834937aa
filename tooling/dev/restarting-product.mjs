import { fork } from 'node:child_process';
import { once } from 'node:events';

import { inRoot } from '../root.mjs';

/**
 * Runs the product's server in a process that can be replaced: the new one takes the port when the old one is gone.
 * @param {object} options What `startServer` gets.
 */
export function restartingProduct(options) {
  let child;
  let turn = Promise.resolve();

  async function stop() {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    // A stream that somebody keeps open must not hold up the edit.
    const force = setTimeout(() => child.kill('SIGKILL'), 1500);
    await gone;
    clearTimeout(force);
  }

  async function replace() {
    await stop();
    child = fork(inRoot('tooling/dev/product.mjs'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child.send(options);
    const [answer] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [{ type: 'failed', message: 'The server ended at its start.' }]),
    ]);
    return answer;
  }

  return {
    /** Starts or restarts; edits that come meanwhile wait for their turn. */
    restart() {
      const next = turn.then(replace);
      turn = next.catch(() => undefined);
      return next;
    },
    stop: () => turn.then(stop),
  };
}
