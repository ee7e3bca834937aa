import { fork } from 'node:child_process';
import { once } from 'node:events';

import { inRoot } from '../root.mjs';

/**
 * Runs the product's server in a replaceable process: the new one takes the port when the old one has exited.
 * @param {object} options The options of `startServer`.
 */
export function restartingProduct(options) {
  let child;
  let turn = Promise.resolve();

  async function stop() {
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    // An open stream must not delay the restart.
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
    /** Starts or restarts; edits that arrive meanwhile are queued. */
    restart() {
      const next = turn.then(replace);
      turn = next.catch(() => undefined);
      return next;
    },
    stop: () => turn.then(stop),
  };
}
