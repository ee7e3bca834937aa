import { personStorage } from './person-storage';

/** The action a visitor attempted before sign-in, to be performed for them afterwards. */
export interface Intent {
  kind: 'reserve' | 'follow';
  /** Id of the classroom or user. */
  id: string;
  /** The display name: the classroom's title or the user's nickname. */
  name: string;
  /** The key of a private classroom. */
  key?: string;
}

export interface KeptIntent {
  intent: Intent;
  /** A token in the URL of the sign-in page that the intent belongs to. */
  mark: string;
  /** In milliseconds. */
  keptAt: number;
}

/** Belongs to the visitor in this tab: sign-in opened in another way, or later, does not find it. */
export const intentStorage = personStorage('session');
export const INTENT = 'intent';

/** Stores an intent during sign-in. Returns the mark for the URL, which a foreign link cannot guess. */
export function keepIntent(intent: Intent): string {
  const mark = crypto.getRandomValues(new Uint32Array(2)).join('-');
  intentStorage.write(INTENT, JSON.stringify({ intent, mark, keptAt: Date.now() } satisfies KeptIntent));
  return mark;
}
