import { splitDuration } from '@manabiba/shared/format/duration';

/** A position as a screen reader says it: 25分20秒, 1時間2分0秒. */
export function spokenLength(totalSeconds: number): string {
  const { days, hours, minutes, seconds } = splitDuration(totalSeconds * 1000);
  const allHours = days * 24 + hours;
  return `${allHours > 0 ? `${allHours}時間` : ''}${minutes}分${seconds}秒`;
}
