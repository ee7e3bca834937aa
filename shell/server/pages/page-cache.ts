/** How long an entry is reused, in milliseconds. */
const FRESH_MS = 1000;
/** Maximum number of entries: for pages opened at the same time, not for all pages. */
const MAX_KEPT = 100;

/** A page that is the same for everyone who has no session. */
export interface SharedPage {
  html: string;
  headers: Record<string, string>;
  isMissing: boolean;
  /** The HTML by encoding, packed once. */
  packed: Map<string, Promise<Buffer>>;
}

/** Caches for a second what is the same for all requests with the same key. */
export interface SecondCache<T> {
  /**
   * Returns the entry of a key, and creates it unless that was done within the last second. An entry that is not worth
   * keeping is shared by those who wait for it.
   */
  read(key: string, make: () => Promise<T>): Promise<T>;
}

/** Caches anonymous pages for a second: users who open a page at the same time get the same bytes. */
export const createPageCache = () => createSecondCache<SharedPage>(({ isMissing }) => !isMissing);

export function createSecondCache<T>(isWorthKeeping: (made: T) => boolean): SecondCache<T> {
  const kept = new Map<string, { at: number; made: Promise<T> }>();
  return {
    read(key, make) {
      const now = performance.now();
      const known = kept.get(key);
      if (known && now - known.at < FRESH_MS) return known.made;
      kept.delete(key);
      const [oldest] = kept.keys();
      if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      const made = make();
      kept.set(key, { at: now, made });
      const forget = () => kept.get(key)?.made === made && kept.delete(key);
      made.then((result) => isWorthKeeping(result) || forget(), forget);
      return made;
    },
  };
}
