import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';

import { digestOf } from './digest-of';
import { servedManifest } from './release-manifest';

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);
const unpackBrotli = promisify(brotliDecompress);
const unpackGzip = promisify(gunzip);
/** Blocks of 64 KB, as the build's, so that both compress a file to the same size. */
const BROTLI_BLOCK = 16;

/** Compressed sizes, by file. */
export type Weights = Record<string, number>;

/** The files of a release as they are stored, by path. */
export type PackedFiles = ReadonlyMap<string, PackedFile>;

interface PackedFile {
  plain: Buffer;
  br: Buffer;
  gz: Buffer;
}

/** A stored release. */
export interface ReleaseFolder {
  /** Where its files are. */
  folder: string;
  manifest: unknown;
}

/**
 * Compresses the files of a release, so that the measured sizes are those that will be sent.
 *
 * @param stored releases whose compressed files are taken for equal content: most of a release is as in the one before,
 * and compressing it takes most of the time.
 */
export async function packContents(
  contents: ReadonlyMap<string, Buffer>,
  stored: readonly ReleaseFolder[] = [],
): Promise<PackedFiles> {
  const known = placesByDigest(stored);
  return new Map(
    await Promise.all(
      [...contents].map(async ([path, plain]) => {
        const place = known.get(digestOf(plain));
        const packed = place === undefined ? undefined : await packedAt(place, plain);
        return [path, packed ?? (await pack(plain))] as const;
      }),
    ),
  );
}

function placesByDigest(stored: readonly ReleaseFolder[]): Map<string, string> {
  return new Map(
    stored.flatMap(({ folder, manifest }) =>
      Object.entries(servedManifest.safeParse(manifest).data?.files ?? {}).map(
        ([path, { integrity }]) => [integrity, join(folder, path)] as const,
      ),
    ),
  );
}

/**
 * Returns the compressed files that are stored for a content; undefined when one is missing or, unpacked, differs: a
 * folder that somebody has changed harms no later release.
 */
async function packedAt(place: string, plain: Buffer): Promise<PackedFile | undefined> {
  try {
    const [br, gz] = await Promise.all([readFile(`${place}.br`), readFile(`${place}.gz`)]);
    const limit = { maxOutputLength: plain.length };
    const unpacked = await Promise.all([unpackBrotli(br, limit), unpackGzip(gz, limit)]);
    return unpacked.every((content) => content.equals(plain)) ? { plain, br, gz } : undefined;
  } catch {
    return undefined;
  }
}

async function pack(plain: Buffer): Promise<PackedFile> {
  const br = await packBrotli(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      [constants.BROTLI_PARAM_LGBLOCK]: BROTLI_BLOCK,
    },
  });
  return { plain, br, gz: await packGzip(plain, { level: 9 }) };
}
