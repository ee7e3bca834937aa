import { relative, sep } from 'node:path';

import { project } from '../../project.mjs';
import { noModuleState, sameOnBothSides } from './render-rules.mjs';
import { textOfItsOwn } from './translation-rules.mjs';

/** Names that do not describe the content. */
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'managers']);
/** Maximum folder depth of a file below its package's src. */
const MAX_FOLDERS = 4;
/** Files whose only purpose is to export what others define. */
const ENTRY_POINTS = new Set(['shared/src/platform.ts', 'shell/src/index.ts', 'releases/src/index.ts']);

/**
 * A rule about a file as a whole.
 * @param {(path: string[], program: any) => string | undefined} check Returns the message, if there is a violation.
 */
const fileRule = (check) => ({
  create: (context) => ({
    Program(node) {
      const message = check(relative(project, context.filename).split(sep), node);
      if (message) context.report({ node, message });
    },
  }),
});

/** A rule that reports every match of a selector. */
const selectorRule = (selector, message) => ({
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

/** The project's own rules: what no rule of the linter covers. */
const rules = {
  'same-on-both-sides': sameOnBothSides,
  'no-module-state': noModuleState,
  'text-of-its-own': textOfItsOwn,
  'export-by-name': selectorRule('ExportAllDeclaration', 'Export by name, so that readers see what comes from where.'),
  'guarded-transactions': selectorRule(
    'CallExpression:matches([callee.property.name="transaction"], [callee.property.name="connect"]:matches([callee.object.name="pool"], [callee.object.property.name="pool"]))',
    'A transaction begins in api/src/platform/database, whose guard refuses it a second connection.',
  ),
  'limits-in-contract': selectorRule(
    'JSXAttribute[name.name=/^(maxCharacters|maxLength)$/] > JSXExpressionContainer > Literal',
    'Limits of the contract are defined once, in shared/src/contract/limits.ts.',
  ),
  'named-paths': fileRule((path) => {
    const empty = path.map((part) => part.replace(/\..*/, '')).find((part) => EMPTY_NAMES.has(part));
    return empty ? `"${empty}" says nothing about the content: name the file by its thing.` : undefined;
  }),
  'no-barrel': fileRule((path, { body }) => {
    const isBarrel = body.length > 0 && body.every(({ type, source }) => source && type.startsWith('Export'));
    return isBarrel && !ENTRY_POINTS.has(path.join('/'))
      ? 'A barrel: import from the file that defines the thing.'
      : undefined;
  }),
  'shallow-folders': fileRule((path) => {
    const depth = path.length - path.indexOf('src') - 2;
    return path.includes('src') && depth > MAX_FOLDERS
      ? `${depth} folders below src; at most ${MAX_FOLDERS}.`
      : undefined;
  }),
  'zod-namespace': selectorRule(
    "ImportDeclaration[source.value='zod/mini'] > ImportSpecifier",
    "A named z keeps all of zod in the bundle: `import * as z from 'zod/mini'`.",
  ),
};

export default { meta: { name: 'house' }, rules };
