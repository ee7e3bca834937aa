import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';

import { livedReleases } from '../store/release-history';
import { ReleaseRefusal } from '../store/release-refusal';
import { readHistory, type RegistryRow } from '../store/release-rows';
import type { ReleaseStore } from '../store/release-store';
import { weighedHealthSince, whyWorse } from './error-rates';

/** How long a release is compared with the one before after it went live for everyone, in milliseconds. */
const WATCH_MS = 30 * millisecondsInMinute;
const WHO = 'error rate';

interface Options {
  pool: Pool;
  store: Pick<ReleaseStore, 'entries' | 'withdraw'>;
  onTrouble: (trouble: unknown) => void;
}

/**
 * Returns a function that withdraws every release that fails, or has signs of trouble, more often than the one with
 * which it is compared: a rollout, measured since it began, and a live release in its first half hour. No single source
 * can decide this.
 */
export function createReleaseJudge({ pool, store, onTrouble }: Options): () => Promise<void> {
  /** Releases for which nothing can go live. */
  const stuck = new Set<string>();

  async function judgeRollout({ remote, version, rolloutVersion, rolloutSince }: RegistryRow): Promise<void> {
    if (!rolloutVersion || !rolloutSince) return;
    const of = await weighedHealthSince(pool, rolloutSince, remote);
    const why = whyWorse(of(rolloutVersion), of(version), 'what is live');
    if (why) await store.withdraw({ remote, version: rolloutVersion, who: WHO, why });
  }

  async function judgeLive({ remote, version }: RegistryRow): Promise<void> {
    const { since, before } = watched(await readHistory(pool, remote), version);
    if (!since) return;
    // For earlier releases all stored counts are used: the last minutes may have few views.
    const [of, everOf] = await Promise.all([
      weighedHealthSince(pool, since, remote),
      weighedHealthSince(pool, new Date(0), remote),
    ]);
    let refusal: ReleaseRefusal | undefined;
    for (const to of before) {
      const earlier = everOf(to);
      // Without page views there is nothing to compare.
      const why = earlier.views > 0 && whyWorse(of(version), earlier, `${to} before it`);
      if (!why) continue;
      try {
        return void (await store.withdraw({ remote, version, to, who: WHO, why }));
      } catch (error) {
        // Its files are gone: perhaps those of the release before that are not.
        if (!(error instanceof ReleaseRefusal)) throw error;
        refusal = error;
      }
    }
    const name = `${remote} ${version}`;
    if (refusal && !stuck.has(name))
      onTrouble(new Error(`${name} fails and cannot be rolled back`, { cause: refusal }));
    if (refusal) stuck.add(name);
  }

  return async () => {
    const [entries, recent] = await Promise.all([store.entries(), recentlyReleased(pool)]);
    for (const entry of entries) {
      await judgeRollout(entry);
      if (!entry.isRetired && recent.has(entry.remote)) await judgeLive(entry);
    }
  };
}

/** Returns the remotes with a release in the last half hour. */
async function recentlyReleased(pool: Pool): Promise<Set<string>> {
  const { rows } = await pool.query<{ remote: string }>(
    `select distinct remote from release_history where action = 'published' and at > now() - make_interval(secs => $1)`,
    [WATCH_MS / 1000],
  );
  return new Set(rows.map(({ remote }) => remote));
}

/**
 * Returns since when the live release is watched, if it is, and the releases to which it may return, the nearest first.
 *
 * The last of them is the first that was live for the whole time: one that was replaced sooner may fail as often, so
 * that nothing would be noticed if only that one was compared.
 */
function watched(
  history: Parameters<typeof livedReleases>[0],
  version: string,
): { since?: Date | undefined; before: string[] } {
  const [live, ...earlier] = livedReleases(history).reverse();
  if (live?.version !== version || Date.now() - live.at.getTime() >= WATCH_MS) return { before: [] };
  const proven = earlier.findIndex(
    ({ at }, index) => ((index === 0 ? live : earlier[index - 1])?.at.getTime() ?? 0) - at.getTime() >= WATCH_MS,
  );
  const before = proven === -1 ? earlier : earlier.slice(0, proven + 1);
  return { since: live.at, before: before.map((release) => release.version) };
}
