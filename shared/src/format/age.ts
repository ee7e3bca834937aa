import { dayKey } from './date-time';

/** Returns the age for a birth date (yyyy-MM-dd) by today's date in Japan; null for an invalid or future date. */
export function ageInJapan(birthDate: string, now: Date): number | null {
  const born = /^(\d{4})-(\d{2}-\d{2})$/.exec(birthDate);
  if (!born) return null;
  const today = dayKey(now, 'Asia/Tokyo');
  const age = Number(today.slice(0, 4)) - Number(born[1]) - (today.slice(5) < (born[2] ?? '') ? 1 : 0);
  return age >= 0 ? age : null;
}

/** Up to this age a guardian must consent first. */
const GUARDIAN_MAX_AGE = 15;

/** Whether a user born on this day needs a guardian's consent. */
export function needsGuardian(birthDate: string, now: Date): boolean {
  const age = ageInJapan(birthDate, now);
  return age !== null && age <= GUARDIAN_MAX_AGE;
}
