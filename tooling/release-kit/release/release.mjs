import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { SERVER_FILE, SERVER_FOLDER } from '../../build/packages.mjs';
import { containerName, shareRanges } from '../../build/webpack/webpack.config.mjs';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/**
 * Blocks of 64 KB, as the logarithm: the size of large files moves by a few bytes with a module id. In blocks of the
 * default size it moves by more than 100, so that the budget would hold in one folder and not in another.
 */
const BROTLI_BLOCK = 16;

/** What Module Federation's tools read of a release. */
const MANIFEST = 'mf-manifest.json';

/** @typedef {{ bytes: number, brotliBytes: number, integrity: string }} FileFacts */

/**
 * Compresses every file of a build that browsers get (next to it as .br and .gz) and returns its sizes and digest.
 * @returns {Promise<Record<string, FileFacts>>} by path inside the folder
 */
export async function packFiles(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && (entry.name === MANIFEST || !/\.(br|gz|map|json)$/.test(entry.name)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith(`${SERVER_FOLDER}/`))
    .sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => /** @type {const} */ ([path, await packFile(folder, path)]))),
  );
}

async function packFile(folder, path) {
  const content = await readFile(join(folder, path));
  const packed = await compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGBLOCK]: BROTLI_BLOCK,
    },
  });
  await writeFile(join(folder, `${path}.br`), packed);
  await writeFile(join(folder, `${path}.gz`), await compressGzip(content, { level: 9 }));
  return { bytes: content.length, brotliBytes: packed.length, integrity: digestOf(content) };
}

/**
 * Returns the size and digest of the file that the server runs, for a build's folder.
 * @returns {Promise<{ path: string, bytes: number, integrity: string }>}
 */
export async function describeServerFile(folder) {
  const content = await readFile(join(folder, SERVER_FILE));
  return { path: SERVER_FILE, bytes: content.length, integrity: digestOf(content) };
}

const digestOf = (content) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Creates the registry manifest of one build of a remote.
 *
 * Throws when remote.json names a page or a slot that has no chunk of its name.
 * @param {object} build
 * @param {string} build.name Folder and name of the remote.
 * @param {string} build.packageVersion
 * @param {{ routes: { page: string }[], slots: string[], navigation?: object[], firstCalls?: object, budget?:
 * Record<string, number>, globals?: string[] }} build.offers The content of remote.json.
 * @param {Record<string, FileFacts>} build.files
 * @param {Map<string, string[]>} build.chunks Files by name of chunk group.
 * @param {{ path: string, bytes: number, integrity: string }} [build.serverFile] What the server runs; absent: browsers
 * alone render this remote.
 */
export function describeRelease({ name, packageVersion, offers, files, chunks, serverFile }) {
  const container = containerName(name);
  const release = {
    remote: name,
    container,
    entry: entryOf(chunks, container),
    files,
    routes: offers.routes,
    slots: offers.slots,
    preloads: {
      pages: preloadsOf(
        chunks,
        container,
        'page',
        offers.routes.map((route) => route.page),
      ),
      slots: preloadsOf(chunks, container, 'slot', offers.slots),
    },
    requires: shareRanges(),
    ...(offers.navigation ? { navigation: offers.navigation } : {}),
    ...(offers.firstCalls ? { firstCalls: offers.firstCalls } : {}),
    ...(offers.budget ? { budget: offers.budget } : {}),
    ...(offers.globals ? { globals: offers.globals } : {}),
    ...(serverFile ? { serverFile } : {}),
  };
  const digest = createHash('sha256').update(JSON.stringify(release)).digest('hex');
  return { ...release, version: `${packageVersion}-${digest.slice(0, 8)}` };
}

const entryOf = (chunks, container) => (chunks.get(container) ?? []).find((file) => file.endsWith('.js'));

/**
 * Returns the files of each page or slot beyond the container's entry: the chunk of the exposed module and those of the
 * part itself.
 */
function preloadsOf(chunks, container, prefix, keys) {
  const entry = new Set(chunks.get(container));
  const exposed = (chunks.get('door') ?? []).filter((file) => !entry.has(file));
  return Object.fromEntries(
    [...new Set(keys)].map((key) => {
      const own = chunks.get(`${prefix}-${key}`);
      if (!own)
        throw new Error(
          `remote.json offers the ${prefix} "${key}", but no import in src/remote.tsx has webpackChunkName: "${prefix}-${key}".`,
        );
      return [key, [...new Set([...exposed, ...own])]];
    }),
  );
}
