import { millisecondsInSecond, secondsInDay, secondsInHour } from 'date-fns/constants';

const pad = (value: number) => String(value).padStart(2, '0');

/** A remaining duration, truncated to whole seconds and never below zero. */
export interface DurationParts {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/** Splits milliseconds into countdown parts. A negative duration is all zeros. */
export function splitDuration(durationMs: number): DurationParts {
  const total = Math.max(0, Math.floor(durationMs / millisecondsInSecond));
  return {
    days: Math.floor(total / secondsInDay),
    hours: Math.floor((total % secondsInDay) / secondsInHour),
    minutes: Math.floor((total % secondsInHour) / 60),
    seconds: total % 60,
  };
}

/** Formats the length of a recording, as players show it: 45:03, 1:02:03. */
export function formatLength(totalSeconds: number): string {
  const { days, hours, minutes, seconds } = splitDuration(totalSeconds * millisecondsInSecond);
  const allHours = days * 24 + hours;
  return allHours > 0 ? `${allHours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Formats a planned duration: 45分, 1時間30分, 2時間. */
export function formatMinutes(totalMinutes: number): string {
  const hours = Math.floor(totalMinutes / 60);
  const minutes = totalMinutes % 60;
  if (hours === 0) return `${minutes}分`;
  return minutes === 0 ? `${hours}時間` : `${hours}時間${minutes}分`;
}

/** Formats a remaining duration in its largest sufficient unit: 2日, 3時間12分, 31分, 40秒. */
export function formatRemaining(durationMs: number): string {
  const { days, hours, minutes, seconds } = splitDuration(durationMs);
  if (days > 0) return `${days}日`;
  if (hours > 0) return formatMinutes(hours * 60 + minutes);
  return minutes > 0 ? `${minutes}分` : `${seconds}秒`;
}
