import { INTENT, type Intent, intentStorage, type KeptIntent } from './intent';

/** Longest way through sign-in or sign-up for which an intent is kept, in milliseconds. */
const LIFE_MS = 30 * 60_000;

/** The intent for which the sign-in page with this mark was opened; null when there is none, or it is too old. Any other is dropped. */
export function readIntent(mark: string | null, now = Date.now()): Intent | null {
  const text = intentStorage.read(INTENT);
  if (text === null) return null;
  const kept = JSON.parse(text) as KeptIntent;
  if (kept.mark === mark && now - kept.keptAt <= LIFE_MS) return kept.intent;
  dropIntent();
  return null;
}

/** Hands an intent over to be done: from now on nobody finds it any more. */
export function takeIntent(mark: string | null): Intent | null {
  const intent = readIntent(mark);
  dropIntent();
  return intent;
}

export function dropIntent(): void {
  intentStorage.remove(INTENT);
}
