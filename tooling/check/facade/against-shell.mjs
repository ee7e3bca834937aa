import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

import { UserFacingError } from '../../../server/src/user-facing-error.mjs';
import { inProject, project, sharedFolder } from '../../project.mjs';

/**
 * Modules that a remote gets from the shell, or that describe its api; everything else is bundled from its own
 * checkout.
 */
const FROM_THE_SHELL = {
  '@manabiba/shared/platform': 'platform.ts',
  '@manabiba/shared/contract/*': 'contract/*',
  '@manabiba/shared/data/endpoints': 'data/endpoints.ts',
};
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript-native/package.json')), 'bin/tsc');
/** A message of the compiler: `path(line,column): error TS2305: words`, and indented lines that go on with it. */
const MESSAGE = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<words>.*(?:\n +.*)*)/gm;

/**
 * Checks a remote's own sources, and what it bundles of shared, against the facade and the contract of a live shell.
 *
 * @param {string} remote Folder of the remote.
 * @param {string} shell Folder with the live shell's sources of shared, from `fetchShellTypes`.
 * @returns {Promise<string[]>} the compiler's messages, one sentence for each error
 */
export async function typeErrors(remote, shell) {
  await mkdir(inProject('.cache'), { recursive: true });
  // Inside the project, so that the packages that the sources import are found.
  const folder = await mkdtemp(inProject('.cache/types-'));
  try {
    const config = join(folder, 'tsconfig.json');
    await writeFile(config, JSON.stringify(configOf(remote, shell)));
    const messages = await messagesOf(config);
    // Only errors in what is bundled count: the shell's sources need not compile with this checkout's compiler.
    const bundled = [inProject(remote), sharedFolder].map((place) => `${asPosix(place)}/`);
    return messages
      .map(({ file = '', ...message }) => ({ ...message, file: asPosix(resolve(project, file)) }))
      .filter(({ file }) => bundled.some((place) => file.startsWith(place)))
      .map((message) => wordsOf(message, shell));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const configOf = (remote, shell) => ({
  extends: inProject('tsconfig.json'),
  compilerOptions: {
    paths: Object.fromEntries(
      Object.entries(FROM_THE_SHELL).map(([name, path]) => [name, [asPosix(join(shell, path))]]),
    ),
    incremental: false,
    tsBuildInfoFile: null,
    types: [],
  },
  include: [asPosix(inProject(remote, 'src'))],
  files: [asPosix(join(sharedFolder, 'src/ui/css-modules.d.ts'))],
  exclude: ['test.ts', 'test.tsx']
    .map((end) => `${asPosix(project)}/**/*.${end}`)
    .concat(`${asPosix(project)}/**/testing/**`),
});

/** Runs the compiler. Throws unless it has checked everything: one that was killed or is misled finds no errors either. */
async function messagesOf(config) {
  const words = [compiler, '-p', config, '--pretty', 'false', '--checkers', '1'];
  const { isFine, output } = await new Promise((done) => {
    execFile(process.execPath, words, { cwd: project, maxBuffer: 1e8 }, (error, stdout, stderr) => {
      done({ isFine: error === null, output: stdout + stderr });
    });
  });
  const messages = [...output.matchAll(MESSAGE)].map(({ groups = {} }) => groups);
  const others = output.replace(MESSAGE, '').trim();
  if (others !== '' || isFine !== (messages.length === 0)) throw new Error(`The compiler did not check:\n${output}`);
  return messages;
}

function wordsOf({ file, line, column, code, words = '' }, shell) {
  const place = asPosix(relative(project, file));
  const sentence = words.replace(/\n +/g, ' ').replaceAll(asPosix(shell), '@manabiba/shared');
  return `${place}:${line}:${column} ${code} ${sentence}`;
}

const asPosix = (path) => path.replaceAll('\\', '/');

/**
 * Downloads the sources of a live shell's facade and contract, unless they are cached.
 *
 * @param {{ live: () => Promise<{ types: string | null }>, types: () => Promise<Record<string, string>> }} product
 * @returns {Promise<string>} the folder they are in
 */
export async function fetchShellTypes(product) {
  const { types: digest } = await product.live();
  if (!digest)
    throw new UserFacingError(
      'The live shell does not publish the types of its facade: it was built by an older version.',
    );
  // Inside the project, so that the packages that the sources import are found.
  const folder = inProject('.cache/live-shell', digest);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  for (const [path, text] of Object.entries(await product.types())) {
    if (!/^[\w-]+(\/[\w-]+)*(\.[\w-]+)*\.tsx?$/.test(path))
      throw new UserFacingError(`The live shell names an invalid file "${path}".`);
    await mkdir(dirname(join(draft, path)), { recursive: true });
    await writeFile(join(draft, path), text);
  }
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }));
  return folder;
}
