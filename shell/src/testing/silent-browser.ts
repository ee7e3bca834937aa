class SilentChannel {
  onmessage = null;
  postMessage() {
    return undefined;
  }
  close() {
    return undefined;
  }
}

/** Gives a test that hydrates pages what jsdom lacks: other tabs and the network never answer. */
export function silenceBrowser(): void {
  Object.assign(globalThis, {
    BroadcastChannel: SilentChannel,
    fetch: jest.fn(() => new Promise(() => undefined)),
    scrollTo: () => undefined,
  });
}
