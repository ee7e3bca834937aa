/** What a sign-in on the page of a school needs when the pupil is back. */
export interface SchoolPageMemory {
  /** The key that the api gave to this browser alone. */
  browserKey: string;
  /** Query of the sign-in page, such as where to go next. */
  search: string;
}

const nameOf = (state: string) => `school-sign-in:${state}`;

/** Keeps it in this tab, to which the page of the school leads back. */
export function keepSchoolPageMemory(state: string, memory: SchoolPageMemory): void {
  try {
    sessionStorage.setItem(nameOf(state), JSON.stringify(memory));
  } catch {
    // Without storage the answer of the page is refused, and the pupil is asked to try again.
  }
}

/** Returns the stored data of a state, once; null in another browser or tab. */
export function takeSchoolPageMemory(state: string): SchoolPageMemory | null {
  try {
    const kept = sessionStorage.getItem(nameOf(state));
    sessionStorage.removeItem(nameOf(state));
    return kept === null ? null : (JSON.parse(kept) as SchoolPageMemory);
  } catch {
    return null;
  }
}
