import { fork } from 'node:child_process';
import { once } from 'node:events';

import type { SupervisedEngine } from '@manabiba/engine-process/supervise';

import { ENGINE_SERVER_HEADER, realtimeKeys } from '../../../api/src/modules/realtime/realtime-keys';
import { createOwnDatabase, type OwnDatabase } from '../testing/own-database';
import { startLiveEngine } from './engine-process';
import type { LiveEngineOptions } from './live-engine-options';

const script = process.env.TEST_LIVE_ENGINE ?? '';
const secret = 'a realtime secret for these tests only';
let database: OwnDatabase;
const headers = { [ENGINE_SERVER_HEADER]: realtimeKeys(secret).serverSecret, 'content-type': 'application/json' };
let options: LiveEngineOptions;
const errors: string[] = [];
const waiting: (() => void)[] = [];
const logger = {
  warn: () => undefined,
  error: (_details: object, message: string) => {
    errors.push(message);
    for (const wake of waiting.splice(0)) wake();
  },
};

beforeAll(async () => {
  database = await createOwnDatabase('engine');
  options = {
    databaseUrl: database.url,
    secret,
    origin: 'http://localhost',
    port: 0,
    host: '127.0.0.1',
    canMove: true,
    tracing: {},
  };
});
afterAll(() => database.drop());

let engine: SupervisedEngine | undefined;
afterEach(() => engine?.close());

const address = (url: string) => `${url}/v1/projects/manabiba/databases/(default)/documents/rooms/a`;
const read = async (url: string) =>
  (await fetch(address(url), { headers })).json() as Promise<{ fields?: { n?: { integerValue?: string } } }>;
const write = (url: string, n: number) =>
  fetch(address(url), {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ fields: { n: { integerValue: String(n) } } }),
  });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Polls until there is a response, because the product handles the restart. */
async function readAgain(url: string): ReturnType<typeof read> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const answer = await read(url).catch(() => undefined);
    if (answer) return answer;
    if (Date.now() > deadline) throw new Error('The engine does not come back.');
    await new Promise((next) => {
      setTimeout(next, 50);
    });
  }
}

it('runs in a separate process that ends on close', async () => {
  engine = await startLiveEngine({ script, options, logger });
  const { pid = 0 } = engine;
  expect(pid).not.toBe(process.pid);
  expect((await write(engine.url, 1)).status).toBe(200);
  await engine.close();
  expect(isAlive(pid)).toBe(false);
  expect(errors).toEqual([]);
});

it.each([
  ['exits by itself', 'SIGKILL', {}],
  ['stops responding', 'SIGSTOP', { pingMs: 50, silenceMs: 4000 }],
] as const)('a process that %s is replaced at the same address with all documents', async (_what, signal, patience) => {
  errors.length = 0;
  engine = await startLiveEngine({ script, options, logger, patience });
  const { url, pid = 0 } = engine;
  await write(url, 7);
  const announced = new Promise<void>((done) => {
    waiting.push(done);
  });
  process.kill(pid, signal);
  await announced;
  expect(errors).toEqual(['the engine of live documents has exited and is being restarted']);
  expect((await readAgain(url)).fields).toEqual({ n: { integerValue: '7' } });
  expect(engine.pid).not.toBe(pid);
  expect((await write(url, 8)).status).toBe(200);
});

it('exits when the product has exited', async () => {
  const child = fork(script, { execArgv: [] });
  child.send({ type: 'start', options });
  const [message] = (await once(child, 'message')) as [{ type: string }];
  expect(message.type).toBe('listening');
  child.disconnect();
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(0);
});

it('does not start while another process uses the same documents', async () => {
  engine = await startLiveEngine({ script, options, logger });
  const blocker = fork(script, { execArgv: [] });
  blocker.send({ type: 'start', options });
  const [message] = (await once(blocker, 'message')) as [{ type: string; error: { message: string } }];
  expect(message).toMatchObject({
    type: 'failed',
    error: { message: expect.stringMatching(/Another engine owns the documents/) as string },
  });
  await once(blocker, 'exit');
});
