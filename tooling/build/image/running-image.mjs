import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The user of the images, who owns nothing. */
export const USER = { uid: 65_532, gid: 65_532 };
const START_MS = 60_000;
const STOP_MS = 20_000;

/**
 * Starts the command of an image in its assembled folder as an unprivileged user, with nothing of this environment.
 * @param {{ folder: string, command: string[], env: Record<string, string> }} image
 */
export function runImage({ folder, command, env }) {
  const [, script = '', ...words] = command;
  const child = spawn(process.execPath, [script, ...words], {
    ...USER,
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = `${said}${text}`.slice(-5000);
    });
  /** @type {Promise<number | null>} */
  const ended = new Promise((done) => {
    child.once('close', done);
  });
  return {
    ended,
    said: () => said,
    /** Waits until the process is ready for callers. Throws with its output when it is not. */
    async ready() {
      for (const end = performance.now() + START_MS; performance.now() < end && child.exitCode === null;) {
        const answer = await get(Number(env['PORT']), '/readyz').catch(() => undefined);
        if (answer?.status === 200) return;
        await pause(100);
      }
      throw new Error(`It does not become ready:\n${said}`);
    },
    /** Stops it as Kubernetes does, and returns its exit code. */
    async stop() {
      child.kill('SIGTERM');
      const isLate = await Promise.race([ended.then(() => false), pause(STOP_MS, true, { ref: false })]);
      if (isLate) child.kill('SIGKILL');
      return ended;
    },
  };
}

/**
 * Asks a process for a path, under the host name of the product.
 * @param {number} port
 * @param {string} path
 * @returns {Promise<{ status: number, body: string }>}
 */
export function get(port, path, host = 'manabiba.example') {
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, headers: { host, 'x-forwarded-proto': 'https' } }, async (response) => {
      let body = '';
      response.setEncoding('utf8');
      for await (const text of response) body += text;
      done({ status: response.statusCode ?? 0, body });
    })
      .once('error', fail)
      .end();
  });
}

/** Returns the first path in a folder that the user of the images could write to; empty when there is none. */
export function writablePath(folder) {
  const find = spawn('find', [join(folder, '.'), '-writable', '-print', '-quit'], {
    ...USER,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((done, fail) => {
    let found = '';
    for (const stream of [find.stdout, find.stderr])
      stream.on('data', (text) => {
        found += text;
      });
    find.once('error', fail).once('close', () => done(found.trim()));
  });
}
