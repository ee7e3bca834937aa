import { randomHex } from '@manabiba/shared/format/random-hex';
const DEVICE = 'device';
/** How long a page being left may take to release its lock, in milliseconds. */
const HANDOVER_MS = 1500;

/** Generates a random name that does not identify the user. */
export const newName = () => randomHex(12);

/** Returns the name of this device, shared by all its tabs. Without storage it is new each time. */
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

/** Holds a page's lock for the lifetime of the page. */
export function holdPage(page: string): void {
  void navigator.locks?.request(lockOf(page), () => new Promise<never>(() => undefined));
}

/** Returns whether a page is gone, i.e. this tab is a reload of it and not a duplicate of a page that is still open. */
export async function isPageGone(page: string): Promise<boolean> {
  try {
    await navigator.locks?.request(lockOf(page), { signal: AbortSignal.timeout(HANDOVER_MS) }, () => undefined);
    return true;
  } catch {
    return false;
  }
}

const lockOf = (page: string) => `room page ${page}`;
