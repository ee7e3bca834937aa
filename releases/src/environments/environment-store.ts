import { randomUUID } from 'node:crypto';

import type { RolloutRule } from '../rollouts/rollout-rule';
import { publishWithin, type SkippedGate } from '../store/changes/publish-release';
import type { Act, QueryClient, RegistryChanges } from '../store/changes/registry-changes';
import { type BuiltOn, mustBeBuiltOnLive } from '../store/live-has-moved';
import { ReleaseRefusal } from '../store/release-refusal';
import { note, type RegistryRow } from '../store/release-rows';
import { isEnvironmentSigned, signEnvironment } from '../store/signed-rows';
import type { EnvironmentName } from './environment-name';
import { type EnvironmentRow, readEnvironments, writeEnvironment } from './environment-rows';
import { mustNotBeTakenBack, whyNothingThere } from './promotion-refusals';

interface InEnvironment extends Act {
  environment: EnvironmentName;
}

interface Promotion {
  environment: EnvironmentName;
  who: string;
  why: string;
  /** The releases that the caller has reviewed there; several go live in one change, and go back in one. */
  releases: readonly { remote: string; version: string }[];
  percent: number | null;
  rule: RolloutRule | null;
  isWorthReload?: boolean | undefined;
  /** Replaces any live release, and allows one that was withdrawn. */
  isForced: boolean;
}

export type EnvironmentStore = ReturnType<typeof createEnvironmentStore>;

/**
 * Which releases the environments other than production have, and how they get from there to production: the same
 * files, with the evidence of the gate that they have passed.
 */
