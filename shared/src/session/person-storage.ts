import { isSignedIn, type SessionStore } from './session-store';

/*
 * The client-side data of one user. A school's computer has many users: everything this module stores is deleted when
 * the user changes, and no other module may store what a user typed, searched for or did.
 */

/** Prefix of every storage key that belongs to a user; the owner's id follows. */
const PREFIX = 'person:';
/** The owner of data stored while signed out. */
const VISITOR = 'visitor';

let owner = VISITOR;
let isLeaving = false;
const forgetters = new Set<() => void>();

/**
 * An in-memory value that belongs to the current user. Call at module level; the value is created on first read, and
 * again for the next user.
 *
 * @param onForget ends the value's pending work.
 */
export function personMemory<T>(create: () => T, onForget?: (value: T) => void): () => T {
  let kept: { value: T } | null = null;
  forgetters.add(() => {
    const before = kept;
    kept = null;
    if (before) onForget?.(before.value);
  });
  return () => {
    kept ??= { value: create() };
    return kept.value;
  };
}

export interface PersonStorage {
  /** Null when the value is missing or storage is unavailable. */
  read: (name: string) => string | null;
  write: (name: string, text: string) => void;
  remove: (name: string) => void;
}

/**
 * Strings in browser storage that belong to the current user: other users cannot read them, and they are deleted when
 * the user changes. `local` is shared by all tabs and persists, `session` belongs to this tab.
 */
export function personStorage(area: 'local' | 'session'): PersonStorage {
  const keyOf = (name: string) => `${PREFIX}${owner}:${name}`;
  return {
    read: (name) => inStorage(area, (storage) => storage.getItem(keyOf(name))),
    write: (name, text) => {
      if (!isLeaving) inStorage(area, (storage) => storage.setItem(keyOf(name), text));
    },
    remove: (name) => void inStorage(area, (storage) => storage.removeItem(keyOf(name))),
  };
}

/** Clears everything when the page unloads, and ignores later writes by its components. */
export function forgetForGood(): void {
  isLeaving = true;
  forgetPerson();
}

/** Clears everything about the current user, in memory and in storage. */
export function forgetPerson(): void {
  for (const forget of forgetters) forget();
  for (const area of ['local', 'session'] as const) removeKeys(area, (key) => key.startsWith(PREFIX));
}

/**
 * Binds this module to the user of the session. The shell calls it before the first render. Returns the unbind
 * function.
 */
export function bindToPerson(store: SessionStore): () => void {
  const { me } = store.getState();
  owner = ownerOf(me);
  // Without a session, the user may only not be known yet.
  if (me !== null) forgetOthers();
  const stop = store.subscribe((now, before) => {
    if (now.me === before.me) return;
    const next = ownerOf(now.me);
    if (next !== owner) {
      for (const forget of forgetters) forget();
      owner = next;
      forgetOthers();
    } else if (now.me !== null && before.me === null) forgetOthers();
  });
  return () => {
    stop();
    owner = VISITOR;
  };
}

/** All visitors share one owner. */
const ownerOf = (me: Parameters<typeof isSignedIn>[0]) => (isSignedIn(me) ? me.id : VISITOR);

function forgetOthers(): void {
  const own = `${PREFIX}${owner}:`;
  for (const area of ['local', 'session'] as const)
    removeKeys(area, (key) => key.startsWith(PREFIX) && !key.startsWith(own));
}

function removeKeys(area: 'local' | 'session', isMeant: (key: string) => boolean): void {
  inStorage(area, (storage) => {
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys.filter(isMeant)) storage.removeItem(key);
  });
}

/** A browser may deny storage access, and full storage rejects writes. */
function inStorage<T>(area: 'local' | 'session', act: (storage: Storage) => T): T | null {
  try {
    return act(area === 'local' ? window.localStorage : window.sessionStorage);
  } catch {
    return null;
  }
}
