import * as z from 'zod/mini';

import type { Override } from '../rollouts/override';
import { type ReleaseAudience, wholeAudience } from '../rollouts/release-audience';
import { goBackTarget, type HistoryRow } from '../store/release-history';
import type { ReleaseKey } from '../store/release-key';
import { servedManifest, type ServedRegistry, type ServedRemote, toRegistered } from '../store/release-manifest';
import { isReleaseSigned } from '../store/signed-rows';
import {
  ENTRIES,
  type Entry,
  type EnvironmentEntry,
  forAudience,
  parseRow,
  readEntry,
  readEnvironmentEntry,
  registryOf,
  type RegistryRow,
} from './registry-entries';
import type { RegistryMemory } from './registry-memory';

/** The database interface that the registry reader needs. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** How long a reading stays fresh, in milliseconds: a release that goes live is seen within a second. */
const FRESH_MS = 500;
/** How long a page waits for the database before it uses the last reading, in milliseconds. */
const PATIENCE_MS = 1000;

const RELEASE =
  'select manifest, signature from releases where remote = $1 and version = $2 and files_removed_at is null';
const HISTORY = `
  select at, action, version, from_version as "fromVersion" from (
    select id, at, action, version, from_version from release_history where remote = $1 and action in ('published', 'rolled_back', 'retired') order by id desc limit 1000
  ) latest order by id`;

export interface RegistryReader {
  /**
   * Returns the registry for a release audience, which may become known meanwhile: its current or last known state.
   * Null when it was never read and cannot be read now.
   */
  read(audience?: ReleaseAudience | Promise<ReleaseAudience>): Promise<ServedRegistry | null>;
  /** Returns the release to roll back to from a remote's release for this audience; never one in a rollout. */
  previousOf(remote: string, audience: ReleaseAudience): Promise<ServedRemote | undefined>;
  /** Reads the registry now, even if the cached one is fresh. */
  refresh(): Promise<void>;
  /** Returns whether any rollout reaches a share of the browsers, as of the last reading. */
  hasPartialRollout(): boolean;
  /** Returns whether any rollout reaches anonymous visitors, as of the last reading. */
  isRollingOutToAll(): boolean;
  /** Returns whether any rollout depends on who is signed in, as far as is known. */
  asksForPerson(): boolean;
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
  /** Called once when reading starts to fail, and for every release that is invalid or untrusted. */
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
  let known: { production: Map<string, Entry>; others: EnvironmentEntry[] } | null = null;
  let live: ServedRegistry | null = null;
  let readAt = -Infinity;
  let running: Promise<void> | null = null;
  let isFailing = false;
  const logged = new Set<string>();
  const previous = new Map<string, { revision: number; release: Promise<ServedRemote | undefined> }>();

  function reportOnce(sentence: string) {
    if (logged.size < 1000 && !logged.has(sentence)) onTrouble(new Error(sentence));
    logged.add(sentence);
  }

  function parse(given: unknown): RegistryRow[] {
    const parsed = parseRow(given);
    if (!parsed.success) reportOnce(`An entry of the registry cannot be read: ${z.prettifyError(parsed.error)}`);
    return parsed.success ? [parsed.data] : [];
  }

  /** Returns the entry of a row, or the last known one when that of the row is older or not signed. */
  function newest<T extends { row: RegistryRow }>(
    { environment, remote, revision }: RegistryRow,
    before: T | undefined,
    read: () => T,
  ): T[] {
    try {
      if (before && revision < before.row.revision)
        throw new Error(`revision ${revision} is older than ${before.row.revision}, which was seen before`);
      return [read()];
    } catch (error) {
      const place = environment === null ? 'the registry' : environment;
      reportOnce(`The entry of ${remote} in ${place} is ignored: ${(error as Error).message}`);
      return before ? [before] : [];
    }
  }

  function take(given: readonly unknown[]) {
    const production = new Map<string, Entry>();
    const others: EnvironmentEntry[] = [];
    for (const row of given.flatMap(parse)) {
      const { remote } = row;
      if (row.environment === null) {
        const place = { origin, devEntry: entries[remote] };
        for (const entry of newest(row, known?.production.get(remote), () => readEntry(row, key, place)))
          production.set(remote, entry);
      } else {
        const isSame = (other: EnvironmentEntry) =>
          other.row.environment === row.environment && other.row.remote === remote;
        others.push(...newest(row, known?.others.find(isSame), () => readEnvironmentEntry(row, key, { origin })));
      }
    }
    known = { production, others };
    live = registryOf([...production]);
  }

  async function load() {
    try {
      const remembered = known === null ? ((await memory?.recall()) ?? []) : [];
      if (remembered.length > 0) take(remembered);
      const { rows } = await database.query(ENTRIES);
      take(rows);
      readAt = performance.now();
      isFailing = false;
      memory?.keep([...(known?.production.values() ?? [])].map((entry) => entry.row));
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
    { row: { revision }, live: { version }, rollout }: Entry,
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

  const rollouts = () => [...(known?.production.values() ?? [])].flatMap(({ rollout }) => rollout ?? []);

  async function read(audience: ReleaseAudience | Promise<ReleaseAudience> = wholeAudience) {
    const isFresh = performance.now() - readAt < FRESH_MS;
    if (!isFresh) running ??= load();
    const [whose] = await Promise.all([audience, isFresh ? undefined : Promise.race([running, patience()])]);
    return live && known ? forAudience(live, known, whose, releaseOf) : null;
  }

  return {
    read,
    async previousOf(remote, audience) {
      const shown = (await read(audience))?.remotes[remote];
      const entry = known?.production.get(remote);
      if (!shown || !entry || entry.row.is_retired) return undefined;
      // A browser in a rollout rolls back to the release that everyone has.
      return shown.version === entry.live.version ? beforeLive(remote, entry).catch(() => undefined) : entry.live;
    },
    async refresh() {
      await running;
      await (running ??= load());
    },
    hasPartialRollout: () => rollouts().some(({ percent }) => percent < 100),
    isRollingOutToAll: () => rollouts().some(({ rule }) => rule === null),
    asksForPerson: () => known === null || rollouts().some(({ rule }) => rule !== null),
  };
}

const patience = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, PATIENCE_MS).unref();
  });
