import type { Queryable } from '../registry/registry-reader';
import { overrideGrant } from '../rollouts/override';
import type { ReleaseKey } from '../store/release-key';
import type { ReleaseStore } from '../store/release-store';
import { findFailure } from './failure-numbers';

interface ReplayOptions {
  pool: Queryable;
  store: Pick<ReleaseStore, 'isWhole'>;
  key: ReleaseKey;
}

/** A failure of a user, and how its releases are opened. */
interface Replay {
  at: Date;
  releases: { remote: string; version: string; isKept: boolean }[];
  /**
   * Opens the product with exactly these releases, in the browser that follows it within ten minutes; null when the
   * files of one are gone.
   */
  path: string | null;
}

/** Returns a function that finds the releases of a failure by its number; undefined for an unknown one. */
export const createReplays =
  ({ pool, store, key }: ReplayOptions) =>
  async (number: string): Promise<Replay | undefined> => {
    const failure = await findFailure(pool, number);
    if (!failure) return undefined;
    const releases = await Promise.all(
      Object.entries(failure.versions).map(async ([remote, version]) => ({
        remote,
        version,
        isKept: await store.isWhole(remote, version),
      })),
    );
    const grants = releases.map(({ remote, version }) => [
      'grant',
      overrideGrant({ remote, version, by: 'replay' }, key),
    ]);
    const isWhole = releases.length > 0 && releases.every(({ isKept }) => isKept);
    return { at: failure.at, releases, path: isWhole ? `/override?${new URLSearchParams(grants)}` : null };
  };
