import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build } from 'esbuild';

import { collectBytes, createLogger } from './logger';

/** Returns how an error is logged. */
function written(error: Error) {
  const lines: string[] = [];
  createLogger({
    level: 'error',
    destination: {
      write: (line) => {
        lines.push(line);
      },
    },
  }).error({ err: error }, 'failed');
  return { text: lines.join(''), line: JSON.parse(lines[0] ?? '{}') as { err: Record<string, unknown>; msg: string } };
}

it('logs an error with its type, message, cause and stack', () => {
  const { line } = written(new TypeError('no such row', { cause: new Error('the connection is gone') }));
  expect(line.err).toMatchObject({ type: 'TypeError', message: 'no such row: the connection is gone' });
  expect(line.err['stack']).toContain('logger.test.ts');
});

it.each(['authorization', 'cookie', 'set-cookie', 'password', 'token', 'refreshToken'])(
  'never logs the %s of an error',
  (name) => {
    const { text } = written(Object.assign(new Error('refused'), { request: { headers: { [name]: 'sesame' } } }));
    expect(text).toContain('refused');
    expect(text).not.toContain('sesame');
  },
);

describe('the buffer of the output', () => {
  function setUp() {
    const written: Buffer[] = [];
    let syncs = 0;
    const collected = collectBytes({
      write: (bytes) => {
        // The output may write later: what it was given must not change.
        written.push(bytes);
      },
      flushSync: () => {
        syncs += 1;
      },
    });
    return { written, collected, syncs: () => syncs };
  }

  it('writes many lines together, in their order, with every character', () => {
    const { written, collected } = setUp();
    const lines = Array.from({ length: 20_000 }, (_, index) => `{"msg":"${index} 教室🎓"}\n`);
    for (const line of lines) collected.write(line);
    expect(written.length).toBeGreaterThan(1);
    expect(written.length).toBeLessThan(20);
    collected.flush();
    expect(Buffer.concat(written).toString()).toBe(lines.join(''));
  });

  it('writes a line that is longer than the buffer after those before it', () => {
    const { written, collected } = setUp();
    const long = `${'教'.repeat(100_000)}\n`;
    collected.write('before\n');
    collected.write(long);
    collected.write('after\n');
    collected.flushSync();
    expect(Buffer.concat(written).toString()).toBe(`before\n${long}after\n`);
  });

  it('writes what is left before the process ends, and nothing twice', () => {
    const { written, collected, syncs } = setUp();
    collected.write('last\n');
    collected.flushSync();
    collected.flushSync();
    expect(written.map(String)).toEqual(['last\n']);
    expect(syncs()).toBe(2);
  });
});

describe('the log of a process', () => {
  let folder: string;

  beforeAll(async () => {
    const caches = join(import.meta.dirname, '..', '..', '..', '.cache');
    await mkdir(caches, { recursive: true });
    folder = await mkdtemp(join(caches, 'logger-'));
    await build({
      stdin: {
        contents: `
          import { createLogger } from './logger';
          const log = createLogger({ level: 'info' });
          log.info('first');
          const ends = {
            'runs out': () => undefined,
            'exits': () => process.exit(0),
            'runs out after the buffer was written': () => setTimeout(() => log.info('last'), 1200),
            'throws': () => setTimeout(() => { throw new Error('end'); }),
          };
          ends[process.argv[2]]();`,
        resolveDir: import.meta.dirname,
      },
      outfile: join(folder, 'logs.mjs'),
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ['runs out', ['first']],
    ['exits', ['first']],
    ['runs out after the buffer was written', ['first', 'last']],
    ['throws', ['first']],
  ])('is complete when it %s, in a file', async (end, messages) => {
    const log = join(folder, 'log');
    const file = await open(log, 'w');
    const child = spawn(process.execPath, [join(folder, 'logs.mjs'), end], { stdio: ['ignore', file.fd, 'ignore'] });
    await once(child, 'exit');
    await file.close();
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(messages);
  });
});
