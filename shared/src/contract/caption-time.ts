import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** Formats a position as WebVTT writes it: 01:01:01.042. */
export function captionTime(seconds: number): string {
  const ms = Math.round(seconds * 1000);
  const pad = (value: number, digits = 2) => String(Math.floor(value)).padStart(digits, '0');
  return `${pad(ms / millisecondsInHour)}:${pad((ms / millisecondsInMinute) % 60)}:${pad((ms / 1000) % 60)}.${pad(ms % 1000, 3)}`;
}
