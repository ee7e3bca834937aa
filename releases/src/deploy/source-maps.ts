import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { isThere, releaseMapsOf, sourceMapsOf } from '../store/release-files';
import { fileName, remoteName, versionName } from '../store/release-manifest';
import { ReleaseRefusal } from '../store/release-refusal';

/**
 * Stores the source maps of a release, by the files that they belong to: those of browsers, and the one that the server
 * runs. Atomic like the folder of the release; other files are not stored.
 */
export async function keepSourceMaps(
  releasesDir: string,
  {
    remote,
    version,
    files,
    serverFile,
  }: { remote: string; version: string; files: Record<string, unknown>; serverFile?: { path: string } | undefined },
  maps: Record<string, string>,
): Promise<void> {
  const place = releaseMapsOf(releasesDir, remote, version);
  const known = Object.entries(maps).filter(([path]) => Object.hasOwn(files, path) || path === serverFile?.path);
  if (known.length === 0 || (await isThere(place))) return;
  const draft = `${place}.${process.pid}.${Date.now()}`;
  for (const [path, map] of known) {
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, `${path}.map`), map);
  }
  // A concurrent call may have stored the same maps first.
  await rename(draft, place).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    if (!(await isThere(place))) throw error;
  });
}

/** The folders that the web server serves files from. */
export interface ServedFolders {
  releasesDir: string;
  /** The shells of the last weeks, by version. */
  shellsDir?: string | undefined;
}

const ofRelease = z.object({ remote: remoteName, version: versionName, '*': fileName });
const ofShell = z.object({ version: versionName, '*': fileName });

/**
 * Serves source maps to whoever may release, at the path of their file: `/source-maps/r/<remote>/<version>/<file>` and
 * `/source-maps/s/<version>/<file>`.
 */
export function serveSourceMaps(scope: FastifyInstance, { releasesDir, shellsDir }: ServedFolders): void {
  const read = async (folder: string, path: string) => {
    const map = await readFile(join(folder, `${path}.map`), 'utf8').catch(() => undefined);
    if (map === undefined) throw new ReleaseRefusal(`There is no source map of ${path} of that version here.`, 422);
    return map;
  };
  scope.get('/source-maps/r/:remote/:version/*', async (request, reply) => {
    const { remote, version, '*': path } = ofRelease.parse(request.params);
    return reply.type('application/json').send(await read(releaseMapsOf(releasesDir, remote, version), path));
  });
  scope.get('/source-maps/s/:version/*', async (request, reply) => {
    const { version, '*': path } = ofShell.parse(request.params);
    const folder = shellsDir === undefined ? '' : join(sourceMapsOf(shellsDir), version);
    if (!folder) throw new ReleaseRefusal('This server keeps no shells, and no source maps of them.', 422);
    return reply.type('application/json').send(await read(folder, path));
  });
}
