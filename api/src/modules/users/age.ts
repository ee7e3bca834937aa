const JAPAN_OFFSET_MS = 9 * 3_600_000;
const DAY_MS = 86_400_000;
export const STUDENT_MAX_AGE = 24;
export const ADULT_AGE = 18;
/** Users below this age need a guardian's consent. */
export const GUARDIAN_BELOW_AGE = 16;

/** The day that was asked for last: every row of a list asks for the same. */
let lastDay = { number: Number.NaN, text: '', year: 0 };

function dayInJapan(now: Date) {
  const ms = now.getTime() + JAPAN_OFFSET_MS;
  const number = Math.floor(ms / DAY_MS);
  if (number !== lastDay.number) {
    const text = new Date(ms).toISOString().slice(0, 10);
    lastDay = { number, text, year: Number(text.slice(0, 4)) };
  }
  return lastDay;
}

/** Returns today in Japan as yyyy-MM-dd: ages change at that midnight. */
export const todayInJapan = (now: Date): string => dayInJapan(now).text;

/** Returns the latest birth date of a person who is at least `years` old today, as yyyy-MM-dd. */
export function bornBy(years: number, now: Date): string {
  const { text, year } = dayInJapan(now);
  return `${String(year - years).padStart(4, '0')}${text.slice(4)}`;
}

/** Returns the age in Japan of a person born on `birthDate` (yyyy-MM-dd). */
export function ageOf(birthDate: string, now: Date): number {
  const { text, year } = dayInJapan(now);
  return year - Number(birthDate.slice(0, 4)) - (text.slice(5) < birthDate.slice(5) ? 1 : 0);
}

/** Returns whether a person born on `birthDate` (yyyy-MM-dd) is younger than `years`. */
export const isYoungerThan = (birthDate: string, years: number, now: Date) => birthDate > bornBy(years, now);

/** Returns whether a person is under 18: payments and other important matters require a guardian's consent. */
export const isMinor = (birthDate: string, now: Date) => isYoungerThan(birthDate, ADULT_AGE, now);

/** Returns the start of the day in Japan on which a person turns 18. */
export function comingOfAge(birthDate: string): Date {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number);
  return new Date(Date.UTC(year + ADULT_AGE, month - 1, day) - JAPAN_OFFSET_MS);
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
 * Returns the address of the guardian who is told what is decided about a user: while they are under 18, and only of a
 * guardian who has consented, because nobody else has shown that the address is theirs.
 */
export const guardianToTell = (
  person: { birth_date: string; guardian_email: string | null; guardian_consent_at: Date | null },
  now: Date,
): string | null =>
  isMinor(person.birth_date, now) && person.guardian_consent_at !== null ? person.guardian_email : null;
