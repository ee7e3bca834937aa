import * as z from 'zod/mini';

import { originOf, type Override } from '../releases/override';
import { isInRollout, type ReleaseAudience, wholeAudience } from '../releases/release-audience';
import { goBackTarget, type HistoryRow } from '../releases/release-history';
import type { ReleaseKey } from '../releases/release-key';
import {
  type ReleasePlace,
  remoteName,
  servedManifest,
  type ServedRegistry,
  type ServedRemote,
  toRegistered,
  versionName,
} from '../releases/release-manifest';
import { isPointerSigned, isReleaseSigned } from '../releases/signed-rows';
import type { RegistryMemory } from './registry-memory';

/** The database interface that the registry reader needs. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How long a reading stays fresh, in milliseconds: a release that goes live is seen within a second. */
const FRESH_MS = 500;
/** How long a page waits for the database before it uses the last reading, in milliseconds. */
const PATIENCE_MS = 1000;

const row = z.object({
  remote: remoteName,
  version: versionName,
  revision: z.coerce.number(),
  signature: z.nullable(z.string()),
  rollout_version: z.nullable(versionName),
  rollout_percent: z.nullable(z.number()),
  // Entries that were kept before there was this column have none.
  is_retired: z._default(z.boolean(), false),
  manifest: z.unknown(),
  release_signature: z.nullable(z.string()),
  rollout_manifest: z.unknown(),
  rollout_signature: z.nullable(z.string()),
});

const ENTRIES = `
  select registry.remote, registry.version, registry.revision, registry.signature, registry.rollout_version, registry.rollout_percent, registry.is_retired,
    live.manifest, live.signature as release_signature, candidate.manifest as rollout_manifest, candidate.signature as rollout_signature
  from registry join releases live using (remote, version)
    left join releases candidate on candidate.remote = registry.remote and candidate.version = registry.rollout_version
  order by registry.remote`;
const RELEASE =
  'select manifest, signature from releases where remote = $1 and version = $2 and files_removed_at is null';
const HISTORY = `
  select at, action, version, from_version as "fromVersion" from (
    select id, at, action, version, from_version from release_history where remote = $1 and action in ('published', 'rolled_back', 'retired') order by id desc limit 1000
  ) latest order by id`;

interface Entry {
  revision: number;
  /** The database row that it was parsed from. */
  row: z.infer<typeof row>;
  /** The live release; of a retired remote the last one. */
  live: ServedRemote;
  rollout: { percent: number; release: ServedRemote } | null;
}

export interface RegistryReader {
  /**
   * Returns the registry for a release audience: its current or last known state. Null when it was never read and
   * cannot be read now.
   */
  read(audience?: ReleaseAudience): Promise<ServedRegistry | null>;
  /** Returns the release to roll back to from a remote's release for this audience; never one in a rollout. */
  previousOf(remote: string, audience: ReleaseAudience): Promise<ServedRemote | undefined>;
  /** Reads the registry now, even if the cached one is fresh. */
  refresh(): Promise<void>;
  /** Returns whether any rollout is in progress, as of the last reading. */
  isRollingOut(): boolean;
}

interface ReaderOptions {
  database: Queryable;
  /** Entries that are not signed with this key are ignored. */
  key: ReleaseKey;
  /** Development: entries that replace released ones, by remote. */
  entries?: Record<string, string>;
  /** Origin of the release files; null: served by the product itself. */
  origin: string | null;
  /** Keeps the last valid entries across a restart. */
  memory?: RegistryMemory | undefined;
  /** Called once when reading begins to fail, and for every release that is invalid or untrusted. */
  onTrouble: (trouble: unknown) => void;
}

/**
 * Reads which release of each remote is live. A slow or unavailable database does not affect the pages; an entry that
 * is not signed with our key, or older than one already seen, leaves the remote unchanged; with a memory this holds
 * across restarts.
 */
