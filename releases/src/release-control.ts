import type { ReleaseHealth } from '@manabiba/shared/contract/staff-releases';
import { millisecondsInDay } from 'date-fns/constants';
import type { Pool } from 'pg';

import { mustFitLive } from './evidence/must-fit';
import { type Health, healthSince } from './health/error-rates';
import { createReplays } from './replay/replay-failure';
import { wordsOfRule } from './rollouts/rollout-rule';
import type { Advance, FitCheck } from './store/changes/advance-rollout';
import type { Act } from './store/changes/registry-changes';
import type { ReleaseKey } from './store/release-key';
import type { RegistryRow } from './store/release-rows';
import { createReleaseStore, type ReleaseStore } from './store/release-store';
import { createReleaseTokens } from './tokens/release-tokens';
import { createProductUses } from './uses/product-uses';
import type { ReadUses } from './uses/uses-of-release';

interface ControlOptions {
  /** Its connections take part in the caller's transaction, so that a change and its audit entry are atomic. */
  pool: Pool;
  key: ReleaseKey;
  releasesDir: string;
  /** Returns the versions of the modules that the live shell shares with remotes. */
  readGives: () => Promise<Readonly<Record<string, string>>>;
  readUses: ReadUses;
}

export type ReleaseControl = ReturnType<typeof createReleaseControl>;

/** The releases as the staff see and change them: by the same store and tokens as the deploy endpoints. */
export function createReleaseControl({ pool, key, releasesDir, readGives, readUses }: ControlOptions) {
  const store = createReleaseStore({ pool, key, releasesDir });
  const { rollBack, retire, history } = store;
  const mustStillFit =
    ({ remote }: Pick<Act, 'remote'>): FitCheck =>
    async (version, client) => {
      await mustFitLive({ remote, version, environment: null }, { key, gives: await readGives() }, client);
    };

  return {
    /** Returns the live release of each remote, and those of environments. */
    async live() {
      const [entries, environments, rates] = await Promise.all([
        store.entries(),
        store.environments.entries(),
        healthSince(pool, new Date(Date.now() - millisecondsInDay), null),
      ]);
      const remotes = await Promise.all(entries.map((entry) => describe(store, entry, rates)));
      return { remotes, environments };
    },
    history,
    replay: createReplays({ pool, store, key }),
    uses: createProductUses({ store, releasesDir, readUses }),
    /** Throws also when the release does not fit what is live now. */
    advance: (request: Advance) => store.advance(request, mustStillFit(request)),
    rollBack,
    retire,
    /** Makes the last release of a retired remote live again. Throws when it does not fit what is live now. */
    bringBack: (act: Act) => store.bringBack(act, mustStillFit(act)),
    tokens: createReleaseTokens({ pool, key }),
  };
}

async function describe(store: ReleaseStore, entry: RegistryRow, rates: readonly Health[]) {
  const { remote, version, revision, isRetired, rolloutVersion, rolloutPercent, rolloutRule, rolloutSince } = entry;
  const healthOf = (name: string): ReleaseHealth | null => {
    const known = rates.find((rate) => rate.remote === remote && rate.version === name);
    return known && known.views > 0 ? { views: known.views, failures: known.failures } : null;
  };
  return {
    remote,
    version,
    revision,
    isRetired,
    health: healthOf(version),
    rollout:
      rolloutVersion === null
        ? null
        : {
            version: rolloutVersion,
            percent: rolloutPercent ?? 0,
            rule: rolloutRule && wordsOfRule(rolloutRule),
            since: rolloutSince,
            health: healthOf(rolloutVersion),
          },
    goesBackWith:
      isRetired || rolloutVersion ? [] : (await store.liveWith(remote, version)).map((other) => other.remote),
    previousVersion: isRetired ? null : ((await store.rollBackTarget(remote, version)) ?? null),
    canBringBack: isRetired && (await store.isWhole(remote, version)),
  };
}
