import { type AnyNode, parse, type Program } from 'acorn';

/** Returns the tree of a script or module, or why it is none. */
export function readScript(text: string, sourceType: 'script' | 'module' = 'script'): Program | { problem: string } {
  try {
    return parse(text, { ecmaVersion: 'latest', sourceType });
  } catch (error) {
    return { problem: (error as Error).message };
  }
}

/** Visits a node and, if the visitor returns true, its children. */
export function walk(node: AnyNode, visit: (node: AnyNode) => boolean): void {
  const waiting: AnyNode[] = [node];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (!visit(next)) continue;
    // Without an array of the values of each node: there are millions.
    for (const key in next) {
      const value = next[key as keyof AnyNode] as unknown;
      if (isNode(value)) waiting.push(value);
      else if (Array.isArray(value)) {
        for (const inner of value as unknown[]) if (isNode(inner)) waiting.push(inner);
      }
    }
  }
}

export const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Returns the constant string value of an expression: a literal, or a concatenation of literals only. */
export function textOf(node: AnyNode): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral')
    return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const left = textOf(node.left);
  const right = left === undefined ? undefined : textOf(node.right);
  return right === undefined ? undefined : left + right;
}

/** Returns the name of the property that an expression accesses, if it is known without running it. */
export function propertyOf({ computed, property }: Extract<AnyNode, { type: 'MemberExpression' }>): string | undefined {
  if (property.type === 'PrivateIdentifier') return undefined;
  return computed ? textOf(property) : property.type === 'Identifier' ? property.name : undefined;
}

/** Returns the constant strings of a script. Of a concatenation only the whole. */
export function textsIn(program: Program): Set<string> {
  const texts = new Set<string>();
  walk(program, (node) => {
    const constant = textOf(node) ?? (node.type === 'TemplateElement' ? (node.value.cooked ?? '') : undefined);
    if (constant !== undefined) texts.add(constant);
    return constant === undefined;
  });
  return texts;
}
