import { randomHex } from '@manabiba/shared/format/random-hex';
const DEVICE = 'device';
/** How long a page that is being left may take to let its lock go, in milliseconds. */
const HANDOVER_MS = 1500;

/** A name made by the browser; it says nothing of who sits before it. */
export const newName = () => randomHex(12);

/** The name of this device, the same in all of its tabs. A browser that keeps nothing gets a new one each time. */
export function deviceName(): string {
  try {
    const known = window.localStorage.getItem(DEVICE);
    if (known) return known;
    const name = newName();
    window.localStorage.setItem(DEVICE, name);
    return name;
  } catch {
    return newName();
  }
}

/** Holds a page's lock for as long as the page lives. */
export function holdPage(page: string): void {
  void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined));
}

/** Whether a page is gone: the tab that remembers it is the one that was reloaded, and no copy of one that lives on. */
export async function isPageGone(page: string): Promise<boolean> {
  try {
    await navigator.locks?.request(lockOf(page), { signal: AbortSignal.timeout(HANDOVER_MS) }, () => undefined);
    return true;
  } catch {
    return false;
  }
}

const lockOf = (page: string) => `room page ${page}`;