export function createEnvironmentStore({ pool, changes }: { pool: QueryClient; changes: RegistryChanges }) {
  const { key, changing, liveEntryOf, mustBeWhole } = changes;

  async function entriesOf(client: QueryClient, remote?: string): Promise<EnvironmentRow[]> {
    return (await readEnvironments(client, remote)).filter((row) => isEnvironmentSigned(key, row, row.signature));
  }

  /** Returns the release of a remote in an environment; undefined when it has the live one. */
  async function entryIn(
    client: QueryClient,
    { environment, remote }: { environment: EnvironmentName; remote: string },
  ) {
    const entries = await entriesOf(client, remote);
    return entries.find((entry) => entry.environment === environment && entry.version !== null);
  }

  const put = (client: QueryClient, next: Parameters<typeof writeEnvironment>[1]) =>
    writeEnvironment(client, next, (pointer) => signEnvironment(key, pointer));

  /** Resets the environment to the live release. */
  const empty = (client: QueryClient, { environment, remote }: { environment: EnvironmentName; remote: string }) =>
    put(client, { environment, remote, version: null, builtOn: null, evidence: null });

  async function takeAway(client: QueryClient, { remote, environment, who, why }: InEnvironment, version: string) {
    await empty(client, { environment, remote });
    const line = { remote, environment, who, why, version };
    await note(client, { ...line, action: 'environment_withdrawn', fromVersion: version, percent: null });
  }

  return {
    /**
     * Puts a staged release into an environment, in place of the one that is there.
     *
     * @param check runs under the lock, on its connection, and throws when the release must not be seen there.
     */
    publish(
      request: InEnvironment & {
        version: string;
        builtOn?: BuiltOn | undefined;
        evidence: string;
        skipped?: SkippedGate | undefined;
      },
      check: (client: QueryClient) => Promise<void>,
    ): Promise<{ isNews: boolean; from: string | null }> {
      const { remote, environment, version, who, why, evidence, skipped } = request;
      return changing(async (client) => {
        const live = await liveEntryOf(client, remote);
        const before = await entryIn(client, request);
        await check(client);
        if (request.builtOn) await mustBeBuiltOnLive(client, remote, request.builtOn, live);
        await mustBeWhole(client, remote, version);
        await put(client, { environment, remote, version, builtOn: builtOnOf(live), evidence });
        const from = before?.version ?? null;
        if (from === version) return { isNews: false, from };
        const line = { remote, environment, version, who, fromVersion: from, percent: null };
        if (skipped) await note(client, { ...line, ...skipped, action: 'gate_skipped' });
        await note(client, { ...line, why, action: 'environment_published' });
        return { isNews: true, from };
      });
    },

    /**
     * Makes releases of an environment live in production, all or none, or rolls one out: no other files than those that
     * are there. Returns what was live before, in the order of `releases`. Throws `LiveHasMoved` when another release is
     * live than the one that the gate of one of them saw.
     *
     * @param checks `skippedIn` returns why a part of the gate was skipped, from the evidence that came with a release.
     *   `check` runs with each release once all of them are live, under the lock and on its connection; it throws when a
     *   release does not fit the others or its evidence no longer proves it.
     */
    promote(
      { releases, isForced, ...request }: Promotion,
      {
        skippedIn,
        check,
      }: {
        skippedIn: (evidence: string) => SkippedGate | undefined;
        check: (release: { remote: string; version: string; evidence: string }, client: QueryClient) => Promise<void>;
      },
    ): Promise<{ remote: string; isNews: boolean; from: string | null }[]> {
      const changeId = releases.length > 1 ? randomUUID() : undefined;
      return changing(async (client) => {
        const promoted: { remote: string; isNews: boolean; from: string | null }[] = [];
        const proofs: { remote: string; version: string; evidence: string }[] = [];
        for (const { remote, version } of releases) {
          const there = await reviewed(client, { ...request, remote, version, isForced });
          const { evidence } = there;
          const builtOn = isForced ? undefined : await expectedLive(client, there);
          const release = { ...request, remote, version, builtOn, changeId, skipped: skippedIn(evidence) };
          promoted.push({ remote, ...(await publishWithin(changes, client, release, () => Promise.resolve())) });
          proofs.push({ remote, version, evidence });
        }
        for (const proof of proofs) {
          const { remote, version } = proof;
          await check(proof, client);
          // During a partial rollout the environment stays, so that the release can still be seen there.
          const live = await liveEntryOf(client, remote);
          if (live?.version === version) await empty(client, { ...request, remote });
        }
        return promoted;
      });
    },

    /**
     * Removes the release of a remote from an environment, which then has the live one. Returns the removed release.
     */
    withdraw(request: InEnvironment): Promise<{ left: string }> {
      return changing(async (client) => {
        const there = await entryIn(client, request);
        if (!there?.version) throw new ReleaseRefusal(`${request.environment} has no release of ${request.remote}.`);
        await takeAway(client, request, there.version);
        return { left: there.version };
      });
    },

    /** Removes a retired remote from every environment, within a change. */
    async withdrawAll(client: QueryClient, act: Act): Promise<void> {
      for (const { environment, version } of await entriesOf(client, act.remote))
        if (version) await takeAway(client, { ...act, environment }, version);
    },

    /** Returns the releases of environments that differ from the live ones. */
    async entries() {
      return (await entriesOf(pool)).flatMap(({ environment, remote, version, updatedAt }) =>
        version ? [{ environment, remote, version, since: updatedAt }] : [],
      );
    },
  };

  /** Returns the entry of a release in an environment. Throws when there is none, or another than the caller has seen. */
  async function reviewed(
    client: QueryClient,
    request: InEnvironment & { version: string; isForced: boolean },
  ): Promise<EnvironmentRow & { evidence: string }> {
    const { remote, version, environment, isForced } = request;
    const there = await entryIn(client, request);
    if (!there?.version || there.evidence === null) throw await whyNothingThere(client, changes, request);
    if (there.version !== version)
      throw new ReleaseRefusal(
        `${environment} has moved: ${remote} is at ${there.version} there now, not at ${version}. Look at it, and promote it then.`,
      );
    if (!isForced) await mustNotBeTakenBack(client, { remote, version, environment });
    return { ...there, evidence: there.evidence };
  }

  /**
   * Returns the required live state: the one that the gate saw, and the rollout of the release itself if it has
   * started.
   */
  async function expectedLive(client: QueryClient, { remote, version, builtOn }: EnvironmentRow): Promise<BuiltOn> {
    const seen = builtOn ?? { version: null, rolloutVersion: null };
    const live = await liveEntryOf(client, remote);
    return live?.rolloutVersion === version ? { ...seen, rolloutVersion: version } : seen;
  }
}

const builtOnOf = (live: RegistryRow | undefined): BuiltOn => ({
  version: live?.version ?? null,
  rolloutVersion: live?.rolloutVersion ?? null,
});
