/** The newest first; more than a few are no help. */
const KEPT = 6;
/** One entry for this browser. It names its person, and is taken away when they sign out (`endSession`). */
const KEY = 'recent-searches';

interface Kept {
  personId: string;
  words: string[];
}

/** What this person has searched for in this browser. Of a visitor nothing is kept. */
export function readRecentSearches(personId: string | null): string[] {
  const kept = read();
  return personId !== null && kept?.personId === personId ? kept.words : [];
}

export function keepRecentSearch(personId: string | null, words: string): void {
  if (personId === null) return;
  const others = readRecentSearches(personId).filter((each) => each !== words);
  write({ personId, words: [words, ...others].slice(0, KEPT) });
}

export const forgetRecentSearches = () => write(null);

/** A browser may forbid its storage, and what is in it may be anything. */
function read(): Kept | null {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    return typeof value?.personId === 'string' && Array.isArray(value.words) && value.words.every((each) => typeof each === 'string') ? value as Kept : null;
  } catch {
    return null;
  }
}

function write(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(KEY, JSON.stringify(kept));
    else localStorage.removeItem(KEY);
  } catch {
    // Without a storage there are no recent searches.
  }
}
