import { TZDate } from '@date-fns/tz';
import { addDays, differenceInYears, lightFormat, parseISO, startOfDay, subYears } from 'date-fns';

import { DEFAULT_TIME_ZONE, inJapan } from '../../platform/moments';

export const STUDENT_MAX_AGE = 24;
export const ADULT_AGE = 18;
/** Users below this age need a guardian's consent. */
export const GUARDIAN_BELOW_AGE = 16;

/** The day that was asked for last: every call, and every row of a list, asks for the same. */
let lastDay = { from: 0, to: 0, text: '', bornBy: new Map<number, string>() };

function dayInJapan(now: Date) {
  if (now.getTime() < lastDay.from || now.getTime() >= lastDay.to) {
    const start = startOfDay(now, inJapan);
    const text = lightFormat(start, 'yyyy-MM-dd');
    lastDay = { from: start.getTime(), to: addDays(start, 1).getTime(), text, bornBy: new Map() };
  }
  return lastDay;
}

/** Returns today in Japan as yyyy-MM-dd: ages change at that midnight. */
export const todayInJapan = (now: Date): string => dayInJapan(now).text;

/** Returns the latest birth date of a person who is at least `years` old today, as yyyy-MM-dd. */
export function bornBy(years: number, now: Date): string {
  const day = dayInJapan(now);
  const latest = day.bornBy.get(years) ?? lightFormat(subYears(parseISO(day.text), years), 'yyyy-MM-dd');
  day.bornBy.set(years, latest);
  return latest;
}

/** Returns the age in Japan of a person born on `birthDate` (yyyy-MM-dd). */
export const ageOf = (birthDate: string, now: Date): number =>
  differenceInYears(parseISO(todayInJapan(now)), parseISO(birthDate));

/** Returns whether a person born on `birthDate` (yyyy-MM-dd) is younger than `years`. */
export const isYoungerThan = (birthDate: string, years: number, now: Date) => birthDate > bornBy(years, now);

/** Returns whether a person is under 18: payments and other important matters require a guardian's consent. */
export const isMinor = (birthDate: string, now: Date) => isYoungerThan(birthDate, ADULT_AGE, now);

/** Returns the start of the day in Japan on which a person turns 18. */
export function comingOfAge(birthDate: string): Date {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number);
  return new Date(new TZDate(year + ADULT_AGE, month - 1, day, DEFAULT_TIME_ZONE));
}

/** Returns whether a person is 24 or younger. */
export const isStudentAge = (birthDate: string, now: Date) => isYoungerThan(birthDate, STUDENT_MAX_AGE + 1, now);

/** Returns whether a person is 15 or younger: sign-up requires a guardian's address and consent. */
export const needsGuardian = (birthDate: string, now: Date) => isYoungerThan(birthDate, GUARDIAN_BELOW_AGE, now);

/** Returns whether a guardian's consent is still missing. For a pupil the school holds it. */
export const isConsentMissing = (
  person: { birth_date: string; partner_school_id: string | null; guardian_consent_at: Date | null },
  now: Date,
) => person.partner_school_id === null && person.guardian_consent_at === null && needsGuardian(person.birth_date, now);

/**
 * Returns the address of the guardian to notify of decisions about a user under 18: only of a guardian who has
 * consented, because no other address is known to be theirs.
 */
export const guardianToNotify = (
  person: { birth_date: string; guardian_email: string | null; guardian_consent_at: Date | null },
  now: Date,
): string | null =>
  isMinor(person.birth_date, now) && person.guardian_consent_at !== null ? person.guardian_email : null;
