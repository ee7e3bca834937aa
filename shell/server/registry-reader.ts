import * as z from 'zod/mini';
import type { RegisteredRemote, Registry } from '@manabiba/shared/composition/boot-data';
import type { ReleaseKey } from './releases/release-key';
import { remoteName, servedManifest, toRegistered, versionName } from './releases/release-manifest';
import { isPointerSigned, isReleaseSigned } from './releases/signed-rows';
import { anybody, isInRollout, type Visitor } from './releases/visitor';

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
const RELEASE = 'select manifest, signature from releases where remote = $1 and version = $2';

interface Entry {
  revision: number;
  live: RegisteredRemote;
  rollout: { percent: number; release: RegisteredRemote } | null;
}

export interface RegistryReader {
  /** The registry as a visitor gets it: as it is now, or as it was last seen. Null when it was never seen and cannot be read. */
  read(visitor?: Visitor): Promise<Registry | null>;
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
  /** Told once when reading begins to fail, and of every release that cannot be understood or trusted. */
  onTrouble: (trouble: unknown) => void;
}

/**
 * Reads which release of each remote is live. A database that is down or slow does not take the pages with it; an entry
 * that is not signed with our key, or older than one that was seen, leaves the remote as it was.
 */
export function createRegistryReader({ database, key, entries = {}, onTrouble }: ReaderOptions): RegistryReader {
  let known: Map<string, Entry> | null = null;
  let live: Registry | null = null;
  let readAt = -Infinity;
  let running: Promise<void> | null = null;
  let isFailing = false;
  const told = new Set<string>();

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
      if (before && revision < before.revision) throw new Error(`revision ${revision} is older than ${before.revision}`);
      return [[remote, { revision, ...readSigned(parsed.data, key, entries[remote]) }]];
    } catch (error) {
      tellOnce(`The entry of ${remote} in the registry does not count: ${(error as Error).message}`);
      return before ? [[remote, before]] : [];
    }
  }

  async function load() {
    try {
      const { rows } = await database.query(ENTRIES);
      known = new Map(rows.flatMap(toEntry));
      live = { remotes: Object.fromEntries([...known].map(([remote, entry]) => [remote, entry.live])) };
      readAt = performance.now();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onTrouble(error);
      isFailing = true;
    } finally {
      running = null;
    }
  }

  /** A release that is not live, for the one browser that may see it. */
  async function candidateOf({ remote, version }: NonNullable<Visitor['override']>): Promise<RegisteredRemote | undefined> {
    const { rows: [found] } = await database.query(RELEASE, [remote, version]).catch(() => ({ rows: [] }));
    const { manifest, signature } = (found ?? {}) as { manifest?: unknown; signature?: unknown };
    return isReleaseSigned(key, remote, version, manifest, signature) ? toRegistered(remote, version, servedManifest.parse(manifest)) : undefined;
  }

  return {
    async refresh() {
      await running;
      await (running ??= load());
    },
    isRollingOut: () => [...known?.values() ?? []].some(({ rollout }) => rollout !== null),
    async read(visitor = anybody) {
      if (performance.now() - readAt >= FRESH_MS) {
        running ??= load();
        await Promise.race([running, patience()]);
      }
      return live && known ? forVisitor(live, known, visitor, candidateOf) : null;
    },
  };
}

const patience = () => new Promise<void>((resolve) => { setTimeout(resolve, PATIENCE_MS).unref(); });

/** What a row says, when our key says so too. Throws otherwise. */
function readSigned(data: z.infer<typeof row>, key: ReleaseKey, devEntry: string | undefined): Omit<Entry, 'revision'> {
  const { remote, version, revision, rollout_version: rolloutVersion, rollout_percent: percent } = data;
  if (!isPointerSigned(key, { remote, version, revision, rolloutVersion, rolloutPercent: percent }, data.signature)) throw new Error('its signature is not ours');
  const release = (name: string, manifest: unknown, signature: string | null) => {
    if (!isReleaseSigned(key, remote, name, manifest, signature)) throw new Error(`the signature of release ${name} is not ours`);
    const parsed = servedManifest.safeParse(manifest);
    if (!parsed.success) throw new Error(`release ${name} cannot be read: ${z.prettifyError(parsed.error)}`);
    return toRegistered(remote, name, parsed.data, devEntry);
  };
  return {
    live: release(version, data.manifest, data.release_signature),
    rollout: rolloutVersion && percent ? { percent, release: release(rolloutVersion, data.rollout_manifest, data.rollout_signature) } : null,
  };
}

async function forVisitor(live: Registry, known: ReadonlyMap<string, Entry>, { id, override }: Visitor, candidateOf: (wanted: NonNullable<Visitor['override']>) => Promise<RegisteredRemote | undefined>): Promise<Registry> {
  const others: Record<string, RegisteredRemote> = {};
  for (const [remote, { rollout }] of known) {
    if (rollout && id && isInRollout(id, remote, rollout.release.version, rollout.percent)) others[remote] = rollout.release;
  }
  const candidate = override && await candidateOf(override);
  if (override && candidate) others[override.remote] = candidate;
  return Object.keys(others).length === 0 ? live : { remotes: { ...live.remotes, ...others } };
}
