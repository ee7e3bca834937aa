interface QuietSettings {
  quiet_from: string | null;
  quiet_to: string | null;
  time_zone: string | null;
  paused_until: Date | null;
}

/** Returns the local time as HH:mm. The zone's own rules decide about summer time. */
function timeOfDayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    now,
  );
}

/** Returns whether nothing is to be pushed now: in quiet hours of the user's zone, or during a pause. */
export function isQuiet(
  { quiet_from: from, quiet_to: to, time_zone: zone, paused_until: pausedUntil }: QuietSettings,
  now: Date,
): boolean {
  if (pausedUntil !== null && pausedUntil > now) return true;
  if (from === null || to === null) return false;
  const time = timeOfDayIn(zone ?? 'Asia/Tokyo', now);
  return from < to ? from <= time && time < to : time >= from || time < to;
}
