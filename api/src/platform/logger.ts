import { type DestinationStream, type Logger, pino } from 'pino';

/** Bytes that are gathered before they are written: one system call for many lines. */
const BUFFER_BYTES = 15 * 1024;
/** A line waits at most this long, in milliseconds. */
const FLUSH_MS = 1000;

/** Never written, wherever an error carries it. */
const SECRETS = new Set(['authorization', 'cookie', 'set-cookie', 'password', 'token', 'refreshToken']);
const MAX_DEPTH = 5;

interface LoggerOptions {
  level: string;
  /** Where the lines go. Default: standard output, buffered. */
  destination?: DestinationStream;
}

/**
 * Structured logs, one JSON object a line. Nothing that signs somebody in is ever written: headers and bodies are not
 * logged at all, and the query of a URL (which may hold a private classroom's key) is left out.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      // Errors are the only things of unknown shape that are logged. Looking through every line of every request for
      // secrets that cannot be there costs a twelfth of what a cached answer takes.
      serializers: { err: (error: Error) => censored(pino.stdSerializers.err(error)) },
    },
    destination ?? bufferedOutput(),
  );
}

function bufferedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => output.flushSync());
  return output;
}

function censored(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => censored(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRETS.has(name) ? '***' : censored(inner, depth + 1)]),
  );
}
