import * as z from 'zod/mini';
import type { RegisteredRemote, Registry } from '@manabiba/shared/composition/boot-data';

/** The only thing the web server wants of the database. */
export interface Queryable {
  query(text: string): Promise<{ rows: unknown[] }>;
}

/** How long a reading is used, in milliseconds: a release that goes live is seen within a second. */
const FRESH_MS = 500;
/** How long a page waits for the database before it takes the last reading, in milliseconds. */
const PATIENCE_MS = 1000;

const fileName = z.string().check(z.regex(/^[\w@~-][\w@~.-]*(\/[\w@~-][\w@~.-]*)*$/));
const layout = z.object({
  ground: z.optional(z.enum(['default', 'dark', 'black'])),
  header: z.optional(z.boolean()),
  notices: z.optional(z.boolean()),
  footer: z.optional(z.boolean()),
  padding: z.optional(z.boolean()),
  margin: z.optional(z.boolean()),
});
const route = z.object({
  path: z.string().check(z.startsWith('/')),
  page: z.string(),
  title: z.string(),
  layout: z.optional(layout),
  access: z.enum(['anyone', 'person', 'professional']),
});
const row = z.object({
  remote: z.string().check(z.regex(/^[\w-]+$/)),
  version: z.string().check(z.regex(/^[\w.-]+$/)),
  manifest: z.object({
    container: z.string().check(z.regex(/^[A-Za-z_$][\w$]*$/)),
    entry: fileName,
    files: z.record(z.string(), z.object({ integrity: z.string() })),
    routes: z.array(route),
    slots: z.array(z.string()),
    preloads: z.object({ pages: z.record(z.string(), z.array(fileName)), slots: z.record(z.string(), z.array(fileName)) }),
  }),
});

export interface RegistryReader {
  /** The registry as it is now, or as it was last seen. Null when it was never seen and cannot be read. */
  read(): Promise<Registry | null>;
}

interface ReaderOptions {
  database: Queryable;
  /** Development: entries that stand in for released ones, by remote. */
  entries?: Record<string, string>;
  /** Told once when reading begins to fail, and of every release that cannot be understood. */
  onTrouble: (trouble: unknown) => void;
}

/** Reads which release of each remote is live. A database that is down or slow does not take the pages with it. */
export function createRegistryReader({ database, entries = {}, onTrouble }: ReaderOptions): RegistryReader {
  let known: Registry | null = null;
  let readAt = -Infinity;
  let running: Promise<void> | null = null;
  let isFailing = false;

  async function load() {
    try {
      const { rows } = await database.query(
        'select registry.remote, registry.version, releases.manifest from registry join releases using (remote, version) order by registry.remote',
      );
      known = { remotes: Object.fromEntries(rows.flatMap((one) => toRemote(one, entries, onTrouble))) };
      readAt = performance.now();
      isFailing = false;
    } catch (error) {
      if (!isFailing) onTrouble(error);
      isFailing = true;
    } finally {
      running = null;
    }
  }

  return {
    async read() {
      if (performance.now() - readAt < FRESH_MS) return known;
      running ??= load();
      await Promise.race([running, patience()]);
      return known;
    },
  };
}

const patience = () => new Promise<void>((resolve) => { setTimeout(resolve, PATIENCE_MS).unref(); });

function toRemote(given: unknown, entries: Record<string, string>, onTrouble: (trouble: unknown) => void): [string, RegisteredRemote][] {
  const parsed = row.safeParse(given);
  if (!parsed.success) {
    onTrouble(new Error(`A release cannot be read: ${z.prettifyError(parsed.error)}`));
    return [];
  }
  const { remote, version, manifest } = parsed.data;
  const place = (path: string) => `/r/${remote}/${version}/${path}`;
  const places = (groups: Record<string, string[]>) => Object.fromEntries(Object.entries(groups).map(([key, paths]) => [key, paths.map(place)]));
  const devEntry = entries[remote];
  return [[remote, {
    container: manifest.container,
    version,
    entry: devEntry ?? place(manifest.entry),
    routes: manifest.routes as RegisteredRemote['routes'],
    slots: manifest.slots,
    preloads: devEntry ? { pages: {}, slots: {} } : { pages: places(manifest.preloads.pages), slots: places(manifest.preloads.slots) },
    integrity: devEntry ? {} : Object.fromEntries(Object.entries(manifest.files).map(([path, { integrity }]) => [place(path), integrity])),
  }]];
}
