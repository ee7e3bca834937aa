import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { UserFacingError } from '../user-facing-error.mjs';

const NAME = 'manifest.json';
const isInside = (path: string) => !path.startsWith('/') && !path.split('/').includes('..');

const table = z.object({
  schema: z.string(),
  name: z.string(),
  /** Without those that PostgreSQL computes. */
  columns: z.array(z.string()),
  rows: z.number(),
});

const manifest = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  postgres: z.string(),
  /** The migrations that the database had: the restored one begins with the same. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** A bucket is not copied: its provider keeps versions. */
  storage: z.enum(['copied', 'bucket']),
  /** The files of the backup with their SHA-256, by path. */
  files: z.record(z.string().check(z.refine(isInside, { error: 'is not inside the backup' })), z.string()),
});

export type DumpedTable = z.output<typeof table>;
export type Manifest = z.output<typeof manifest>;

/** The file of a table's rows, relative to the backup. */
export const fileOfTable = ({ schema, name }: Pick<DumpedTable, 'schema' | 'name'>) =>
  `database/${schema}.${name}.copy.gz`;

/** Completes a backup: a folder without a manifest is none. */
export const writeManifest = (folder: string, content: Manifest) =>
  writeFile(join(folder, NAME), `${JSON.stringify(content, null, 1)}\n`, { mode: 0o600 });

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => {
    throw new UserFacingError(`${folder} has no ${NAME}: it is no backup, or an unfinished one.`);
  });
  const parsed = manifest.safeParse(JSON.parse(text));
  if (parsed.success) return parsed.data;
  throw new UserFacingError(
    `${join(folder, NAME)} cannot be used: ${parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`,
  );
}
