import { isSignedIn, type SessionStore } from './session-store';

/*
 * What a page remembers of one person. A school's computer has many users: whatever this module keeps goes when
 * somebody else is here, and nothing else may keep what a person typed, searched for or did.
 */

/** Every key of the browser's storage that belongs to a person begins with this; the owner's id comes next. */
const PREFIX = 'person:';
/** Owner of what is kept while nobody is signed in. */
const VISITOR = 'visitor';

let owner = VISITOR;
let isLeaving = false;
const forgetters = new Set<() => void>();

/**
 * A value in memory that belongs to the person who is here. Call at the top of a module; the value is made when it is
 * first read, and again for the next person.
 *
 * @param onForget ends what the value has under way.
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
  /** Null for what is not there, and in a browser that keeps nothing. */
  read: (name: string) => string | null;
  write: (name: string, text: string) => void;
  remove: (name: string) => void;
}

/**
 * Texts in the browser's storage that belong to the person who is here: nobody else reads them, and they are deleted
 * when somebody else comes. `local` is shared by all tabs and stays, `session` is this tab's.
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

/** Forgets everything as the page goes: what its parts would still keep on their way out is not kept. */
export function forgetForGood(): void {
  isLeaving = true;
  forgetPerson();
}

/** Forgets everything about whoever was here, in memory and in storage. */
export function forgetPerson(): void {
  for (const forget of forgetters) forget();
  for (const area of ['local', 'session'] as const) removeKeys(area, (key) => key.startsWith(PREFIX));
}

/**
 * Binds what this module keeps to the person of the session. The shell calls it before anything is drawn. Returns how
 * to stop.
 */
export function bindToPerson(store: SessionStore): () => void {
  const { me } = store.getState();
  owner = ownerOf(me);
  // Without a session the page may only not know yet who is here.
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

/** Visitors are all the same here. */
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

/** A browser may refuse its storage, and a full one refuses to take more. */
function inStorage<T>(area: 'local' | 'session', act: (storage: Storage) => T): T | null {
  try {
    return act(area === 'local' ? window.localStorage : window.sessionStorage);
  } catch {
    return null;
  }
}
