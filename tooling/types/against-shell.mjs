import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

import ts from 'typescript';

import { UserFacingError } from '../../server/src/user-facing-error.mjs';
import { inProject, project, sharedFolder } from '../project.mjs';

/**
 * Modules that a remote gets from the shell, or that describe its api; everything else is bundled from its own
 * checkout.
 */
const FROM_THE_SHELL = {
  '@manabiba/shared/platform': 'platform.ts',
  '@manabiba/shared/contract/*': 'contract/*',
  '@manabiba/shared/data/endpoints': 'data/endpoints.ts',
};

/**
 * Checks a remote's own sources, and what it bundles of shared, against the facade and the contract of a live shell.
 *
 * @param {string} remote Folder of the remote.
 * @param {string} shell Folder with the live shell's sources of shared, from `fetchShellTypes`.
 * @returns {string[]} the compiler's messages, one sentence for each error
 */
export function typeErrors(remote, shell) {
  const { config } = ts.readConfigFile(inProject('tsconfig.json'), ts.sys.readFile);
  const paths = Object.fromEntries(
    Object.entries(FROM_THE_SHELL).map(([name, path]) => [
      name,
      [`./${relative(project, join(shell, path)).replaceAll('\\', '/')}`],
    ]),
  );
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    {
      extends: config.extends,
      compilerOptions: { ...config.compilerOptions, paths, incremental: false, tsBuildInfoFile: undefined, types: [] },
      include: [`${remote}/src`],
      files: [join(sharedFolder, 'src/ui/css-modules.d.ts')],
      exclude: ['**/*.test.ts', '**/*.test.tsx', '**/testing/**'],
    },
    ts.sys,
    project,
  );
  const program = ts.createProgram(fileNames, options);
  // Only errors in what is bundled count: the shell's sources need not compile with this checkout's compiler.
  const bundled = [inProject(remote), sharedFolder].map((folder) => `${folder.replaceAll('\\', '/')}/`);
  const own = program.getSourceFiles().filter(({ fileName }) => bundled.some((folder) => fileName.startsWith(folder)));
  return own
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map((diagnostic) => wordsOf(diagnostic, shell));
}

function wordsOf({ file, start, code, messageText }, shell) {
  const { line, character } = ts.getLineAndCharacterOfPosition(file, start);
  const words = ts
    .flattenDiagnosticMessageText(messageText, ' ')
    .replaceAll(shell.replaceAll('\\', '/'), '@manabiba/shared');
  return `${relative(project, file.fileName).replaceAll('\\', '/')}:${line + 1}:${character + 1} TS${code} ${words}`;
}

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
