/** What a key does to the player. */
export type KeyAction = ViewAction | PlaybackAction;

/** Changes what surrounds the video. */
export type ViewAction = { kind: 'fullscreen' } | { kind: 'captions' };

export type PlaybackAction =
  | { kind: 'toggle' | 'mute' }
  | { kind: 'seek-by'; seconds: number }
  /** A share of the length, from 0 to 1. */
  | { kind: 'seek-to'; share: number }
  | { kind: 'volume-by'; share: number };

const ARROW_SECONDS = 5;
const LETTER_SECONDS = 10;
const PAGE_SECONDS = 60;
const VOLUME_STEP = 0.05;

const actions: Readonly<Record<string, KeyAction>> = {
  ' ': { kind: 'toggle' },
  k: { kind: 'toggle' },
  m: { kind: 'mute' },
  f: { kind: 'fullscreen' },
  c: { kind: 'captions' },
  j: { kind: 'seek-by', seconds: -LETTER_SECONDS },
  l: { kind: 'seek-by', seconds: LETTER_SECONDS },
  arrowleft: { kind: 'seek-by', seconds: -ARROW_SECONDS },
  arrowright: { kind: 'seek-by', seconds: ARROW_SECONDS },
  pageup: { kind: 'seek-by', seconds: PAGE_SECONDS },
  pagedown: { kind: 'seek-by', seconds: -PAGE_SECONDS },
  home: { kind: 'seek-to', share: 0 },
  end: { kind: 'seek-to', share: 1 },
  arrowup: { kind: 'volume-by', share: VOLUME_STEP },
  arrowdown: { kind: 'volume-by', share: -VOLUME_STEP },
};

/** Keys that scroll the page: they belong to the player only while it has the focus. */
const scrollKeys = ['arrowup', 'arrowdown', 'pageup', 'pagedown', 'home', 'end'];

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Returns what a key does, null for keys that are not the player's.
 *
 * @param isInside Whether the player has the focus, as opposed to nothing on the page.
 */
export function keyAction({ key, ctrlKey, metaKey, altKey }: Key, isInside: boolean): KeyAction | null {
  if (ctrlKey || metaKey || altKey) return null;
  const name = key.toLowerCase();
  if (/^\d$/.test(name)) return { kind: 'seek-to', share: Number(name) / 10 };
  if (!isInside && scrollKeys.includes(name)) return null;
  return actions[name] ?? null;
}
