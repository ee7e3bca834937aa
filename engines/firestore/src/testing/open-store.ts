import { memoryStorage } from '../storage/memory-storage';
import type { Storage } from '../storage/storage';
import type { HistoryLimits } from '../store/recent-changes';
import { Store } from '../store/store';
import { parseWrites } from '../store/write';
import type { Fields } from '../values/value';

export const DATABASE = 'projects/test/databases/(default)';
export const ROOT = `${DATABASE}/documents`;

/**
 * Opens a store in memory (or on the given storage) with helpers for writing; `clock.now` is the time in milliseconds.
 */
export async function openTestStore({
  storage = memoryStorage(),
  now = Date.parse('2026-01-01T00:00:00Z'),
  history,
}: { storage?: Storage; now?: number; history?: HistoryLimits } = {}) {
  const clock = { now };
  const failures: unknown[] = [];
  const store = await Store.open(storage, {
    now: () => clock.now,
    maxPendingCommits: 1000,
    ...(history && { history }),
    onFailure: (failure) => failures.push(failure),
  });
  const commit = (...writes: unknown[]) => store.commit(parseWrites(DATABASE, writes));
  return {
    store,
    clock,
    storage,
    commit,
    failures,
    set: (path: string, fields: Fields | Record<string, unknown>, more: object = {}) =>
      commit({ update: { name: `${ROOT}/${path}`, fields }, ...more }),
    remove: (path: string, more: object = {}) => commit({ delete: `${ROOT}/${path}`, ...more }),
  };
}

export const int = (integer: number | string) => ({ integerValue: String(integer) });
export const text = (string: string) => ({ stringValue: string });
