/** Up to this age a guardian agrees first. */
const GUARDIAN_MAX_AGE = 15;
const JAPAN_OFFSET_MS = 9 * 3_600_000;

/** Whether somebody born on a day (yyyy-MM-dd) is, by today's date in Japan, of an age at which a guardian is needed. */
export function needsGuardian(birthDate: string, now: Date): boolean {
  const born = /^(\d{4})-(\d{2}-\d{2})$/.exec(birthDate);
  if (!born) return false;
  const today = new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString();
  const age = Number(today.slice(0, 4)) - Number(born[1]) - (today.slice(5, 10) < (born[2] ?? '') ? 1 : 0);
  return age >= 0 && age <= GUARDIAN_MAX_AGE;
}
