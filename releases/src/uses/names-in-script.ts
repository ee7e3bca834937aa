import type { AnyNode, CallExpression, Pattern, Program, VariableDeclaration } from 'acorn';

import { isNode, propertyOf, textOf } from '../gate/script-tree';
import { callIn } from '../gate/wrong-calls';

/** What the shell shares with remotes under this name is the facade. */
const FACADE = '@manabiba/shared/platform';

/** Names of the product that a script uses. */
export interface UsedNames {
  /** Calls of the contract. */
  calls: Set<string>;
  /** Slots that it shows, with whatever fills them. */
  shownSlots: Set<string>;
  /** Exports of the facade. */
  facade: Set<string>;
}

/**
 * Returns the numbers by which the scripts of a release ask for the facade, as webpack and rspack write them into the
 * entry: `2394:{…,shareKey:"@manabiba/shared/platform"}`.
 */
export function facadeIdsIn(program: Program): Set<string> {
  const ids = new Set<string>();
  visit(program, (node) => {
    if (node.type !== 'Property' || node.value.type !== 'ObjectExpression') return;
    const isFacade = node.value.properties.some(
      (inner) => inner.type === 'Property' && keyOf(inner) === 'shareKey' && textOf(inner.value) === FACADE,
    );
    if (isFacade) ids.add(keyOf(node));
  });
  return ids;
}

/** Adds what a script uses to the names. */
export function addNamesIn(program: Program, facadeIds: ReadonlySet<string>, names: UsedNames): void {
  /** @param bound names of variables that hold the facade here */
  function look(node: AnyNode, bound: ReadonlySet<string>): void {
    const inside = isScope(node) ? scoped(node, bound) : bound;
    const call = callIn(node);
    if (call) names.calls.add(call.name);
    if (node.type === 'MemberExpression' && isFacade(node.object, inside)) {
      const name = propertyOf(node);
      if (name !== undefined) names.facade.add(name);
    }
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'ObjectPattern' &&
      node.init &&
      isFacade(node.init, inside)
    )
      for (const property of node.id.properties) if (property.type === 'Property') names.facade.add(keyOf(property));
    if (node.type === 'CallExpression') {
      const slot = slotIn(node, inside);
      if (slot !== undefined) names.shownSlots.add(slot);
    }
    for (const child of childrenOf(node)) look(child, inside);
  }

  const isFacade = (node: AnyNode, bound: ReadonlySet<string>) =>
    (node.type === 'Identifier' && bound.has(node.name)) || isImport(node);

  /** `n(2394)` */
  const isImport = (node: AnyNode) =>
    node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    node.arguments.length === 1 &&
    node.arguments[0]?.type === 'Literal' &&
    facadeIds.has(String(node.arguments[0].value));

  /** `jsx(facade.Slot, { name: "ratings" })` */
  function slotIn({ arguments: [component, props] }: CallExpression, bound: ReadonlySet<string>): string | undefined {
    if (component?.type !== 'MemberExpression' || props?.type !== 'ObjectExpression') return undefined;
    if (!isFacade(component.object, bound) || propertyOf(component) !== 'Slot') return undefined;
    const name = props.properties.find((each) => each.type === 'Property' && keyOf(each) === 'name');
    return name?.type === 'Property' ? textOf(name.value) : undefined;
  }

  /** The variables that hold the facade within a scope: what it declares under the same name is another thing. */
  function scoped(scope: AnyNode, outer: ReadonlySet<string>): ReadonlySet<string> {
    const inner = new Set(outer);
    for (const { name, init } of declaredIn(scope)) {
      if (init && isImport(init)) inner.add(name);
      else inner.delete(name);
    }
    return inner;
  }

  look(program, new Set());
}

interface Declared {
  name: string;
  init?: AnyNode | null | undefined;
}

type FunctionNode = Extract<AnyNode, { params: Pattern[] }>;

const isFunction = (node: AnyNode): node is FunctionNode =>
  ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
const isScope = (node: AnyNode) =>
  isFunction(node) ||
  ['Program', 'BlockStatement', 'ForStatement', 'ForInStatement', 'ForOfStatement', 'CatchClause'].includes(node.type);

/** What a scope itself declares, without those inside it. */
function declaredIn(scope: AnyNode): Declared[] {
  if (isFunction(scope)) return scope.params.flatMap(namesOf);
  if (scope.type === 'Program' || scope.type === 'BlockStatement') return scope.body.flatMap(declaredBy);
  if (scope.type === 'ForStatement' && scope.init) return declaredBy(scope.init);
  if (scope.type === 'ForInStatement' || scope.type === 'ForOfStatement') return declaredBy(scope.left);
  return scope.type === 'CatchClause' && scope.param ? namesOf(scope.param) : [];
}

function declaredBy(node: AnyNode): Declared[] {
  if (node.type === 'VariableDeclaration')
    return (node as VariableDeclaration).declarations.flatMap(({ id, init }) =>
      id.type === 'Identifier' ? [{ name: id.name, init }] : namesOf(id),
    );
  return (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id
    ? [{ name: node.id.name }]
    : [];
}

function namesOf(pattern: Pattern): Declared[] {
  if (pattern.type === 'Identifier') return [{ name: pattern.name }];
  if (pattern.type === 'AssignmentPattern') return namesOf(pattern.left);
  if (pattern.type === 'RestElement') return namesOf(pattern.argument);
  if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap((each) => (each ? namesOf(each) : []));
  return pattern.type === 'ObjectPattern'
    ? pattern.properties.flatMap((each) => namesOf(each.type === 'Property' ? each.value : each))
    : [];
}

function keyOf({ key }: { key: AnyNode }): string {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : '';
}

function visit(node: AnyNode, take: (node: AnyNode) => void): void {
  take(node);
  for (const child of childrenOf(node)) visit(child, take);
}

const childrenOf = (node: AnyNode): AnyNode[] =>
  (Object.values(node) as unknown[]).flatMap((value) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isNode),
  );
