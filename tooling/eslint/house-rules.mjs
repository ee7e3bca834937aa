import { existsSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';

import { project } from '../project.mjs';
import { drawnTwiceRules } from './drawn-twice-rules.mjs';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** Names that say nothing about the content. */
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'managers']);
/** Maximum folder depth of a file below its package's src. */
const MAX_FOLDERS = 4;
/**
 * Maximum number of source files per folder. Tests and styles are not counted, because they sit beside their source.
 */
const MAX_FILES = 16;
/**
 * Folders that may hold more, each for a reason. `ui` is flat on purpose: components are looked up by name. The
 * contract and the tables of the api have one file per noun of the product and are read as a whole.
 */
const LARGE_FOLDERS = new Set(['shared/src/ui', 'shared/src/contract', 'api/src/tables']);

const complain = (check) => ({
  create: (context) => ({
    Program(node) {
      const path = relative(project, context.filename).split(sep);
      const message = check(path, node);
      if (message) context.report({ node, message });
    },
  }),
});

const isSource = (name) => /\.([cm]?[jt]s|tsx)$/.test(name) && !/\.(test|spec|d)\.[a-z]+$/.test(name);

/** Returns the names of the source files in a folder; none if the folder does not exist. */
function sourceFilesIn(folder) {
  const path = join(project, folder);
  return existsSync(path) ? readdirSync(path).filter(isSource).sort() : [];
}

/** The project's rules for names and shapes of files. */
export const houseRules = {
  rules: {
    ...drawnTwiceRules,
    'kebab-case-files': complain((path) => {
      const name = basename(path.at(-1)).replace(/^\./, '');
      return KEBAB.test(name) ? undefined : `"${path.at(-1)}" is not kebab-case.`;
    }),
    'telling-paths': complain((path) => {
      const empty = path.map((part) => part.split('.')[0]).find((part) => EMPTY_NAMES.has(part));
      return empty ? `"${empty}" tells nothing: name the file by its thing.` : undefined;
    }),
    'shallow-folders': complain((path) => {
      const depth = path.length - path.indexOf('src') - 2;
      return path.includes('src') && depth > MAX_FOLDERS
        ? `${depth} folders below src; at most ${MAX_FOLDERS}.`
        : undefined;
    }),
    'small-folders': complain((path) => {
      const folder = path.slice(0, -1).join('/');
      const names = sourceFilesIn(folder);
      // One report per folder, at its first file.
      return names.length > MAX_FILES && path.at(-1) === names[0] && !LARGE_FOLDERS.has(folder)
        ? `${names.length} source files in ${folder}; at most ${MAX_FILES}. Split it by noun.`
        : undefined;
    }),
    'limits-told-once': {
      create: (context) => ({
        'JSXAttribute[name.name=/^(maxCharacters|maxLength)$/] > JSXExpressionContainer > Literal'(node) {
          context.report({ node, message: 'A limit of the contract is told once, in shared/src/contract/limits.ts.' });
        },
      }),
    },
    'no-barrel': complain((path, { body }) => {
      const isDoor = ['shared/src/platform.ts', 'shell/src/index.ts'].includes(path.join('/'));
      const isBarrel = body.length > 0 && body.every(({ type, source }) => source && type.startsWith('Export'));
      return isBarrel && !isDoor ? 'A file that only hands on others: import where the thing is.' : undefined;
    }),
  },
};
