import { personStorage } from './person-storage';

/** What a visitor wanted to do when they were led to sign-in, to be done for them afterwards. */
export interface Intent {
  kind: 'reserve' | 'follow';
  /** Of the classroom, or of the person. */
  id: string;
  /** What people call it: the classroom's title, the person's nickname. */
  name: string;
  /** Opens a private classroom. */
  key?: string;
}

export interface KeptIntent {
  intent: Intent;
  /** Stands in the address of the sign-in page for which it was kept. */
  mark: string;
  /** In milliseconds. */
  keptAt: number;
}

/** The visitor's own, in this tab: whoever comes to sign-in by another way, or later, does not meet it. */
export const intentStorage = personStorage('session');
export const INTENT = 'intent';

/** Keeps an intent for the way through sign-in. Returns the mark that goes along in the address; a link from elsewhere cannot know it. */
export function keepIntent(intent: Intent): string {
  const mark = crypto.getRandomValues(new Uint32Array(2)).join('-');
  intentStorage.write(INTENT, JSON.stringify({ intent, mark, keptAt: Date.now() } satisfies KeptIntent));
  return mark;
}
