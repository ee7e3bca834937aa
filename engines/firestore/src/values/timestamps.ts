import { invalidArgument, quoted } from '../status';

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/i;
const MIN_SECONDS = -62_135_596_800;
const MAX_SECONDS = 253_402_300_799;

/**
 * Parses a timestamp to microseconds since 1970. Seconds and nanoseconds may also come as an object, which old clients
 * send.
 */
export function parseMicros(input: unknown): bigint {
  if (typeof input === 'object' && input !== null) {
    const { seconds, nanos } = input as { seconds?: unknown; nanos?: unknown };
    const [wholeSeconds, wholeNanos] = [wholeOf(seconds), wholeOf(nanos)];
    if (!Number.isInteger(wholeSeconds) || !Number.isInteger(wholeNanos)) throw invalidTimestamp(input);
    return micros(wholeSeconds, wholeNanos);
  }
  const match = typeof input === 'string' ? RFC3339.exec(input) : null;
  if (!match) throw invalidTimestamp(input);
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const milliseconds = Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(milliseconds);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (
    Number(hour) > 23 ||
    Number(minute) > 59 ||
    Number(second) > 59 ||
    date.getUTCMonth() !== Number(month) - 1 ||
    date.getUTCDate() !== Number(day)
  ) {
    throw invalidTimestamp(input);
  }
  return micros(date.getTime() / 1000 - offsetSeconds(zone), Number(fraction.padEnd(9, '0')));
}

function offsetSeconds(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = zone.slice(1).split(':');
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

function micros(seconds: number, nanos: number): bigint {
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS || nanos < 0 || nanos > 999_999_999) {
    throw invalidArgument('Timestamp is out of range.');
  }
  // Extra digits are truncated, not rounded.
  return BigInt(seconds) * 1_000_000n + BigInt(Math.floor(nanos / 1000));
}

const wholeOf = (input: unknown) =>
  input === undefined || input === null
    ? 0
    : typeof input === 'number' || typeof input === 'string'
      ? Number(input)
      : NaN;

const invalidTimestamp = (input: unknown) =>
  invalidArgument(
    `Invalid value (timestamp), Invalid time format: ${typeof input === 'string' ? input : quoted(input)}`,
  );

/** Formats a time for the protocol, always with six fractional digits. */
export function formatMicros(time: bigint): string {
  const milliseconds = time >= 0n ? time / 1000n : (time - 999n) / 1000n;
  const iso = new Date(Number(milliseconds)).toISOString();
  const rest = String(time - milliseconds * 1000n).padStart(3, '0');
  return `${iso.slice(0, -1)}${rest}Z`;
}
