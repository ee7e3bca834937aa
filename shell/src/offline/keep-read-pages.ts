import { keptPagesOf, PUSH_WORKER_PATH, type TabMessage } from '@manabiba/shared/contract/push-worker';
import type { Me } from '@manabiba/shared/contract/users';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';

import { keptAt } from './kept-page';

/** A page counts as read when it is still open after this time, in milliseconds. */
const READ_MS = 10_000;
/** The owner of pages that are kept while signed out. */
const VISITOR = 'visitor';

/**
 * Reports to the service worker which pages are read, so that they can be read again offline, and who reads them: all
 * that was kept is deleted when the person changes. Returns a function that stops it.
 *
 * The worker is registered with the first page that is read, long after it was shown.
 */
export function keepReadPages(store: SessionStore, { hasOffline }: Partial<BootData>): () => void {
  if (!hasOffline || !('serviceWorker' in navigator)) return () => undefined;
  const worker = workerOfBrowser();
  const reported = new Set<string>();
  let shown = '';

  const look = () => {
    const { me, isOnline } = store.getState();
    const owner = ownerOf(me);
    const { pathname: path, search } = location;
    const isRead = shown === path && search === '' && document.visibilityState === 'visible';
    shown = path;
    if (!isRead || !isOnline || owner === null || reported.has(path) || savesData() || keptAt() !== undefined) return;
    reported.add(path);
    void worker.register().then(() => worker.send({ kind: 'read', owner, path, files: loadedFiles() }));
  };
  const timer = setInterval(look, READ_MS);
  const stop = store.subscribe(({ me }, { me: before }) => {
    const [now, then] = [ownerOf(me), ownerOf(before)];
    if (now === then) return;
    reported.clear();
    // Before the page is left, and again by the worker, which may be about to keep a page.
    if (then !== null) void caches.delete(keptPagesOf(then));
    worker.send({ kind: 'person', owner: now ?? VISITOR });
  });
  const owner = ownerOf(store.getState().me);
  if (owner !== null) void worker.found.then(() => worker.send({ kind: 'person', owner }));
  return () => {
    clearInterval(timer);
    stop();
  };
}

/** Null while it is unknown who uses the browser. */
const ownerOf = (me: Me | null): string | null => me && (isSignedIn(me) ? me.id : VISITOR);

function workerOfBrowser() {
  let active: ServiceWorker | null = null;
  const take = (registration: ServiceWorkerRegistration | undefined) => {
    active = registration?.active ?? null;
  };
  // Private windows have no workers: nothing is kept there.
  const none = () => undefined;
  return {
    found: navigator.serviceWorker.getRegistration(PUSH_WORKER_PATH).then(take, none),
    register: () =>
      // The browser checks for a new version of the worker itself; it is never cached.
      navigator.serviceWorker
        .register(PUSH_WORKER_PATH, { updateViaCache: 'none' })
        .then(() => navigator.serviceWorker.ready)
        .then(take, none),
    send: (message: TabMessage) => active?.postMessage(message),
  };
}

const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((url) => /\/[rs]\/.+\.(js|css)$/.test(new URL(url).pathname));

const savesData = () => 'connection' in navigator && Boolean((navigator.connection as { saveData?: boolean }).saveData);
