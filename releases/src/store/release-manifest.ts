import { isDeepStrictEqual } from 'node:util';

import type { InitialQueries } from '@manabiba/shared/navigation/initial-queries';
import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';
import { MAX_NAVIGATION_ENTRIES, MAX_NAVIGATION_LABEL } from '@manabiba/shared/page/navigation-entry';
import * as z from 'zod/mini';

/** Files of a release. The largest remote of this repository has 81. */
const MAX_FILES = 500;
const MAX_NAME = 64;
/** Longer names than a file system takes would fail only when they are stored. */
const MAX_PATH = 200;
/** Routes, slots, and what is listed for each of them. */
const MAX_LISTED = 200;

/** Values by path of file, as many as a release may have. */
export const perFile = <Key extends z.ZodMiniType<string, string>, Value extends z.ZodMiniType>(
  key: Key,
  value: Value,
) =>
  z
    .record(key, value)
    .check(
      z.refine((files) => Object.keys(files).length <= MAX_FILES, {
        error: `A release may have at most ${MAX_FILES} files.`,
      }),
    );

/** The path of a file inside a release. */
export const fileName = z
  .string()
  .check(z.maxLength(MAX_PATH, { abort: true }), z.regex(/^[\w@~-][\w@~.-]*(\/[\w@~-][\w@~.-]*)*$/));
const layout = z.object({
  ground: z.optional(z.enum(['default', 'dark', 'black'])),
  header: z.optional(z.boolean()),
  notices: z.optional(z.boolean()),
  footer: z.optional(z.boolean()),
  padding: z.optional(z.boolean()),
  margin: z.optional(z.boolean()),
  requests: z.optional(z.boolean()),
});
const route = z.object({
  path: z.string().check(z.startsWith('/')),
  page: z.string(),
  title: z.string(),
  layout: z.optional(layout),
  access: z.enum(['anyone', 'person', 'professional', 'staff']),
  inMenu: z.optional(z.boolean()),
});

/** Words of a list that may grow: the gate knows them, and an older server passes on the new ones. */
const listedWord = z.string().check(z.maxLength(MAX_NAME));
const navigationEntry = z.object({
  path: z.string().check(z.startsWith('/'), z.maxLength(MAX_PATH)),
  label: z.string().check(z.minLength(1), z.maxLength(MAX_NAVIGATION_LABEL)),
  icon: z.optional(listedWord),
  order: z.int(),
  places: z.array(listedWord).check(z.minLength(1), z.maxLength(MAX_NAME)),
});