export function createRegistryReader({
  database,
  key,
  entries = {},
  origin,
  memory,
  onTrouble,
}: ReaderOptions): RegistryReader {
  let known: Map<string, Entry> | null = null;
  let live: ServedRegistry | null = null;
  let readAt = -Infinity;
  let running: Promise<void> | null = null;
  let isFailing = false;
  const told = new Set<string>();
  const previous = new Map<string, { revision: number; release: Promise<ServedRemote | undefined> }>();

  function tellOnce(sentence: string) {
    if (told.size < 1000 && !told.has(sentence)) onTrouble(new Error(sentence));
    told.add(sentence);
  }

  /** Returns the entry of a row, or the last known one of its remote. */
  function toEntry(given: unknown): [string, Entry][] {
    const parsed = row.safeParse(given);
    if (!parsed.success) {
      tellOnce(`An entry of the registry cannot be read: ${z.prettifyError(parsed.error)}`);
      return [];
    }
    const { remote, revision } = parsed.data;
    const before = known?.get(remote);
    try {
      if (before && revision < before.revision)
        throw new Error(`revision ${revision} is older than ${before.revision}, which was seen before`);
      return [
        [
          remote,
          { revision, row: parsed.data, ...readSigned(parsed.data, key, { origin, devEntry: entries[remote] }) },
        ],
      ];
    } catch (error) {
      tellOnce(`The entry of ${remote} in the registry is ignored: ${(error as Error).message}`);
      return before ? [[remote, before]] : [];
    }
  }

  function take(rows: readonly unknown[]) {
    known = new Map(rows.flatMap(toEntry));
    live = registryOf([...known]);
  }

  async function load() {
    try {
      const remembered = known === null ? ((await memory?.recall()) ?? []) : [];
      if (remembered.length > 0) take(remembered);
      const { rows } = await database.query(ENTRIES);
      take(rows);
      readAt = performance.now();
      isFailing = false;
      memory?.keep([...(known?.values() ?? [])].map((entry) => entry.row));
    } catch (error) {
      if (!isFailing) onTrouble(error);
      isFailing = true;
    } finally {
      running = null;
    }
  }

  /** Returns a release that is not live, if it is signed and its files are kept. `entry` replaces its own. */
  async function releaseOf(
    { remote, version }: Pick<Override, 'remote' | 'version'>,
    entry?: string,
  ): Promise<ServedRemote | undefined> {
    const {
      rows: [found],
    } = await database.query(RELEASE, [remote, version]);
    const { manifest, signature } = (found ?? {}) as { manifest?: unknown; signature?: unknown };
    return isReleaseSigned(key, remote, version, manifest, signature)
      ? toRegistered(remote, version, servedManifest.parse(manifest), { origin, devEntry: entry })
      : undefined;
  }

  /** Returns the release before the live one. Looked up once per registry change, however many callers request it. */
  function beforeLive(
    remote: string,
    { revision, live: { version }, rollout }: Entry,
  ): Promise<ServedRemote | undefined> {
    const found = previous.get(remote);
    if (found?.revision === revision) return found.release;
    const release = (async () => {
      const { rows } = await database.query(HISTORY, [remote]);
      const target = goBackTarget(rows as HistoryRow[], version);
      return target && target !== rollout?.release.version ? releaseOf({ remote, version: target }) : undefined;
    })();
    previous.set(remote, { revision, release });
    release.catch(() => previous.delete(remote));
    return release;
  }

  async function read(audience = wholeAudience) {
    if (performance.now() - readAt >= FRESH_MS) {
      running ??= load();
      await Promise.race([running, patience()]);
    }
    return live && known ? forAudience(live, known, audience, releaseOf) : null;
  }

  return {
    read,
    async previousOf(remote, audience) {
      const shown = (await read(audience))?.remotes[remote];
      const entry = known?.get(remote);
      if (!shown || !entry || entry.row.is_retired) return undefined;
      // A browser in a rollout rolls back to the release that everyone has.
      return shown.version === entry.live.version ? beforeLive(remote, entry).catch(() => undefined) : entry.live;
    },
    async refresh() {
      await running;
      await (running ??= load());
    },
    isRollingOut: () => [...(known?.values() ?? [])].some(({ rollout }) => rollout !== null),
  };
}

const patience = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });

/** Returns the content of a row whose signature is valid for our key. Throws otherwise. */
function readSigned(data: z.infer<typeof row>, key: ReleaseKey, place: ReleasePlace): Omit<Entry, 'revision' | 'row'> {
  const { remote, version, revision, rollout_version: rolloutVersion, rollout_percent: percent } = data;
  const pointer = { remote, version, revision, rolloutVersion, rolloutPercent: percent, isRetired: data.is_retired };
  if (!isPointerSigned(key, pointer, data.signature)) throw new Error('its signature is invalid');
  const release = (name: string, manifest: unknown, signature: string | null) => {
    if (!isReleaseSigned(key, remote, name, manifest, signature))
      throw new Error(`the signature of release ${name} is invalid`);
    const parsed = servedManifest.safeParse(manifest);
    if (!parsed.success) throw new Error(`release ${name} cannot be read: ${z.prettifyError(parsed.error)}`);
    return toRegistered(remote, name, parsed.data, place);
  };
  return {
    live: release(version, data.manifest, data.release_signature),
    rollout:
      rolloutVersion && percent
        ? { percent, release: release(rolloutVersion, data.rollout_manifest, data.rollout_signature) }
        : null,
  };
}

/** A retired remote is named only by the pages that it had. */
function registryOf(entries: readonly [string, Entry][]): ServedRegistry {
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

async function forAudience(
  live: ServedRegistry,
  known: ReadonlyMap<string, Entry>,
  { id, overrides }: ReleaseAudience,
  releaseOf: (override: Override, entry?: string) => Promise<ServedRemote | undefined>,
): Promise<ServedRegistry> {
  const others: Record<string, ServedRemote> = {};
  for (const [remote, { rollout }] of known) {
    if (rollout && id && isInRollout(id, remote, rollout.release.version, rollout.percent))
      others[remote] = rollout.release;
  }
  for (const override of overrides) {
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
