import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..', '..');

export interface KillableApi {
  /** Starts the api; resolves with its URL once it is ready. */
  start(env: Record<string, string>): Promise<string>;
  /** Kills it immediately (SIGKILL), whatever it is doing. A no-op when it is not running. */
  kill(): Promise<void>;
  /** Stops it and removes its file. */
  remove(): Promise<void>;
}

/** Builds the api as a standalone program that a test can kill at any moment. */
export async function buildKillableApi(): Promise<KillableApi> {
  const outfile = join(root, '.cache', `api-${randomUUID()}.mjs`);
  await mkdir(join(root, '.cache'), { recursive: true });
  const build = `import { buildServer } from './tooling/build/build-server.mjs'; await buildServer(${JSON.stringify({ entry: join(root, 'server/src/testing/api-program.ts'), outfile })});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', build], { cwd: root });
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (child?.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  return {
    kill,
    start(env) {
      const started = spawn(process.execPath, [outfile], {
        env: {
          PATH: process.env['PATH'],
          NODE_ENV: 'test',
          PORT: '0',
          HOST: '127.0.0.1',
          PUBLIC_URL: 'https://manabiba.test',
          LOG_LEVEL: 'info',
          VIEWER_CACHE_MS: '0',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      return new Promise((resolve, reject) => {
        started.stdout.on('data', (text: Buffer) => {
          const found = /"url":"([^"]+)"/.exec(text.toString());
          if (found?.[1]) resolve(found[1]);
        });
        started.on('exit', (code) => reject(new Error(`The api ended with ${code} before it was ready`)));
      });
    },
    async remove() {
      await kill();
      await rm(outfile, { force: true });
      await rm(`${outfile}.map`, { force: true });
    },
  };
}
