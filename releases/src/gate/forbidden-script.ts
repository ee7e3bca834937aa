import type { AnyNode, Expression, Program } from 'acorn';

import { federationRuntimeIn } from './federation-runtime';
import { foreignHosts } from './foreign-hosts';
import { propertyOf, textOf, textsIn, walk } from './script-tree';

/** Names through which a script accesses the global object. */
const GLOBALS = new Set(['window', 'self', 'globalThis', 'top', 'parent', 'frames']);
/**
 * How old libraries find the global object; never executed in a browser that has `globalThis`, and rejected by the
 * policy there.
 */
const FINDS_GLOBAL = 'return this';

interface ScriptFacts {
  /** The files of its release, when it is an ES module: the ones that it may import. */
  modules?: ReadonlyMap<string, unknown>;
  /**
   * No page and no slot loads it: it may contain the React that its bundler keeps for pages that share none. The shell
   * always shares one, so it never runs.
   */
  isFallback?: boolean;
}

/** Returns the forbidden operations of a script, each once, as sentences. */
export function forbiddenScript(path: string, program: Program, { modules, isFallback }: ScriptFacts = {}): string[] {
  const uses = new Set<string>();
  const known = new Set<AnyNode>();
  walk(program, (node) => {
    for (const allowed of federationRuntimeIn(node)) known.add(allowed);
    if (known.has(node)) return true;
    const imported = importedBy(node);
    if (imported !== undefined) {
      const wrong = wrongImport(path, imported, modules);
      if (wrong) uses.add(wrong);
    }
    for (const use of usesIn(node)) if (!(isFallback && use === OWN_REACT)) uses.add(use);
    return textOf(node) === undefined;
  });
  const texts = textsIn(program);
  return [
    ...[...uses].map((what) => `${path} uses ${what}`),
    ...([...texts].some((each) => /^\s*javascript:/i.test(each))
      ? [`${path} uses a javascript: address: the pages' content policy lets no text run as code.`]
      : []),
    ...foreignHosts(texts).map((host) => `${path} names the foreign host ${host}.`),
  ];
}

/** Returns the modules that a script requires by `require(…)`, undefined for a computed name. */
export function requiredModules(program: Program): (string | undefined)[] {
  const names: (string | undefined)[] = [];
  walk(program, (node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'require') {
      const [first] = node.arguments;
      names.push(first && first.type !== 'SpreadElement' ? textOf(first) : undefined);
    }
    return true;
  });
  return names;
}

const TEXT_AS_CODE = ": the pages' content policy lets no text run as code.";

/** What React defines for React DOM; minifiers keep the name. Source: react 16 to 19. */
const REACT_INTERNALS = /^__(?:CLIENT|SERVER|SECRET)_INTERNALS_/;
const OWN_REACT = 'a React of its own: two do not know the contexts and the state of each other.';

/** Returns what a node imports: a name, null for a computed one, undefined for nodes that import nothing. */
function importedBy(node: AnyNode): string | null | undefined {
  if (
    node.type !== 'ImportExpression' &&
    node.type !== 'ImportDeclaration' &&
    node.type !== 'ExportNamedDeclaration' &&
    node.type !== 'ExportAllDeclaration'
  )
    return undefined;
  return node.source ? (textOf(node.source) ?? null) : undefined;
}

/** Returns the path in a release to which a relative name leads; one that leaves its folder is none of its paths. */
const pathFrom = (path: string, name: string) =>
  new URL(name, `file:///release/${path}`).pathname.replace(/^\/release\//, '');

/** Returns what is wrong with an import: a module may name other modules of its release, a classic script none. */
function wrongImport(path: string, name: string | null, modules: ScriptFacts['modules']): string | undefined {
  if (!modules || name === null) return 'import() past the bundler: only files of the release itself are vouched for.';
  const isOfRelease = /^\.\.?\//.test(name) && modules.has(pathFrom(path, name));
  return isOfRelease ? undefined : `the module ${name}, which is not a file of its release.`;
}

/** Returns the forbidden operation of a single node. */
function usesIn(node: AnyNode): string[] {
  if (REACT_INTERNALS.test(definedIn(node) ?? '')) return [OWN_REACT];
  if (node.type === 'VariableDeclarator' || node.type === 'AssignmentExpression') {
    const value = node.type === 'VariableDeclarator' ? node.init : node.right;
    return value?.type === 'Identifier' && (value.name === 'eval' || value.name === 'Function')
      ? [`${value.name} by another name${TEXT_AS_CODE}`]
      : [];
  }
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return [];
  const {
    callee,
    arguments: [first],
  } = node;
  if (callee.type === 'Super') return [];
  const name = globalName(callee);
  const isTextual = first !== undefined && first.type !== 'SpreadElement' && isText(first);
  if (name === 'eval') return [`eval${TEXT_AS_CODE}`];
  if (name === 'Function')
    return node.arguments.length === 1 && first && textOf(first) === FINDS_GLOBAL
      ? []
      : [`Function as a constructor${TEXT_AS_CODE}`];
  if ((name === 'setTimeout' || name === 'setInterval') && isTextual) return [`a timer that runs text${TEXT_AS_CODE}`];
  if (name === 'importScripts') return ['importScripts: only files of the release itself are vouched for.'];
  if (callee.type !== 'MemberExpression') return [];
  const property = propertyOf(callee);
  if (property === 'constructor' && node.type === 'CallExpression' && isTextual)
    return [`Function as a constructor${TEXT_AS_CODE}`];
  if ((property === 'write' || property === 'writeln') && isDocument(callee.object))
    return [`document.${property}: it would overwrite the pages of others.`];
  return [];
}

/** Returns the property that a node gives a value. */
function definedIn(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression')
    return node.left.type === 'MemberExpression' ? propertyOf(node.left) : undefined;
  if (node.type !== 'Property') return undefined;
  return node.key.type === 'Identifier' && !node.computed ? node.key.name : textOf(node.key);
}

/** Returns the name of a global callee: `eval`, `window.eval`, `self["ev" + "al"]`, `(0, eval)`. */
function globalName(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'SequenceExpression') return globalName(callee.expressions.at(-1) as Expression);
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || !GLOBALS.has(callee.object.name))
    return undefined;
  return propertyOf(callee);
}

function isDocument(node: AnyNode): boolean {
  return node.type === 'Identifier'
    ? node.name === 'document'
    : node.type === 'MemberExpression' && propertyOf(node) === 'document';
}

/** Returns whether an expression is a string, whatever its value. */
function isText(node: AnyNode): boolean {
  if (node.type === 'TemplateLiteral' || textOf(node) !== undefined) return true;
  return node.type === 'BinaryExpression' && node.operator === '+' && (isText(node.left) || isText(node.right));
}
