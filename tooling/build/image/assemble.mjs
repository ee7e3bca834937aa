import { copyFile, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { inRoot, root } from '../../root.mjs';
import { readBom } from '../bom.mjs';
import { SOURCE_MAPS_FOLDER } from '../packages.mjs';

/** What each image runs besides `server/start.mjs`: built programs, and files that they read. */
const TARGETS = {
  web: { programs: ['main', 'page-renderer', 'release-gate'], files: ['shell/dist', 'shell/server/public'] },
  api: { programs: ['main', 'maintenance'], files: ['server/maintenance.mjs', 'shell/dist/shell-manifest.json'] },
  media: { programs: ['main', 'live-engine', 'media-engine'], files: ['server/dist/stripe-pages'] },
  jobs: { programs: ['main', 'composer', 'maintenance'], files: ['server/maintenance.mjs'] },
};
const EVERYWHERE = ['server/start.mjs', 'api/migrations'];
/** Packages whose files are looked up at run time, by the program that does so: they are no imports. */
const LOOKED_UP = { main: ['@expo-google-fonts/noto-sans-jp'], 'page-renderer': ['deno'] };
/** A second copy of the program that the package of its platform has. */
const COPIES = [inRoot('node_modules/deno/deno')];

/**
 * @typedef {keyof typeof TARGETS} Target
 * @typedef {{ path: string, name: string, version: string }} Package
 */
export const targets = /** @type {Target[]} */ (Object.keys(TARGETS));

/**
 * Writes the final folder of an image: the built programs, their files, the production packages that the programs load,
 * and `sbom.json`, which lists those. The product must be built. The Dockerfile runs the same.
 * @param {Target} target
 * @param {string} folder It is replaced.
 * @returns {Promise<Package[]>} its packages
 */
export async function assemble(target, folder) {
  const { programs, files } = TARGETS[target];
  await rm(folder, { recursive: true, force: true });
  for (const file of [...EVERYWHERE, ...files, ...programs.map((name) => `server/dist/${name}.mjs`)])
    await placeIn(folder, file, isForRunning);
  const packages = await packagesOf(programs);
  for (const { path } of packages) {
    const nested = inRoot(path, 'node_modules');
    await placeIn(folder, path, (file) => file !== nested && !COPIES.includes(file) && isForRunning(file));
  }
  await writeFile(join(folder, 'sbom.json'), `${JSON.stringify(bomOf(packages), null, 1)}\n`);
  return packages;
}

/** Types and source maps are for developers; those of the shell are kept next to its releases. */
const isForRunning = (path) =>
  !/\.(map|d\.[cm]?ts)$/.test(path) || path.startsWith(inRoot('shell/dist', SOURCE_MAPS_FOLDER));

async function placeIn(folder, path, isWanted) {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await place(inRoot(path), join(folder, path), isWanted);
}

/** Links the files of a folder, or one file, into another place: the packages of an image are thousands of files. */
async function place(source, target, isWanted) {
  if (!isWanted(source)) return;
  if (!(await stat(source)).isDirectory()) {
    await link(source, target).catch((error) => {
      // Another disk.
      if (error.code === 'EXDEV') return copyFile(source, target);
      throw error;
    });
    return;
  }
  await mkdir(target, { recursive: true });
  for (const name of await readdir(source)) await place(join(source, name), join(target, name), isWanted);
}

/** Returns the packages that programs load, with all that those depend on, as Node would find them. */
async function packagesOf(programs) {
  const imported = JSON.parse(await readFile(inRoot('server/dist/packages.json'), 'utf8'));
  /** @type {Map<string, Package>} */
  const found = new Map();
  const waiting = programs
    .flatMap((name) => [...imported[name], ...(LOOKED_UP[name] ?? [])])
    .map((name) => ({ name, from: inRoot('server/dist'), isOptional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const path = await findPackage(next.name, next.from);
    if (!path && next.isOptional) continue;
    if (!path) throw new Error(`The package ${next.name}, which ${relative(root, next.from)} needs, is not installed.`);
    const folder = relative(root, path);
    if (found.has(folder)) continue;
    const description = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
    found.set(folder, { path: folder, name: description.name, version: description.version });
    waiting.push(...dependenciesOf(description).map((dependency) => ({ ...dependency, from: path })));
  }
  return [...found.values()].sort((one, other) => one.path.localeCompare(other.path));
}

async function findPackage(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    const isThere = await readFile(join(path, 'package.json')).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}

function dependenciesOf({
  dependencies = {},
  optionalDependencies = {},
  peerDependencies = {},
  peerDependenciesMeta = {},
}) {
  const isOptional = (name) => name in optionalDependencies;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [
    ...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => ({
      name,
      isOptional: isOptional(name),
    })),
    // A peer that is not installed is not used.
    ...peers.map((name) => ({ name, isOptional: true })),
  ];
}

/** The address of a package in a list of packages. */
export const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The product's list of packages, limited to those of one image. */
function bomOf(packages) {
  const bom = readBom();
  const purls = new Set(packages.map(purlOf));
  const components = bom.components.filter(({ purl }) => purls.has(purl));
  const refs = new Set(components.map((component) => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...bom, components, dependencies };
}

/** @param {string[]} words */
async function run([target, folder]) {
  const known = targets.find((name) => name === target);
  if (!known || !folder) {
    console.error(`Name the target and its folder: node tooling/build/image/assemble.mjs ${targets.join('|')} FOLDER`);
    process.exit(1);
  }
  const packages = await assemble(known, resolve(folder));
  console.log(`${known}: ${packages.length} packages in ${folder}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void run(process.argv.slice(2));
