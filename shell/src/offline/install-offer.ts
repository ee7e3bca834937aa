/** The browser's offer to install the product as an app; only some browsers make one. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

/** Holds the browser's offer back until the user asks for it in the menu. Returns a function that stops it. */
export function watchInstallOffer(): () => void {
  const take = (event: Event) => {
    event.preventDefault();
    change(event as InstallOffer);
  };
  const drop = () => change(null);
  addEventListener('beforeinstallprompt', take);
  addEventListener('appinstalled', drop);
  return () => {
    removeEventListener('beforeinstallprompt', take);
    removeEventListener('appinstalled', drop);
  };
}

/** Subscribes to changes of `canInstall`. Returns the unsubscribe function. */
export function listenToInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const canInstall = () => offer !== null;

/** Opens the browser's own dialog. An offer is good for one. */
export function install(): void {
  // The user's answer is left to the browser.
  offer?.prompt().catch(() => undefined);
  change(null);
}

function change(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}
