import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs a program in its own process group until its output matches a pattern or it ends.
 * @param {string[]} command
 * @param {object} given
 * @param {RegExp} given.until
 * @param {string} given.cwd
 * @param {NodeJS.ProcessEnv} given.env
 * @param {number} given.patienceMs
 */
export async function startGroup([program = '', ...words], { until, cwd, env, patienceMs }) {
  const child = spawn(program, words, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  let hasEnded = false;
  const ended = new Promise((done) => {
    child.on('close', (code, signal) => {
      hasEnded = true;
      done(code ?? signal);
    });
  });
  const deadline = Date.now() + patienceMs;
  let found;
  while (!found && !hasEnded && Date.now() < deadline) {
    await wait(20);
    found = until.exec(output);
  }
  return {
    found,
    said: () => output,
    /** Ends it as Ctrl-C in a terminal does: the signal goes to the whole group. Returns its code or signal. */
    stop: () => {
      if (!hasEnded && child.pid) process.kill(-child.pid, 'SIGINT');
      return ended;
    },
  };
}
