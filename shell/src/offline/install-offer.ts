import { createStore } from 'zustand/vanilla';

/** The browser's offer to install the product as an app; only some browsers make one. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

const store = createStore<{ offer: InstallOffer | null }>(() => ({ offer: null }));

/** Holds the browser's offer back until the user asks for it in the menu. Returns a function that stops it. */
export function watchInstallOffer(): () => void {
  const take = (event: Event) => {
    event.preventDefault();
    store.setState({ offer: event as InstallOffer });
  };
  const drop = () => store.setState({ offer: null });
  addEventListener('beforeinstallprompt', take);
  addEventListener('appinstalled', drop);
  return () => {
    removeEventListener('beforeinstallprompt', take);
    removeEventListener('appinstalled', drop);
  };
}

/** Subscribes to changes of `canInstall`. Returns the unsubscribe function. */
export const listenToInstallOffer = (listener: () => void): (() => void) => store.subscribe(listener);

export const canInstall = () => store.getState().offer !== null;

/** Opens the browser's own dialog, which each offer does only once. */
export function install(): void {
  // The user's answer is left to the browser.
  store
    .getState()
    .offer?.prompt()
    .catch(() => undefined);
  store.setState({ offer: null });
}
