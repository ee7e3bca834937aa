import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs, promisify } from 'node:util';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { recordPublication, refusalOfVersion } from '../check/facade/published-facade.mjs';
import { inRoot } from '../root.mjs';
import { gatherKit } from './packing/gather-kit.mjs';
import { gatherShared } from './packing/gather-shared.mjs';

const HELP = `npm run pack -- FOLDER [--record]

  Packs @manabiba/shared and @manabiba/remote-kit into FOLDER, for teams with repositories of their own.

  --record  notes the facade as the published one in shared/facade.published.txt, with which later ones are compared`;

const PACKAGES = [
  { gather: gatherShared, changelog: 'shared/CHANGELOG.md' },
  { gather: gatherKit, changelog: 'tooling/release-kit/CHANGELOG.md' },
];

/** Packs the files that a remote outside of this repository needs. Returns the paths of the packages. */
async function pack(folder) {
  const refusal = await refusalOfVersion();
  if (refusal) throw new UserFacingError(refusal);
  await mkdir(folder, { recursive: true });
  const home = await mkdtemp(join(tmpdir(), 'manabiba-pack-'));
  try {
    const paths = [];
    for (const [index, { gather, changelog }] of PACKAGES.entries()) {
      const gathered = join(home, String(index));
      await gather(gathered);
      requireChangelogEntry(
        JSON.parse(await readFile(join(gathered, 'package.json'), 'utf8')),
        await readFile(inRoot(changelog), 'utf8'),
      );
      paths.push(await npmPack(gathered, folder));
    }
    return paths;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Throws unless the newest entry of a changelog is that of the packed version.
 * @param {{ name: string, version: string }} manifest
 * @param {string} changelog
 */
export function requireChangelogEntry({ name, version }, changelog) {
  const newest = /^## (\S+)/m.exec(changelog)?.[1];
  if (newest !== version)
    throw new UserFacingError(`${name} has the version ${version}, and its changelog begins with ${newest}.`);
}

async function npmPack(from, to) {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', to], {
    cwd: from,
    maxBuffer: 1e8,
    shell: process.platform === 'win32',
  });
  return join(to, JSON.parse(stdout)[0].filename);
}

/** @param {string[]} given Command-line arguments. */
async function packInto(given) {
  const { folder, isRecorded } = readArguments(given);
  for (const path of await pack(folder)) console.log(path);
  if (isRecorded) await recordPublication();
}

/** @param {string[]} given */
function readArguments(given) {
  try {
    const {
      values,
      positionals: [folder, ...more],
    } = parseArgs({ args: given, allowPositionals: true, options: { record: { type: 'boolean', default: false } } });
    if (!folder || more.length > 0) throw new UserFacingError(HELP);
    return { folder: resolve(folder), isRecorded: values.record };
  } catch (error) {
    throw error instanceof UserFacingError ? error : new UserFacingError(`${error.message}\n\n${HELP}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  void packInto(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof UserFacingError ? error.message : error);
    process.exitCode = 1;
  });
}
