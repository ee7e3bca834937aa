import { useSyncExternalStore } from 'react';

import { readPageTime } from './page-time';

/** A shared timer per interval, regardless of the number of subscribers. */
class Ticker {
  now = new Date();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly intervalMs: number) {}

  subscribe = (listener: () => void) => {
    if (this.listeners.size === 0) {
      this.now = new Date();
      this.timer = setInterval(this.tick, this.intervalMs);
    }
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) clearInterval(this.timer);
    };
  };

  read = () => {
    // After a while without subscribers the last value is stale.
    if (this.listeners.size === 0 && Date.now() - this.now.getTime() >= this.intervalMs) this.now = new Date();
    return this.now;
  };

  private readonly tick = () => {
    this.now = new Date();
    for (const listener of this.listeners) listener();
  };
}

const tickers = new Map<number, Ticker>();

/**
 * Returns the current time, updated at this interval for all components together. On the server and during
 * hydration it is the time of the page.
 */
export function useNow(intervalMs: number): Date {
  let ticker = tickers.get(intervalMs);
  if (!ticker) tickers.set(intervalMs, (ticker = new Ticker(intervalMs)));
  return useSyncExternalStore(ticker.subscribe, ticker.read, readPageTime);
}
