import * as z from 'zod/mini';

import { environmentName } from '../environments/environment-name';
import { originOf, type Override } from '../rollouts/override';
import { isInRollout, type ReleaseAudience } from '../rollouts/release-audience';
import { type RolloutRule, rolloutRule } from '../rollouts/rollout-rule';
import type { ReleaseKey } from '../store/release-key';
import {
  type ReleasePlace,
  remoteName,
  servedManifest,
  type ServedRegistry,
  type ServedRemote,
  toRegistered,
  versionName,
} from '../store/release-manifest';
import { isEnvironmentSigned, isPointerSigned, isReleaseSigned } from '../store/signed-rows';

const common = {
  remote: remoteName,
  revision: z.coerce.number(),
  signature: z.nullable(z.string()),
  manifest: z.unknown(),
  release_signature: z.nullable(z.string()),
};
const productionRow = z.object({
  ...common,
  // Entries from before these columns have none.
  environment: z._default(z.null(), null),
  version: versionName,
  rollout_version: z.nullable(versionName),
  rollout_percent: z.nullable(z.number()),
  rollout_rule: z._default(z.nullable(rolloutRule), null),
  is_retired: z._default(z.boolean(), false),
  rollout_manifest: z.unknown(),
  rollout_signature: z.nullable(z.string()),
});
const environmentRow = z.object({
  ...common,
  environment: environmentName,
  /** Null: the environment has the live release. */
  version: z.nullable(versionName),
});

type ProductionRow = z.infer<typeof productionRow>;
type EnvironmentRow = z.infer<typeof environmentRow>;
export type RegistryRow = ProductionRow | EnvironmentRow;

/** Parses a row as the database gives it. */
export const parseRow = (given: unknown) =>
  ((given as { environment?: unknown } | null)?.environment ? environmentRow : productionRow).safeParse(given);

export const ENTRIES = `
  select null as environment, registry.remote, registry.version, registry.revision, registry.signature, registry.rollout_version, registry.rollout_percent, registry.rollout_rule, registry.is_retired,
    live.manifest, live.signature as release_signature, candidate.manifest as rollout_manifest, candidate.signature as rollout_signature
  from registry join releases live using (remote, version)
    left join releases candidate on candidate.remote = registry.remote and candidate.version = registry.rollout_version
  union all
  select entry.environment, entry.remote, entry.version, entry.revision, entry.signature, null, null, null, false,
    staged.manifest, staged.signature, null, null
  from environment_releases entry left join releases staged using (remote, version)
  order by environment nulls first, remote`;

/** What production has of a remote. */
export interface Entry {
  /** The database row that it was parsed from. */
  row: ProductionRow;
  /** The live release; of a retired remote the last one. */
  live: ServedRemote;
  rollout: { percent: number; rule: RolloutRule | null; release: ServedRemote } | null;
}

/** The release of a remote in another environment; null for the live one. */
export interface EnvironmentEntry {
  row: EnvironmentRow;
  release: ServedRemote | null;
}

/** Returns the content of a row whose signature is valid for our key. Throws otherwise. */
export function readEntry(row: ProductionRow, key: ReleaseKey, place: ReleasePlace): Entry {
  const { remote, version, revision, rollout_version: rolloutVersion, rollout_percent: percent } = row;
  const pointer = {
    remote,
    version,
    revision,
    rolloutVersion,
    rolloutPercent: percent,
    rolloutRule: row.rollout_rule,
    isRetired: row.is_retired,
  };
  if (!isPointerSigned(key, pointer, row.signature)) throw new Error('its signature is invalid');
  const release = (name: string, manifest: unknown, signature: string | null) =>
    signedRelease(key, { remote, version: name, manifest, signature }, place);
  return {
    row,
    live: release(version, row.manifest, row.release_signature),
    rollout:
      rolloutVersion && percent
        ? {
            percent,
            rule: row.rollout_rule,
            release: release(rolloutVersion, row.rollout_manifest, row.rollout_signature),
          }
        : null,
  };
}

/** Returns the content of a row of another environment. Throws unless its signature is valid for our key. */
export function readEnvironmentEntry(row: EnvironmentRow, key: ReleaseKey, place: ReleasePlace): EnvironmentEntry {
  const { environment, remote, version, revision, manifest, release_signature: signature } = row;
  if (!isEnvironmentSigned(key, { environment, remote, version, revision }, row.signature))
    throw new Error('its signature is invalid');
  return {
    row,
    release: version === null ? null : signedRelease(key, { remote, version, manifest, signature }, place),
  };
}

function signedRelease(
  key: ReleaseKey,
  {
    remote,
    version,
    manifest,
    signature,
  }: { remote: string; version: string; manifest: unknown; signature: string | null },
  place: ReleasePlace,
): ServedRemote {
  if (!isReleaseSigned(key, remote, version, manifest, signature))
    throw new Error(`the signature of release ${version} is invalid`);
  const parsed = servedManifest.safeParse(manifest);
  if (!parsed.success) throw new Error(`release ${version} cannot be read: ${z.prettifyError(parsed.error)}`);
  return toRegistered(remote, version, parsed.data, place);
}

/** A retired remote is named only by the pages that it had. */
export function registryOf(entries: readonly [string, Entry][]): ServedRegistry {
  const gone = entries.filter(([, entry]) => entry.row.is_retired);
  return {
    remotes: Object.fromEntries(
      entries.flatMap(([remote, entry]) => (entry.row.is_retired ? [] : [[remote, entry.live] as const])),
    ),
    ...(gone.length > 0
      ? {
          retired: gone.flatMap(([, { live }]) => live.routes.map(({ path, title }) => ({ path, title }))),
          retiredRemotes: gone.map(([remote]) => remote),
        }
      : {}),
  };
}

/** The last known state of all environments. */
interface KnownEntries {
  production: ReadonlyMap<string, Entry>;
  others: readonly EnvironmentEntry[];
}

/** Returns the registry of an audience: the live releases, replaced by those that only they get. */
export async function forAudience(
  live: ServedRegistry,
  known: KnownEntries,
  audience: ReleaseAudience,
  releaseOf: (override: Override, entry?: string) => Promise<ServedRemote | undefined>,
): Promise<ServedRegistry> {
  const others: Record<string, ServedRemote> = {};
  for (const [remote, { rollout }] of known.production) {
    if (rollout && isInRollout(audience, remote, rollout.release.version, rollout)) others[remote] = rollout.release;
  }
  for (const { row, release } of known.others) {
    if (release && row.environment === audience.environment) others[row.remote] = release;
  }
  for (const override of audience.overrides) {
    const origin = originOf(override);
    const other = await releaseOf(override, origin && `${origin}/remote-entry.js`).catch(() => undefined);
    if (other) others[override.remote] = other;
  }
  if (Object.keys(others).length === 0) return live;
  const { retiredRemotes } = live;
  return {
    ...live,
    remotes: { ...live.remotes, ...others },
    ...(retiredRemotes ? { retiredRemotes: retiredRemotes.filter((remote) => !others[remote]) } : {}),
  };
}
