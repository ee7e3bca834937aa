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

/** What reading the registry wants of the database. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How long a reading is used, in milliseconds: a release that goes live is seen within a second. */
const FRESH_MS = 500;
/** How long a page waits for the database before it takes the last reading, in milliseconds. */
const PATIENCE_MS = 1000;

const row = z.object({
  remote: remoteName,
  version: versionName,
  revision: z.coerce.number(),
  signature: z.nullable(z.string()),
  rollout_version: z.nullable(versionName),
  rollout_percent: z.nullable(z.number()),
  manifest: z.unknown(),
  release_signature: z.nullable(z.string()),
  rollout_manifest: z.unknown(),
  rollout_signature: z.nullable(z.string()),
});

const ENTRIES = `
  select registry.remote, registry.version, registry.revision, registry.signature, registry.rollout_version, registry.rollout_percent,
    live.manifest, live.signature as release_signature, candidate.manifest as rollout_manifest, candidate.signature as rollout_signature
  from registry join releases live using (remote, version)
    left join releases candidate on candidate.remote = registry.remote and candidate.version = registry.rollout_version
  order by registry.remote`;
const RELEASE =
  'select manifest, signature from releases where remote = $1 and version = $2 and files_removed_at is null';
const HISTORY = `
  select action, version, from_version as "fromVersion" from (
    select id, action, version, from_version from release_history where remote = $1 and action in ('published', 'rolled_back') order by id desc limit 1000
  ) latest order by id`;

interface Entry {
  revision: number;
  /** What it was read from. */
  row: z.infer<typeof row>;
  live: ServedRemote;
  rollout: { percent: number; release: ServedRemote } | null;
}

export interface RegistryReader {
  /** The registry as a audience gets it: as it is now, or as it was last seen. Null when it was never seen and cannot be read. */
  read(audience?: ReleaseAudience): Promise<ServedRegistry | null>;
  /** The release to go back to from the one that a audience gets of a remote; never one that is being tried out. */
  previousOf(remote: string, audience: ReleaseAudience): Promise<ServedRemote | undefined>;
  /** Reads it now, whatever is known. */
  refresh(): Promise<void>;
  /** Whether any release is shown to a share of the visitors, as last seen. */
  isRollingOut(): boolean;
}

interface ReaderOptions {
  database: Queryable;
  /** What it did not sign does not count. */
  key: ReleaseKey;
  /** Development: entries that stand in for released ones, by remote. */
  entries?: Record<string, string>;
  /** Where the files of releases are served from; null: by the product itself. */
  origin: string | null;
  /** Keeps what counted over a restart. */
  memory?: RegistryMemory | undefined;
  /** Told once when reading begins to fail, and of every release that cannot be understood or trusted. */
  onTrouble: (trouble: unknown) => void;
}

/**
 * Reads which release of each remote is live. A database that is down or slow does not take the pages with it; an entry
 * that is not signed with our key, or older than one that was seen, leaves the remote as it was; with a memory that
 * holds from one start to the next.
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

  /** The entry of a row, or what was known of its remote before. */
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
      tellOnce(`The entry of ${remote} in the registry does not count: ${(error as Error).message}`);
      return before ? [[remote, before]] : [];
    }
  }

  function take(rows: readonly unknown[]) {
    known = new Map(rows.flatMap(toEntry));
    live = { remotes: Object.fromEntries([...known].map(([remote, entry]) => [remote, entry.live])) };
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

  /** A release that is not live, as far as it is signed and kept. `entry` stands in for its own. */
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

  /** What was live before the live release. Looked up once for each change of the registry, however many ask. */
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
      if (!shown || !entry) return undefined;
      // Who tries something out goes back to what everybody has.
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

/** What a row says, when our key says so too. Throws otherwise. */
function readSigned(data: z.infer<typeof row>, key: ReleaseKey, place: ReleasePlace): Omit<Entry, 'revision' | 'row'> {
  const { remote, version, revision, rollout_version: rolloutVersion, rollout_percent: percent } = data;
  if (!isPointerSigned(key, { remote, version, revision, rolloutVersion, rolloutPercent: percent }, data.signature))
    throw new Error('its signature is not ours');
  const release = (name: string, manifest: unknown, signature: string | null) => {
    if (!isReleaseSigned(key, remote, name, manifest, signature))
      throw new Error(`the signature of release ${name} is not ours`);
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
  return Object.keys(others).length === 0 ? live : { remotes: { ...live.remotes, ...others } };
}
