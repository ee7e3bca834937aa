import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

export interface PublishOptions {
  pool: Pool;
  /** Folders of the remotes in this repository. */
  packages: string[];
  /** Where released files are kept: `<remote>/<version>/…`. */
  releasesDir: string;
}

interface Release {
  remote: string;
  version: string;
}

/**
 * Releases what was built here, where the build differs from the one that was released from here before.
 *
 * A registry that somebody has pointed at another release stays as it is until there is a new build.
 * Returns the names of what was released now.
 */
export async function publishBuilds({ pool, packages, releasesDir }: PublishOptions): Promise<string[]> {
  const memory = join(releasesDir, 'published.json');
  const published = JSON.parse(await readFile(memory, 'utf8').catch(() => '{}')) as Record<string, string>;
  const { rows } = await pool.query<Release>('select remote, version from registry');
  const live = new Map(rows.map((row) => [row.remote, row.version]));
  const news: string[] = [];
  for (const folder of packages) {
    const text = await readFile(join(folder, 'dist', 'release.json'), 'utf8');
    const release = JSON.parse(text) as Release;
    const isKnown = published[release.remote] === release.version && live.has(release.remote);
    if (isKnown && await exists(join(releasesDir, release.remote, live.get(release.remote) ?? ''))) continue;
    await copyFiles(join(folder, 'dist'), join(releasesDir, release.remote, release.version));
    await register(pool, release, text);
    published[release.remote] = release.version;
    await writeFile(memory, JSON.stringify(published, null, 1));
    news.push(`${release.remote} ${release.version}`);
  }
  return news;
}

/** A release is whole or not there: it is copied aside and then renamed. */
async function copyFiles(from: string, to: string): Promise<void> {
  if (await exists(to)) return;
  const draft = `${to}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(from, draft, { recursive: true });
  await rename(draft, to);
}

async function register(pool: Pool, { remote, version }: Release, manifest: string): Promise<void> {
  await pool.query(
    `insert into releases (remote, version, manifest, created_by) values ($1, $2, $3, 'workspace')
     on conflict (remote, version) do update set manifest = excluded.manifest`,
    [remote, version, manifest],
  );
  await pool.query(
    `insert into registry (remote, version) values ($1, $2)
     on conflict (remote) do update set version = excluded.version, updated_at = now()`,
    [remote, version],
  );
}

const exists = (path: string) => stat(path).then(() => true, () => false);
