import type { AnyNode } from 'acorn';

import { propertyOf, textOf } from './script-tree';

/**
 * What the stock runtime of Module Federation builds from text, which ends up in every remote that brings its own. None
 * of it runs here: the shell's runtime loads remotes, and the content policy forbids the rest. `{}` is a computed part.
 * Source: @module-federation/runtime-core and sdk 2.9, whose files the test of this one reads.
 */
const CONSTRUCTED: ReadonlySet<string> = new Set([
  'Function(callbacks, import("{}"){})',
  'Function(callbacks, System.import("{}"){})',
  'Function(name, return import(name))',
  'Function(id, options, return typeof require === "undefined" ? "" : require.resolve(id, options))',
  'Function({}.getPublicPath)',
  'Function(return {}.getPublicPath)',
  'eval(require)',
]);
/** The switch by which that runtime chooses between `import()` and text for the same. */
const SWITCH = 'FEDERATION_ALLOW_NEW_FUNCTION';

/**
 * Returns the nodes in which a node is the stock runtime's own use of `Function`, `eval` or `import()`: nothing that a remote
 * with that runtime could not do by calling it.
 */
export function federationRuntimeIn(node: AnyNode): AnyNode[] {
  if (isConstructed(node)) return [node];
  if (node.type !== 'ConditionalExpression' && node.type !== 'IfStatement') return [];
  const { test, consequent, alternate } = node;
  if (!alternate || !asksSwitch(test)) return [];
  const [built, imported] = [calleeOf(expressionOf(consequent)), importedWithCallbacks(expressionOf(alternate))];
  return built && isConstructed(built) && imported ? [built, imported] : [];
}

/** Whether a node runs one of these texts. */
function isConstructed(node: AnyNode): boolean {
  if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return false;
  // Minifiers write (0, eval)(…).
  const callee = node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee;
  return callee?.type === 'Identifier' && CONSTRUCTED.has(`${callee.name}(${node.arguments.map(formOf).join(', ')})`);
}

/** Returns the text of an expression with `{}` for what is computed, however a minifier has written it. */
function formOf(node: AnyNode): string {
  const constant = textOf(node);
  if (constant !== undefined) return constant;
  if (node.type === 'TemplateLiteral')
    return node.quasis
      .flatMap(({ value }, index) => [value.cooked ?? '', ...node.expressions.slice(index, index + 1).map(formOf)])
      .join('');
  if (node.type === 'BinaryExpression' && node.operator === '+') return formOf(node.left) + formOf(node.right);
  return node.type === 'MemberExpression' ? `{}.${propertyOf(node) ?? '{}'}` : '{}';
}

/** `typeof FEDERATION_ALLOW_NEW_FUNCTION !== "undefined"`, from either side, or compared with "u". */
const asksSwitch = (node: AnyNode): boolean =>
  node.type === 'BinaryExpression' &&
  [node.left, node.right].some(
    (side) => side.type === 'UnaryExpression' && side.argument.type === 'Identifier' && side.argument.name === SWITCH,
  );

const expressionOf = (node: AnyNode): AnyNode => {
  if (node.type === 'BlockStatement' && node.body.length === 1 && node.body[0]) return expressionOf(node.body[0]);
  return node.type === 'ExpressionStatement' ? node.expression : node;
};

const calleeOf = (node: AnyNode) => (node.type === 'CallExpression' ? node.callee : undefined);

/** Returns the import of `import(url).then(resolve).catch(reject)`. */
function importedWithCallbacks(node: AnyNode): AnyNode | undefined {
  const inner = receiverOf(node, 'catch');
  const imported = inner && receiverOf(inner, 'then');
  return imported?.type === 'ImportExpression' && imported.source.type === 'Identifier' ? imported : undefined;
}

/** Returns `x` of `x.method(name)`. */
function receiverOf(node: AnyNode, method: string): AnyNode | undefined {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
  const isPlain = node.arguments.length === 1 && node.arguments[0]?.type === 'Identifier';
  return isPlain && propertyOf(node.callee) === method ? node.callee.object : undefined;
}
