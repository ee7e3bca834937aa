import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePorts } from '../../../tooling/free-port.mjs';

const root = join(import.meta.dirname, '..', '..', '..');

/** A process of the product in one role. */
export interface RoleProcess {
  url: string;
  signal(name: NodeJS.Signals): void;
  /** Resolves with the exit code. */
  ended: Promise<number | null>;
}

/** The built program, without the programs that it starts. */
export interface RoleProgram {
  /** Starts a process and waits until it is ready. Rejects with what it says when it ends before. */
  start(role: string, env: Record<string, string>): Promise<RoleProcess>;
  /** Kills what still runs, and removes the program with its data. */
  remove(): Promise<void>;
}

/** Builds the program that runs in production. */
export async function buildRoleProgram(): Promise<RoleProgram> {
  const folder = join(root, '.cache', 'test-roles');
  await mkdir(folder, { recursive: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-roles-'));
  const outfile = join(folder, `main-${randomUUID()}.mjs`);
  const build = `import { buildServer } from './tooling/build/build-server.mjs'; await buildServer(${JSON.stringify({ entry: join(root, 'server/src/main.ts'), outfile })});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', build], { cwd: root });
  const run = `import { runServer } from ${JSON.stringify(outfile)}; await runServer(process.argv.slice(1));`;
  const running = new Set<ChildProcess>();

  return {
    async start(role, env) {
      const port = await freePorts(1);
      const child = spawn(process.execPath, ['--input-type=module', '--eval', run, '--', '--role', role], {
        env: { PATH: process.env['PATH'], NODE_ENV: 'test', PORT: String(port), DATA_DIR: dataDir, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running.add(child);
      const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
      let said = '';
      await new Promise<void>((ready, fail) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (text: Buffer) => {
            said += text.toString();
            if (said.includes('Ready: ')) ready();
          });
        void ended.then(() => {
          running.delete(child);
          fail(new Error(said.trim()));
        });
      });
      return { url: `http://127.0.0.1:${port}`, signal: (name) => child.kill(name), ended };
    },
    async remove() {
      await Promise.all(
        [...running].map(async (child) => {
          child.kill('SIGKILL');
          await once(child, 'exit');
        }),
      );
      await rm(outfile, { force: true });
      await rm(`${outfile}.map`, { force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
