import { TZDate } from '@date-fns/tz';
import { lightFormat } from 'date-fns';

import { DEFAULT_TIME_ZONE } from '../../../platform/moments';

interface QuietSettings {
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string | null;
  paused_until: Date | null;
}

/** Returns whether nothing is to be pushed now: in quiet hours of the user's zone, or during a pause. */
export function isQuiet(
  { quiet_from: from, quiet_to: to, time_zone: zone, paused_until: pausedUntil }: QuietSettings,
  now: Date,
): boolean {
  if (pausedUntil !== null && pausedUntil > now) return true;
  if (from === null || to === null) return false;
  const time = lightFormat(new TZDate(now, zone ?? DEFAULT_TIME_ZONE), 'HH:mm');
  return from < to ? from <= time && time < to : time >= from || time < to;
}
