import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import type { EngineLogger } from '@manabiba/engine-firestore/engine';

import type { FromLiveEngine, LiveEngineOptions, ToLiveEngine } from './engine-messages';

/** Timeouts for the engine process, in milliseconds. */
export interface Patience {
  /** The ping interval, for liveness and the engine's health. */
  pingMs: number;
  /** Without a message for this long, the process is killed and restarted. */
  silenceMs: number;
  /** The delay before the first restart; it doubles with each failed restart. */
  retryMs: number;
}

const PATIENCE: Patience = { pingMs: 5000, silenceMs: 30_000, retryMs: 250 };
const MAX_RETRY_MS = 10_000;
/** A closing engine waits one second for its clients and its pending writes. */
const CLOSE_MS = 8000;

interface Surroundings {
  /** The built program. */
  script: string;
  options: LiveEngineOptions;
  logger: EngineLogger;
  patience?: Partial<Patience>;
}

/** The engine of live documents in its own process. */
export interface LiveEngineProcess {
  readonly url: string;
  /** The id of the running process; undefined between an exit and the next start. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts the engine process. Rejects when the first start fails. A process that later exits or stops responding is
 * replaced by a new one on the same port with the same documents, until `close()`.
 */
export async function startLiveEngine({ script, options, logger, patience }: Surroundings): Promise<LiveEngineProcess> {
  const { pingMs, silenceMs, retryMs } = { ...PATIENCE, ...patience };
  let current: EngineProcess | undefined;
  let isClosing = false;
  let retrying: NodeJS.Timeout | undefined;

  const run = (given: LiveEngineOptions) => {
    const started = startProcess(script, given, logger);
    current = started;
    started.child.on('exit', () => {
      if (current === started) current = undefined;
    });
    return started.listening;
  };
  const url = await run(options);
  const fixed = { ...options, port: Number(new URL(url).port), canMove: false };
  const watch = () => {
    current?.child.once('exit', (code, signal) => {
      if (isClosing) return;
      logger.error({ code, signal }, 'the engine of live documents has exited and is being restarted');
      again(retryMs);
    });
  };
  const again = (waitMs: number) => {
    retrying = setTimeout(() => {
      run(fixed).then(watch, (err: unknown) => {
        if (isClosing) return;
        logger.error({ err }, 'the engine of live documents cannot be restarted');
        again(Math.min(2 * waitMs, MAX_RETRY_MS));
      });
    }, waitMs);
  };
  watch();
  const pinging = setInterval(() => {
    if (!current) return;
    if (current.silentMs() > silenceMs) current.child.kill('SIGKILL');
    else send(current.child, { type: 'ping' });
  }, pingMs);
  pinging.unref();

  return {
    url,
    get pid() {
      return current?.child.pid;
    },
    close: async () => {
      isClosing = true;
      clearTimeout(retrying);
      clearInterval(pinging);
      if (current) await endProcess(current.child);
    },
  };
}

interface EngineProcess {
  child: ChildProcess;
  /** Resolves with the engine's URL; rejects when the process exits before it listens. */
  listening: Promise<string>;
  /** Milliseconds since the last message of a listening engine; 0 while it starts. */
  silentMs: () => number;
}

function startProcess(script: string, options: LiveEngineOptions, logger: EngineLogger): EngineProcess {
  const child = fork(script, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let heardAt: number | undefined;
  const noteFailure = failureLog(logger);
  const listening = new Promise<string>((done, fail) => {
    child.on('message', (message: FromLiveEngine) => {
      if (message.type === 'listening' || heardAt !== undefined) heardAt = performance.now();
      if (message.type === 'listening') done(message.url);
      else if (message.type === 'failed') fail(Object.assign(new Error(message.error.message), message.error));
      else if (message.type === 'health') noteFailure(message.failure);
      else if (message.type === 'log') logger[message.level](message.details, message.message);
    });
    child.on('error', fail);
    child.on('exit', (code, signal) =>
      fail(new Error(`The engine of live documents has exited with ${signal ?? code}.`)),
    );
  });
  send(child, { type: 'start', options });
  return { child, listening, silentMs: () => (heardAt === undefined ? 0 : performance.now() - heardAt) };
}

function send(child: ChildProcess, message: ToLiveEngine): void {
  if (child.connected) child.send(message, () => undefined);
}

/** Logs each change of the engine's health once. */
function failureLog(logger: EngineLogger): (reason: string | null) => void {
  let failure: string | null = null;
  return (reason) => {
    if (reason === failure) return;
    failure = reason;
    const message = reason === null ? 'is healthy again' : 'is not healthy';
    logger.warn({ reason }, `the engine of live documents ${message}`);
  };
}

/** Lets the engine close its connections and flush its writes, and kills the process on timeout. */
async function endProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
  send(child, { type: 'close' });
  await gone;
  clearTimeout(force);
}