const template = z.optional(z.record(z.string(), z.union([z.string(), z.number()])));
const firstCallsByKey = z._default(
  z.record(
    z.string(),
    z.array(
      z.object({
        call: z.string(),
        params: template,
        query: template,
        for: z.optional(z.literal('person')),
        when: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  ),
  {},
);

export const remoteName = z.string().check(z.maxLength(MAX_NAME, { abort: true }), z.regex(/^[\w-]+$/));
export const versionName = z.string().check(z.maxLength(MAX_NAME, { abort: true }), z.regex(/^\w[\w.-]*$/));

/** The part of the build's output for a release that pages need. */
export const servedManifest = z.object({
  container: z.string().check(z.regex(/^[A-Za-z_$][\w$]*$/)),
  entry: fileName,
  /** Its scripts are ES modules; absent: classic scripts. */
  entryType: z.optional(z.literal('module')),
  /** Its scripts load others without a digest, as stock bundlers do. */
  isUnsealed: z.optional(z.boolean()),
  files: z.record(z.string(), z.object({ integrity: z.string() })),
  routes: z.array(route).check(z.maxLength(MAX_LISTED)),
  slots: z.array(z.string()).check(z.maxLength(MAX_LISTED)),
  /** Its pages in the product's navigation; absent: none. */
  navigation: z.optional(z.array(navigationEntry).check(z.maxLength(MAX_NAVIGATION_ENTRIES))),
  /** Initial queries of its pages and slots; absent: the browser sends them. */
  firstCalls: z.optional(z.object({ pages: firstCallsByKey, slots: firstCallsByKey })),
  /** The script that renders its pages and slots on the server; absent: only browsers render them. */
  serverFile: z.optional(z.object({ path: fileName, bytes: z.number(), integrity: z.string() })),
  preloads: z.object({
    pages: z.record(z.string(), z.array(fileName)),
    slots: z.record(z.string(), z.array(fileName)),
  }),
});

/** Required fields of a new release. */
export const releaseManifest = z.extend(servedManifest, {
  remote: remoteName,
  version: versionName,
  files: perFile(fileName, z.object({ bytes: z.number(), brotliBytes: z.number(), integrity: z.string() })),
  requires: z.record(z.string(), z.string()),
  /** JavaScript budget of a page or slot including the entry, in KB of brotli; absent for the default. */
  budget: z.optional(z.record(z.string(), z.number())),
  /** Names that its libraries add to the window; any other is refused. */
  globals: z.optional(z.array(z.string())),
  /** Digest of the sources that it was built from, by which the check of the types names what it has checked. */
  sources: z.optional(z.string()),
});

/** Manifest of a remote that a developer serves from source: that of a release, without files. */
export const sourceManifest = z.extend(servedManifest, {
  remote: remoteName,
  version: versionName.check(z.startsWith('source-')),
  requires: z.record(z.string(), z.string()),
});

type ServedManifest = z.infer<typeof servedManifest>;
export type ReleaseManifest = z.infer<typeof releaseManifest>;

/**
 * A release as this server knows it: browsers get it without the initial queries, which are answered in advance, and
 * without the server's own file.
 */
export interface ServedRemote extends RegisteredRemote {
  firstCalls: InitialQueries;
  /** Digest of the file that renders it on the server. */
  serverIntegrity?: string | undefined;
  /** It loads scripts without a digest, which pages with it must allow. ES modules always do. */
  isUnsealed?: boolean;
}

export interface ServedRegistry extends Registry {
  remotes: Record<string, ServedRemote>;
  /** Names of the retired remotes; absent when there are none. */
  retiredRemotes?: string[];
}

/** Where pages load the files of a release from. */
export interface ReleasePlace {
  /** Origin that serves releases under /r/; absent: the product's own origin. */
  origin?: string | null;
  /** Development: replaces the entry. */
  devEntry?: string | undefined;
}

/** A release as referenced by pages. */
export function toRegistered(
  remote: string,
  version: string,
  manifest: ServedManifest,
  { origin, devEntry }: ReleasePlace,
): ServedRemote {
  const place = (path: string) => `${origin ?? ''}/r/${remote}/${version}/${path}`;
  const places = (groups: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(groups).map(([key, paths]) => [key, paths.map(place)]));
  return {
    container: manifest.container,
    version,
    entry: devEntry ?? place(manifest.entry),
    ...(manifest.entryType && !devEntry ? { entryType: manifest.entryType } : {}),
    ...(manifest.entryType || manifest.isUnsealed ? { isUnsealed: true } : {}),
    routes: manifest.routes as RegisteredRemote['routes'],
    slots: manifest.slots,
    ...(manifest.navigation ? { navigation: manifest.navigation } : {}),
    firstCalls: manifest.firstCalls ?? { pages: {}, slots: {} },
    preloads: devEntry
      ? { pages: {}, slots: {} }
      : { pages: places(manifest.preloads.pages), slots: places(manifest.preloads.slots) },
    integrity: devEntry
      ? {}
      : Object.fromEntries(Object.entries(manifest.files).map(([path, { integrity }]) => [place(path), integrity])),
    // A developer's own build is rendered in the browser only: the released file would render something else.
    ...(devEntry ? { isFromSource: true } : { serverIntegrity: manifest.serverFile?.integrity }),
  };
}

/**
 * Returns whether two manifests agree on everything that pages receive; other build details may have been dropped on
 * the way.
 */
export function isSameRelease(known: unknown, given: unknown): boolean {
  const [before, now] = [servedManifest.safeParse(known), servedManifest.safeParse(given)];
  return isDeepStrictEqual(before.data, now.data);
}
