import { readFile } from 'node:fs/promises';

import { inProject, remotes } from '../project.mjs';

/** Budget of the first screen: JavaScript of the shell and of the remote that owns the route, brotli, in bytes. */
export const FIRST_SCREEN_BUDGET = 136 * 1024;

/** Prints the compressed size of each part. Returns false when a first screen exceeds its budget. */
export async function reportSizes() {
  const shell = await readJson(inProject('shell/dist/shell-manifest.json'));
  const shellJs = weigh(shell.files, shell.js, '.js');
  console.log('\nJavaScript and styles on the wire (brotli)');
  line('shell', shellJs, weigh(shell.files, shell.css, '.css'));
  const screens = [];
  for (const name of remotes) screens.push(...(await reportRemote(name, shellJs)));
  const heaviest = screens.sort((a, b) => b.bytes - a.bytes)[0] ?? { name: 'shell', bytes: shellJs };
  const isWithin = heaviest.bytes <= FIRST_SCREEN_BUDGET;
  console.log(
    `Heaviest first screen: ${heaviest.name}, ${kilobytes(heaviest.bytes)} of JavaScript; at most ${kilobytes(FIRST_SCREEN_BUDGET)}: ${isWithin ? 'kept' : 'OVER'}\n`,
  );
  return isWithin;
}

/**
 * Prints the compressed size of each part of one remote. Returns the JavaScript of each page's first screen.
 * @param {string} name
 * @param {number} [shellJs] Size of the shell's JavaScript in bytes.
 */
export async function reportRemote(name, shellJs = 0) {
  const release = await readJson(inProject(name, 'dist/release.json'));
  const entry = weigh(release.files, [release.entry], '.js');
  line(`${name} ${release.version}`, entry, 0, 'entry');
  const screens = [];
  for (const [kind, parts] of Object.entries(release.preloads)) {
    for (const [key, files] of Object.entries(parts)) {
      const js = weigh(release.files, files, '.js');
      line(`  ${kind.slice(0, -1)} ${key}`, js, weigh(release.files, files, '.css'));
      if (kind === 'pages') screens.push({ name: `${name} ${key}`, bytes: shellJs + entry + js });
    }
  }
  return screens;
}

const weigh = (files, names, ending) =>
  names.filter((name) => name.endsWith(ending)).reduce((sum, name) => sum + (files[name]?.brotliBytes ?? 0), 0);

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} KB`;
const line = (name, js, css, note = '') =>
  console.log(`  ${name.padEnd(44)} ${kilobytes(js).padStart(9)} js ${kilobytes(css).padStart(9)} css ${note}`);
const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
