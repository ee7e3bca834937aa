import { isSignedIn, type Viewer } from './viewer';

const WINDOW_MS = 60_000;

export interface MemoryLimiter {
  /** Counts one read, of the API key if there is one. Returns 0, or the number of seconds after which the caller may read again. */
  count(viewer: Viewer, address: string, apiKeyId?: string | null): number;
}

interface ReadLimits {
  readsPerMinute: number;
  visitorReadsPerMinute: number;
}

/**
 * Counts reads in this process: per user when signed in, else per address, which a whole school may share. A read is
 * cheap, so instances need not share the count.
 */
export function createMemoryLimiter({ readsPerMinute, visitorReadsPerMinute }: ReadLimits): MemoryLimiter {
  let counts = new Map<string, number>();
  let windowEndsAt = 0;
  return {
    count(viewer, address, apiKeyId) {
      const now = performance.now();
      if (now >= windowEndsAt) {
        counts = new Map();
        windowEndsAt = now + WINDOW_MS;
      }
      const isPerson = isSignedIn(viewer);
      const key = isPerson ? (apiKeyId ?? viewer.id) : address;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count > (isPerson ? readsPerMinute : visitorReadsPerMinute) ? Math.ceil((windowEndsAt - now) / 1000) : 0;
    },
  };
}
