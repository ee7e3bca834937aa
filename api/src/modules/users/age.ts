const JAPAN_OFFSET_MS = 9 * 3_600_000;
export const STUDENT_MAX_AGE = 24;
const ADULT_AGE = 18;
/** Below this age a guardian has to agree. */
export const GUARDIAN_BELOW_AGE = 16;

/** Today in Japan as yyyy-MM-dd: everybody's age changes at that midnight. */
export function todayInJapan(now: Date): string {
  return new Date(now.getTime() + JAPAN_OFFSET_MS).toISOString().slice(0, 10);
}

/** The last day on which somebody was born who has turned `years` today, as yyyy-MM-dd. */
export function bornBy(years: number, now: Date): string {
  const today = todayInJapan(now);
  return `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`;
}

/** Whether somebody born on `birthDate` (yyyy-MM-dd) has not yet turned `years`. */
export const isYoungerThan = (birthDate: string, years: number, now: Date) => birthDate > bornBy(years, now);

/** Under 18: money and other matters of weight want a guardian's consent. */
export const isMinor = (birthDate: string, now: Date) => isYoungerThan(birthDate, ADULT_AGE, now);

/** The first moment of the day in Japan on which somebody turns 18. */
export function comingOfAge(birthDate: string): Date {
  const [year = 0, month = 1, day = 1] = birthDate.split('-').map(Number);
  return new Date(Date.UTC(year + ADULT_AGE, month - 1, day) - JAPAN_OFFSET_MS);
}

/** 24 or under. */
export const isStudentAge = (birthDate: string, now: Date) => isYoungerThan(birthDate, STUDENT_MAX_AGE + 1, now);

/** 15 or under: a guardian is named at sign-up and gives consent. */
export const needsGuardian = (birthDate: string, now: Date) => isYoungerThan(birthDate, GUARDIAN_BELOW_AGE, now);

/** Whether a guardian still has to agree. For a pupil the school holds the consent. */
export const isConsentMissing = (
  person: { birth_date: string; partner_school_id: string | null; guardian_consent_at: Date | null },
  now: Date,
) => person.partner_school_id === null && person.guardian_consent_at === null && needsGuardian(person.birth_date, now);
