import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';

import { isTyping } from '../releases/is-typing';
import { hasPart } from './registry';
import type { Part, Remotes } from './remotes';
import { SLOW_MS } from './timeouts';

/** Pause before a failed remote is started again, in milliseconds; doubled each time. */
const PAUSE_MS = { least: millisecondsInSecond, most: millisecondsInMinute };
/** How long code that is late may still arrive before it is requested again, in milliseconds. */
const PATIENCE_MS = 30 * millisecondsInSecond;

/**
 * Offers the previous release of failed parts. Starts the failed parts of remotes again after pauses, and at once when the user returns or the connection does.
 * Nothing changes on the page until their code is there. Returns a function that stops it.
 *
 * A part whose own code failed waits for another release. Hidden and offline pages wait.
 */
export function healRemotes(remotes: Remotes): () => void {
  const pauses = new Map<string, { ms: number; endedAt: number }>();
  const healing = new Set<string>();
  /** The parts whose previous release was requested, with the version in which they had failed. */
  const asked = new Map<Part, string | undefined>();
  const wakers = new Set<() => void>();
  let isStopped = false;

  const failedPartsOf = (remote: string) =>
    remotes.partsInUse.filter(({ name, state }) => name.remote === remote && state.status === 'failed');
  /** Ends after a time, or earlier when the page is woken. */
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        wakers.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      wakers.add(end);
    });
  const wake = () => {
    if (isAwake()) for (const end of wakers) end();
  };

  async function heal(remote: string): Promise<void> {
    const before = pauses.get(remote);
    // A part that fails again right after it has recovered does not start from the shortest pause.
    let ms = before && performance.now() - before.endedAt < PAUSE_MS.most ? before.ms : PAUSE_MS.least;
    for (let failed = failedPartsOf(remote); failed.length > 0 && !isStopped; failed = failedPartsOf(remote)) {
      await Promise.race([Promise.all(failed.map(({ load }) => load)), pause(PATIENCE_MS)]);
      do await pause(ms);
      while (!isAwake() && !isStopped);
      ms = Math.min(ms * 2, PAUSE_MS.most);
      pauses.set(remote, { ms, endedAt: performance.now() });
      if (!isStopped) await startAgain(remotes, remote, { failed: failedPartsOf(remote), pause });
    }
  }

  const look = () => {
    for (const part of remotes.partsInUse) {
      const { remote } = part.name;
      if (part.state.status !== 'failed') {
        asked.delete(part);
        continue;
      }
      const version = remotes.releaseOf(remote)?.version;
      if (!asked.has(part) || asked.get(part) !== version) {
        asked.set(part, version);
        void askPrevious(remotes, part);
      }
      if (healing.has(remote)) continue;
      healing.add(remote);
      void heal(remote).finally(() => healing.delete(remote));
    }
  };
  const stops = [
    remotes.subscribe(look),
    listen(window, 'online', wake),
    listen(window, 'focus', wake),
    listen(document, 'visibilitychange', wake),
  ];
  look();
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
    for (const end of wakers) end();
  };
}

/** Offers the release before the one in which a part has failed; none when the registry cannot be fetched. */
async function askPrevious(remotes: Remotes, part: Part): Promise<void> {
  const { remote } = part.name;
  const { previous } = await remotes.sources.fetchRegistry(remote).catch(() => ({ previous: undefined }));
  const failed = remotes.releaseOf(remote);
  if (part.state.status !== 'failed') return;
  const isOther = previous && failed && previous.version !== failed.version && hasPart(previous, part.name, failed);
  remotes.offerPrevious(part, isOther ? previous : undefined);
}

/** Starts the failed parts of a remote again, from the live release where that one may replace the known one. */
async function startAgain(
  remotes: Remotes,
  remote: string,
  { failed, pause }: { failed: readonly Part[]; pause: (ms: number) => Promise<void> },
): Promise<void> {
  if (failed.length === 0) return;
  const asked = remotes.sources.fetchRegistry().then(
    (registry) => registry.remotes[remote],
    () => undefined,
  );
  const live = await Promise.race([asked, pause(SLOW_MS)]);
  const next = live && live.version !== remotes.releaseOf(remote)?.version && mayChange(remotes, remote);
  if (!next && failed.every(isOwnFault)) return;
  const release: RegisteredRemote | undefined = next ? live : undefined;
  const attempt = remotes.beginAgain(remote, () => Promise.resolve(release), true);
  await Promise.race([attempt, pause(PATIENCE_MS)]);
}

/** Parts that work could load no more chunks after another release. HTML that differs from it would lose typed text. */
function mayChange({ partsInUse }: Remotes, remote: string): boolean {
  const own = partsInUse.filter(({ name }) => name.remote === remote);
  return own.every(({ state }) => state.status !== 'ready') && !(own.some(({ hydrate }) => hydrate) && isTyping());
}

/** Whether the code of a part has run and failed. A chunk that did not load later is no fault of its code. */
const isOwnFault = ({ state }: Part) =>
  state.status === 'failed' && state.hasRun && (state.error as Error | null)?.name !== 'ChunkLoadError';

const isAwake = () => !document.hidden && navigator.onLine;

function listen(target: EventTarget, type: string, act: () => void): () => void {
  target.addEventListener(type, act);
  return () => target.removeEventListener(type, act);
}
