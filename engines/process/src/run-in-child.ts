import type { EngineLogger, FromEngine, ToEngine } from './messages';

/** How long an engine whose parent has exited may take to ask its clients to reconnect, in milliseconds. */
const ORPHAN_MS = 1500;

/** A listening engine. */
export interface StartedEngine {
  readonly url: string;
  health(): Promise<void>;
  /** Returns what it has done, in the Prometheus text format. */
  metrics(): string;
  close(): Promise<void>;
}

/**
 * Runs an engine in this process, forked by the parent: starts it with the options that the parent sends, forwards its
 * log, answers pings and exits with the parent.
 */
export function runInChild<Options>(start: (options: Options, logger: EngineLogger) => Promise<StartedEngine>): void {
  // Node would open its inspector on it.
  process.on('SIGUSR1', () => undefined);
  const sendToParent = (message: FromEngine) => {
    // Without a callback a parent that exits while the message is written would end the engine by an 'error' event.
    if (process.connected) process.send?.(message, undefined, {}, () => undefined);
  };
  const log = (level: keyof EngineLogger) => (details: object, message: string) =>
    sendToParent({ type: 'log', level, details: readable(details), message });
  let engine: StartedEngine | undefined;

  const end = async () => {
    await engine?.close().catch(() => undefined);
    process.exit(0);
  };
  const begin = async (options: Options) => {
    try {
      engine = await start(options, { warn: log('warn'), error: log('error') });
      sendToParent({ type: 'listening', url: engine.url });
    } catch (failure) {
      const { message, stack } = failure as Error;
      sendToParent({ type: 'failed', error: { message, stack } });
      await end();
    }
  };
  /** Replies at once: an engine that cannot work must not look like a hanging process. */
  const pong = async () => {
    sendToParent({ type: 'pong' });
    const failure = await engine?.health().then(
      () => null,
      (error: Error) => error.message,
    );
    sendToParent({ type: 'health', failure: failure ?? null, metrics: engine?.metrics() ?? '' });
  };

  process.on('message', (message: ToEngine<Options>) => {
    if (message.type === 'ping') void pong();
    else if (message.type === 'close') void end();
    else void begin(message.options);
  });
  process.on('disconnect', () => {
    setTimeout(() => process.exit(1), ORPHAN_MS).unref();
    void end();
  });
  // A terminal or service manager signals the whole process group; the parent stops this process in order.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
}

/** Error objects lose their message in messages between processes. */
const readable = (details: object): object =>
  Object.fromEntries(
    Object.entries(details).map(([key, value]: [string, unknown]) => [
      key,
      value instanceof Error ? { ...value, message: value.message, stack: value.stack } : value,
    ]),
  );
