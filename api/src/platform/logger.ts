import { type DestinationStream, type Logger, pino } from 'pino';

/** Write buffer in bytes: one system call for many lines. */
const BUFFER_BYTES = 64 * 1024;
/** The most bytes that UTF-8 needs for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
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
  const output = pino.destination({ dest: 1, sync: false, contentMode: 'buffer' });
  const collected = collectBytes({
    // In this mode it takes bytes; its types only know texts.
    write: (bytes) => output.write(bytes as unknown as string),
    flushSync: () => output.flushSync(),
  });
  setInterval(collected.flush, FLUSH_MS).unref();
  // First: pino closes the output then.
  process.prependListener('beforeExit', collected.flush);
  process.on('exit', collected.flushSync);
  return collected;
}

/**
 * Collects lines as bytes, and writes them together when the buffer is full. sonic-boom's own buffer is one string that
 * it measures anew at every line, which cost a cached answer as much as everything else; lines that are kept as strings
 * are work for the garbage collector.
 */
export function collectBytes(output: { write(bytes: Buffer): void; flushSync(): void }) {
  let bytes = Buffer.allocUnsafe(BUFFER_BYTES);
  let used = 0;
  const flush = () => {
    if (used === 0) return;
    output.write(bytes.subarray(0, used));
    bytes = Buffer.allocUnsafe(BUFFER_BYTES);
    used = 0;
  };
  return {
    write(line: string) {
      const most = line.length * MAX_BYTES_PER_UNIT;
      if (most > BUFFER_BYTES - used) flush();
      if (most > BUFFER_BYTES) output.write(Buffer.from(line));
      else used += bytes.write(line, used);
    },
    flush,
    flushSync() {
      flush();
      output.flushSync();
    },
  };
}

function censored(value: unknown, depth = 0): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (depth === MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => censored(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, SECRETS.has(name) ? '***' : censored(inner, depth + 1)]),
  );
}
