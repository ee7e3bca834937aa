import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

import type { EngineLogger, FromEngine, ToEngine } from './messages';

export type { EngineLogger } from './messages';

/** Timeouts for the process, in milliseconds. */
export interface Patience {
  /** The ping interval, for liveness and the engine's health. */
  readonly pingMs: number;
  /** Without a message for this long, the process is killed and restarted. */
  readonly silenceMs: number;
  /** The delay before the first restart; it doubles with each failed restart. */
  readonly retryMs: number;
}

const PATIENCE: Patience = { pingMs: 5000, silenceMs: 30_000, retryMs: 250 };
const MAX_RETRY_MS = 10_000;
/** Timeout for closing, in milliseconds. A closing engine itself waits one second for its clients and pending work. */
const CLOSE_MS = 8000;

export interface SuperviseOptions<Options> {
  /** The engine's name in the log, such as `the media engine`. */
  readonly name: string;
  /** Path of the built program, which calls `runInChild`. */
  readonly script: string;
  readonly options: Options;
  /** Environment variables of the process besides those of this one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Returns the options for restarts, given the URL of the first start: clients know its port. */
  optionsAgain(url: string): Options;
  readonly logger: EngineLogger;
  readonly patience?: Partial<Patience>;
  /** Called with the state at every health check and exit. */
  readonly onState?: (state: EngineState) => void;
}

/** What an engine in its own process does. */
export interface EngineState {
  readonly name: string;
  readonly isHealthy: boolean;
  /** How often it has been started again. */
  readonly restarts: number;
  /** Its metrics in the Prometheus text format; empty while it does not run. */
  readonly metrics: string;
}

/** An engine in its own process. */
export interface SupervisedEngine {
  readonly url: string;
  /** The id of the running process; undefined between an exit and the next start. */
  readonly pid: number | undefined;
  close(): Promise<void>;
}

/**
 * Starts an engine in a child process. Rejects when the first start fails. A process that later exits or stops
 * responding is replaced by a new one, until `close()`.
 */
export async function supervise<Options>(given: SuperviseOptions<Options>): Promise<SupervisedEngine> {
  const { name, logger } = given;
  const { pingMs, silenceMs, retryMs } = { ...PATIENCE, ...given.patience };
  let current: EngineProcess | undefined;
  let isClosing = false;
  let retrying: NodeJS.Timeout | undefined;
  let restarts = 0;
  const noteFailure = failureLog(name, logger);
  const reportState = (isHealthy: boolean, metrics: string) => given.onState?.({ name, isHealthy, restarts, metrics });

  const run = (options: Options) => {
    const started = startProcess(given, options, ({ failure, metrics }) => {
      noteFailure(failure);
      reportState(failure === null, metrics);
    });
    current = started;
    started.child.on('exit', () => {
      if (current === started) current = undefined;
    });
    return started.listening;
  };
  const url = await run(given.options);
  const again = (waitMs: number) => {
    retrying = setTimeout(() => {
      run(given.optionsAgain(url)).then(watch, (err: unknown) => {
        if (isClosing) return;
        logger.error({ err }, `${name} cannot be restarted`);
        again(Math.min(2 * waitMs, MAX_RETRY_MS));
      });
    }, waitMs);
  };
  const watch = () => {
    current?.child.once('exit', (code, signal) => {
      if (isClosing) return;
      restarts += 1;
      reportState(false, '');
      logger.error({ code, signal }, `${name} has exited and is being restarted`);
      again(retryMs);
    });
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
  readonly child: ChildProcess;
  /** Resolves with the engine's URL; rejects when the process exits before it listens. */
  readonly listening: Promise<string>;
  /** Milliseconds since the last message of a listening engine; 0 while it starts. */
  silentMs(): number;
}

function startProcess<Options>(
  { name, script, logger, env }: SuperviseOptions<Options>,
  options: Options,
  onHealth: (health: Extract<FromEngine, { type: 'health' }>) => void,
): EngineProcess {
  const child = fork(script, {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let heardAt: number | undefined;
  const listening = new Promise<string>((done, fail) => {
    child.on('message', (message: FromEngine) => {
      if (message.type === 'listening' || heardAt !== undefined) heardAt = performance.now();
      if (message.type === 'listening') done(message.url);
      else if (message.type === 'failed') fail(Object.assign(new Error(message.error.message), message.error));
      else if (message.type === 'health') onHealth(message);
      else if (message.type === 'log') logger[message.level](message.details, message.message);
    });
    child.on('error', fail);
    child.on('exit', (code, signal) => fail(new Error(`${name} has exited with ${signal ?? code}`)));
  });
  send(child, { type: 'start', options });
  return { child, listening, silentMs: () => (heardAt === undefined ? 0 : performance.now() - heardAt) };
}

function send<Options>(child: ChildProcess, message: ToEngine<Options>): void {
  if (child.connected) child.send(message as { type: string }, () => undefined);
}

/** Logs each change of the engine's health once. */
function failureLog(name: string, logger: EngineLogger): (reason: string | null) => void {
  let failure: string | null = null;
  return (reason) => {
    if (reason === failure) return;
    failure = reason;
    logger.warn({ reason }, `${name} ${reason === null ? 'is healthy again' : 'is not healthy'}`);
  };
}

/** Lets the engine close its connections and finish its work, and kills the process on timeout. */
async function endProcess(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_MS);
  send(child, { type: 'close' });
  await gone;
  clearTimeout(force);
}
