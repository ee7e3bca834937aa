import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import satisfies from 'spdx-satisfies';

import { inRoot } from '../root.mjs';

// The suite "Licences": every package that the product installs without its development packages has a licence that
// allows what the product does with it. Reads package-lock.json and the installed packages only.

/** Licences that ask for no more than the notice that comes with the package, and weak copyleft for unchanged files. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/**
 * Packages whose licence differs from their package.json. `allowed`: also this licence, for this package only.
 * @type {{ name: RegExp, says: string | undefined, is?: string, allowed?: string[], why: string }[]}
 */
const EXCEPTIONS = [
  {
    name: /^(@node-datachannel\/.*|node-datachannel)$/,
    says: 'MPL 2.0',
    is: 'MPL-2.0',
    why: 'the same licence, not in the spelling of SPDX',
  },
  {
    name: /^@img\/sharp-/,
    says: 'LGPL-3.0-or-later',
    allowed: ['LGPL-3.0-or-later'],
    why: 'libvips, an unchanged shared library that can be replaced',
  },
  {
    name: /^@shinyoshiaki\/jspack$/,
    says: undefined,
    is: 'BSD-3-Clause',
    why: 'the licence is a file of the package only',
  },
  { name: /^(png-js|fuzzy)$/, says: undefined, is: 'MIT', why: 'the licence is a file of the package only' },
];

/**
 * Returns a sentence for each package whose licence is unknown or not allowed.
 * @param {Record<string, { license?: string, dev?: boolean, link?: boolean }>} packages of package-lock.json.
 * @returns {string[]}
 */
export function licenceProblems(packages) {
  return Object.entries(packages).flatMap(([path, { license, dev, link }]) => {
    const name = path.split('node_modules/').at(-1) ?? '';
    if (!path.includes('node_modules/') || dev || link) return [];
    const exception = EXCEPTIONS.find(
      (each) => each.name.test(name) && (each.says === undefined ? !license : license?.includes(each.says)),
    );
    const known = exception?.is ?? license;
    if (!known) return [`${path} names no licence`];
    return isAllowed(known, [...ALLOWED, ...(exception?.allowed ?? [])]) ? [] : [`${path} has the licence ${known}`];
  });
}

/**
 * @param {string} expression of SPDX.
 * @param {string[]} allowed
 */
function isAllowed(expression, allowed) {
  try {
    return satisfies(expression, allowed);
  } catch {
    // Not an SPDX expression: the licence has to be read by a person.
    return false;
  }
}

/** The lock file repeats the licences of packages; one that is missing there may be in the installed package. */
async function main() {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  const problems = licenceProblems(packages);
  const installed = Object.keys(packages).filter((path) => path.includes('node_modules/') && existsSync(inRoot(path)));
  for (const path of installed) {
    const { license } = JSON.parse(await readFile(inRoot(path, 'package.json'), 'utf8'));
    if (typeof license === 'string' && packages[path].license && license !== packages[path].license)
      problems.push(`${path} is ${packages[path].license} in package-lock.json and ${license} as installed`);
  }
  for (const problem of problems) console.error(problem);
  console.log(`${Object.keys(packages).length} packages in package-lock.json, ${problems.length} problems`);
  if (problems.length > 0) process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
