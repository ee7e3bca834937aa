import { PROVEN_PARTS_KEY } from '@manabiba/shared/contract/browser-data';
import type { BootData } from '@manabiba/shared/page/boot-data';

import { partText } from '../remotes/registry';
import type { Part, Remotes } from '../remotes/remotes';
import { type FrameHarm, harmToFrame, undoHarm } from './harm-to-frame';
import { isTyping } from './is-typing';
import { reportSign } from './report-sign';

/** Interval between checks of the header and the footer, in milliseconds. */
const CHECK_MS = 5000;
/** Number of consecutive checks that must find harm: something that opens and closes again is none. */
const HARMFUL_CHECKS = 2;
/** Number of harmless checks after which a part on the page is no longer suspected in this tab. */
const HARMLESS_CHECKS = 3;
/** How long a part is suspected after it has left the page, in milliseconds: its timers may still run. */
const MEMORY_MS = HARMLESS_CHECKS * CHECK_MS;
const MAX_PROVEN = 200;

interface Suspect {
  remote: string;
  harmlessChecks: number;
  seenAt: number;
}

/**
 * Watches whether a release removes, hides or covers the shell's header or footer. Puts it back, and takes down the parts
 * of the remote that did it: they show their error panel, and each counts as a failure of its release, so that a bad
 * release is rolled back.
 *
 * A remote is blamed only if it is the only one that can have done it: all other parts of the page have been harmless in
 * this tab before, in the same release. Otherwise the harm is reported of every remote on the page, because each release
 * is compared with its own past. A remote that was taken down without effect comes back, and nothing is blamed again.
 * Nothing goes away while the user is typing.
 *
 * @param boot the page's boot data; without the token of a page view nothing is reported.
 */
export function watchBreaches(remotes: Remotes, { view }: Partial<BootData>): () => void {
  const proven = provenParts();
  const suspects = new Map<string, Suspect>();
  let harmfulChecks = 0;
  let takenDown = '';

  const versionOf = (remote: string) => remotes.releaseOf(remote)?.version ?? '';
  const nameOf = ({ name }: Part) => `${partText(name)}@${versionOf(name.remote)}`;
  const readyParts = () => remotes.partsInUse.filter(({ state }) => state.status === 'ready');
  const note = () => {
    for (const part of readyParts()) {
      const name = nameOf(part);
      if (proven.has(name)) continue;
      const known = suspects.get(name) ?? { remote: part.name.remote, harmlessChecks: 0, seenAt: 0 };
      suspects.set(name, { ...known, seenAt: performance.now() });
    }
  };
  const acquit = () => {
    for (const part of readyParts()) {
      const suspect = suspects.get(nameOf(part));
      if (!suspect) continue;
      suspect.harmlessChecks += 1;
      if (suspect.harmlessChecks < HARMLESS_CHECKS) continue;
      suspects.delete(nameOf(part));
      proven.add(nameOf(part));
    }
  };
  /** Returns the only remote that can have done harm; undefined when there are several or none. */
  const culprit = (): string | undefined => {
    const recent = [...suspects.values()].filter(({ seenAt }) => performance.now() - seenAt <= MEMORY_MS);
    const [first, ...others] = new Set(recent.map(({ remote }) => remote));
    return others.length === 0 ? first : undefined;
  };
  const report = (names: Iterable<string>) => {
    for (const remote of names) if (view) reportSign({ view, remote, version: versionOf(remote), sign: 'frame' });
  };
  const giveUp = () => {
    clearInterval(timer);
    report(new Set(remotes.partsInUse.map(({ name }) => name.remote)));
  };

  const judge = (harms: readonly FrameHarm[]) => {
    harmfulChecks = 0;
    if (takenDown && !readyParts().some(({ name }) => name.remote === takenDown)) {
      void remotes.retry(takenDown);
      return giveUp();
    }
    const remote = harms.every(({ isOfRelease }) => isOfRelease) ? culprit() : undefined;
    const guilty = readyParts().filter(({ name }) => name.remote === remote);
    const deeds = harms.map(({ part, how }) => `${how} the ${part.name} of the shell`).join(', ');
    for (const { name } of guilty) remotes.fail(name, `${partText(name)} has ${deeds}`);
    harms.forEach(undoHarm);
    if (!remote || guilty.length === 0) return giveUp();
    takenDown = remote;
    report([remote]);
    // Developers find the reason on the console, as that of a part that throws.
    reportError(new Error(`${remote} has ${deeds}`));
  };

  const look = () => {
    // Dialogs and videos cover a page by right.
    if (document.hidden || document.fullscreenElement || document.querySelector('dialog[open]')) return;
    note();
    const harms = harmToFrame();
    harmfulChecks = harms.length > 0 ? harmfulChecks + 1 : 0;
    if (harms.length === 0) acquit();
    else if (harmfulChecks >= HARMFUL_CHECKS && !isTyping()) judge(harms);
  };
  const timer = setInterval(look, CHECK_MS);
  note();
  const unsubscribe = remotes.subscribe(note);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** The parts that were harmless in this tab, with their versions. Without storage, only in this page. */
function provenParts() {
  const found = new Set<string>();
  const inStorage = (act: (storage: Storage) => void) => {
    try {
      act(sessionStorage);
    } catch {
      // Storage is full or blocked.
    }
  };
  inStorage((storage) =>
    storage
      .getItem(PROVEN_PARTS_KEY)
      ?.split(' ')
      .forEach((name) => found.add(name)),
  );
  return {
    has: (name: string) => found.has(name),
    add(name: string) {
      found.add(name);
      inStorage((storage) => storage.setItem(PROVEN_PARTS_KEY, [...found].slice(-MAX_PROVEN).join(' ')));
    },
  };
}
