import { personStorage } from './person-storage';

/** The newest first; more than a few are no help. */
const KEPT = 6;
const NAME = 'recent-searches';
const storage = personStorage('local');

/** What the person who is here has searched for in this browser. */
export function readRecentSearches(): string[] {
  try {
    const words = JSON.parse(storage.read(NAME) ?? '[]') as unknown;
    return Array.isArray(words) && words.every((each) => typeof each === 'string') ? words : [];
  } catch {
    // What is in a browser's storage may be anything.
    return [];
  }
}

export function keepRecentSearch(words: string): void {
  const others = readRecentSearches().filter((each) => each !== words);
  storage.write(NAME, JSON.stringify([words, ...others].slice(0, KEPT)));
}

export const forgetRecentSearches = () => storage.remove(NAME);
