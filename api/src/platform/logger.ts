import { pino, type DestinationStream, type Logger } from 'pino';

/** Bytes that are gathered before they are written: one system call for many lines. */
const BUFFER_BYTES = 15 * 1024;
/** A line waits at most this long, in milliseconds. */
const FLUSH_MS = 1000;

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
      redact: { paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.refreshToken'], censor: '***' },
      serializers: { err: pino.stdSerializers.err },
    },
    destination ?? bufferedOutput(),
  );
}

function bufferedOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_MS });
  process.on('exit', () => output.flushSync());
  return output;
}
