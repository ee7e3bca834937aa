import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { freePort } from '../../../tooling/free-port.mjs';
import { goProgram } from '../go/go-program.mjs';

/** Versity's gateway: an S3 server that is used in production, over a folder. */
const PROGRAM = { name: 'versitygw', path: 'github.com/versity/versitygw/cmd/versitygw', version: 'v1.8.0' };
const START_MS = 20_000;

/** Builds the S3 server unless it is there. */
export const s3Server = () => goProgram(PROGRAM);

/**
 * Starts an S3 server on a free local port, over an empty folder of its own.
 * @param {string} path of the binary
 * @param {{ key: string, secret: string, region: string, buckets: readonly string[] }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startS3Server(path, { key, secret, region, buckets }) {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-s3-'));
  for (const bucket of buckets) await mkdir(join(folder, bucket));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const options = ['--access', key, '--secret', secret, '--region', region, '--port', `127.0.0.1:${port}`, '--quiet'];
  const child = spawn(path, [...options, '--health', '/health', 'posix', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = `${said}${text}`.slice(-10_000);
    });
  const gone = new Promise((done) => {
    child.once('exit', done);
  });
  const stop = async () => {
    child.kill();
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  const end = performance.now() + START_MS;
  while (child.exitCode === null && performance.now() < end) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok) return { url, stop };
    await pause(100);
  }
  await stop();
  throw new Error(`The S3 server does not start:\n${said}`);
}
