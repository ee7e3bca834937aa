import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** A caption with its times in seconds, and its lines as plain text. */
interface Cue {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/**
 * Writes captions as a WebVTT file. Not by the serializer of webvtt-parser, which writes hours with one digit: the
 * format wants two.
 */
export const writeWebVtt = (cues: readonly Cue[]): string =>
  `WEBVTT\n\n${cues.map(({ start, end, lines }) => `${timeOf(start)} --> ${timeOf(end)}\n${lines.map(escaped).join('\n')}\n`).join('\n')}`;

/** An arrow would be read as a time. */
const escaped = (line: string) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats a position: 01:01:01.042. */
function timeOf(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(ms / millisecondsInHour)}:${pad((ms / millisecondsInMinute) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
