import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import type { EngineLogger } from '@manabiba/engine-firestore/engine';

import type { FromLiveEngine, LiveEngineOptions, ToLiveEngine } from './engine-messages';

/** How patient the product is with the engine's process, in milliseconds. */
export interface Patience {
  /** How often it is asked for a sign of life and for its health. */
  pingMs: number;
  /** After so long without one it is ended and started again. */
  silenceMs: number;
  /** The wait before the first new start; it doubles with each that fails. */
  retryMs: number;
}

const PATIENCE: Patience = { pingMs: 5000, silenceMs: 30_000, retryMs: 250 };
const MAX_RETRY_MS = 10_000;
/** A closing engine waits a second for its clients, and for what is being written. */
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
  /** Of the process that runs now; undefined between the end of one and the start of the next. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts the engine's process. Rejects when the first start fails. A process that ends later, or gives no sign of life,
 * is replaced by another one on the same port and the same documents, until `close()`.
 */
export async function startLiveEngine({ script, options, logger, patience }: Surroundings): Promise<LiveEngineProcess> {
  const { pingMs, silenceMs, retryMs } = { ...PATIENCE, ...patience };
  let child: ChildProcess | undefined;
  let isClosing = false;
  let retrying: NodeJS.Timeout | undefined;
  /** When the running process was last heard of; a starting one is given its time. */
  let heardAt: number | undefined;
  let failure: string | null = null;

  const send = (message: ToLiveEngine) => {
    if (child?.connected) child.send(message, () => undefined);
  };
  const setFailure = (reason: string | null) => {
    if (reason !== failure)
      logger.warn(
        { reason },
        reason === null
          ? 'the engine of live documents is healthy again'
          : 'the engine of live documents is not healthy',
      );
    failure = reason;
  };
  const run = (given: LiveEngineOptions) =>
    new Promise<string>((done, fail) => {
      const started = fork(script, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
      child = started;
      heardAt = undefined;
      failure = null;
      started.on('message', (message: FromLiveEngine) => {
        if (message.type === 'listening' || heardAt !== undefined) heardAt = performance.now();
        if (message.type === 'listening') done(message.url);
        else if (message.type === 'failed') fail(Object.assign(new Error(message.error.message), message.error));
        else if (message.type === 'health') setFailure(message.failure);
        else if (message.type === 'log') logger[message.level](message.details, message.message);
      });
      started.on('error', fail);
      started.on('exit', (code, signal) => {
        fail(new Error(`The engine of live documents has ended with ${signal ?? code}.`));
        if (child === started) child = undefined;
      });
      send({ type: 'start', options: given });
    });

  const url = await run(options);
  const fixed = { ...options, port: Number(new URL(url).port), canMove: false };
  const watch = () => {
    child?.once('exit', (code, signal) => {
      if (isClosing) return;
      logger.error({ code, signal }, 'the engine of live documents has ended and is started again');
      again(retryMs);
    });
  };
  const again = (waitMs: number) => {
    retrying = setTimeout(() => {
      run(fixed).then(watch, (err: unknown) => {
        if (isClosing) return;
        logger.error({ err }, 'the engine of live documents cannot be started again');
        again(Math.min(2 * waitMs, MAX_RETRY_MS));
      });
    }, waitMs);
  };
  watch();
  const pinging = setInterval(() => {
    if (heardAt !== undefined && performance.now() - heardAt > silenceMs) child?.kill('SIGKILL');
    else send({ type: 'ping' });
  }, pingMs);
  pinging.unref();

  return {
    url,
    get pid() {
      return child?.pid;
    },
    close: async () => {
      isClosing = true;
      clearTimeout(retrying);
      clearInterval(pinging);
      const ending = child;
      if (!ending) return;
      const gone = once(ending, 'exit');
      const force = setTimeout(() => ending.kill('SIGKILL'), CLOSE_MS);
      send({ type: 'close' });
      await gone;
      clearTimeout(force);
    },
  };
}
