import { personStorage } from './person-storage';

/** The newest first; more than a few are not useful. */
const KEPT = 6;
const NAME = 'recent-searches';
const storage = personStorage('local');

/** The current user's recent searches in this browser. */
export function readRecentSearches(): string[] {
  try {
    const words = JSON.parse(storage.read(NAME) ?? '[]') as unknown;
    return Array.isArray(words) && words.every((each) => typeof each === 'string') ? words : [];
  } catch {
    // Storage may contain anything, so it is validated.
    return [];
  }
}

export function keepRecentSearch(words: string): void {
  const others = readRecentSearches().filter((each) => each !== words);
  storage.write(NAME, JSON.stringify([words, ...others].slice(0, KEPT)));
}

export const forgetRecentSearches = () => storage.remove(NAME);
