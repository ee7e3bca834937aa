import { type DestinationStream, type Logger, pino } from 'pino';

/** Write buffer in bytes: one system call for many lines. */
const BUFFER_BYTES = 15 * 1024;
/** Longest time that a line stays in the buffer, in milliseconds. */
const FLUSH_MS = 1000;

/** Fields that are redacted anywhere in an error. */
const SECRETS = new Set(['authorization', 'cookie', 'set-cookie', 'password', 'token', 'refreshToken']);
const MAX_DEPTH = 5;

interface LoggerOptions {
  level: string;
  /** Output of the log. Default: standard output, buffered. */
  destination?: DestinationStream;
}

/**
 * Creates the structured logger, one JSON object per line. Credentials are never logged: headers and bodies are left
 * out, and so is the query of a URL, which may contain a private classroom's key.
 */
export function createLogger({ level, destination }: LoggerOptions): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.epochTime,
      // Only errors have an unknown shape. Scanning every line of every request for secrets that cannot be there would
      // cost a twelfth of a cached answer.
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
