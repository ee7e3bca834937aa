import { millisecondsInMinute } from 'date-fns/constants';

import { INTENT, type Intent, intentStorage, type KeptIntent } from './intent';

/** How long an intent is kept during sign-in or sign-up, in milliseconds. */
const LIFE_MS = 30 * millisecondsInMinute;

/**
 * Returns the intent for which the sign-in page with this mark was opened; null when there is none or it has expired.
 * Any other intent is discarded.
 */
export function readIntent(mark: string | null, now = Date.now()): Intent | null {
  const text = intentStorage.read(INTENT);
  if (text === null) return null;
  const kept = JSON.parse(text) as KeptIntent;
  if (kept.mark === mark && now - kept.keptAt <= LIFE_MS) return kept.intent;
  dropIntent();
  return null;
}

/** Takes an intent for execution, so that it is not found again. */
export function takeIntent(mark: string | null): Intent | null {
  const intent = readIntent(mark);
  dropIntent();
  return intent;
}

export function dropIntent(): void {
  intentStorage.remove(INTENT);
}
