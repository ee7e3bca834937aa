import { runInNewContext } from 'node:vm';

/** A request as Cloud Firestore rules see it. A list is evaluated with any id for the documents it would return. */
interface CloudRequest {
  readonly method: 'get' | 'list' | 'create' | 'update' | 'delete';
  readonly path: string;
  readonly uid: string | undefined;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly exists: (path: string) => boolean;
}

interface Block {
  readonly pattern: readonly string[];
  readonly functions: Map<string, string>;
  readonly allows: { readonly methods: readonly string[]; readonly condition: string }[];
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  read: ['get', 'list'],
  write: ['create', 'update', 'delete'],
};
const STATEMENT =
  /match\s+(\/\S+)\s*\{|function\s+(\w+)\(([\w, ]*)\)\s*\{\s*return\s+([^;]+);\s*\}|allow\s+([\w, ]+?)\s*(?::\s*if\s+([^;]+))?;|(\})|(service\s+[\w.]+\s*\{)|(rules_version\s*=\s*'2';)|(\/\/[^\n]*)|(\S+)/g;

/**
 * Parses and evaluates the subset of Cloud Firestore rules that this product uses. Throws on any unknown syntax, so
 * that a rule is never misread silently.
 */
export function cloudRules(source: string): (request: CloudRequest) => boolean {
  const blocks = parse(source);
  return (request) =>
    blocks.some((block) => {
      const variables = matchPath(block.pattern, `databases/(default)/documents/${request.path}`.split('/'));
      return (
        variables !== undefined &&
        block.allows.some(
          ({ methods, condition }) =>
            methods.includes(request.method) && evaluate(condition, block, variables, request),
        )
      );
    });
}

function parse(source: string): Block[] {
  const blocks: Block[] = [];
  const open: (Block | undefined)[] = [];
  for (const [
    text,
    pattern,
    name,
    parameters,
    result,
    methods,
    condition,
    close,
    service,
    version,
    comment,
  ] of source.matchAll(STATEMENT)) {
    const outer = open.filter((block) => block !== undefined).at(-1);
    if (pattern) {
      const block: Block = {
        pattern: [...(outer?.pattern ?? []), ...pattern.split('/').slice(1)],
        functions: new Map(outer?.functions),
        allows: [],
      };
      blocks.push(block);
      open.push(block);
    } else if (service) open.push(undefined);
    else if (close) open.pop();
    else if (name && outer) outer.functions.set(name, `(${parameters ?? ''}) => ${script(result ?? '')}`);
    else if (methods && outer)
      outer.allows.push({
        methods: methods.split(/, */).flatMap((method) => METHODS[method] ?? method),
        condition: script(condition ?? 'true'),
      });
    else if (!version && !comment) throw new Error(`These rules say something that is not understood: ${text}`);
  }
  if (open.length > 0) throw new Error('These rules do not end.');
  return blocks;
}

/** Translates a rules expression to JavaScript: paths become strings, `in` becomes a list lookup. */
function script(expression: string): string {
  const withPaths = expression.replace(
    /(?<=\()\/((?:\$\([\w.]+\)|[\w/])+)(?=\))/g,
    (_path, rest: string) => `\`${rest.replace(/\$\(([\w.]+)\)/g, '${$1}')}\``,
  );
  return withPaths
    .replace(/(\w+) in ([\w.]+)/g, 'isListed($1, $2)')
    .replace(/([!=])=/g, '$1==')
    .trim();
}

function matchPath(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  const variables: Record<string, string> = {};
  for (const [index, step] of pattern.entries()) {
    const [, rest, one] = /^\{(?:(\w+)=\*\*|(\w+))\}$/.exec(step) ?? [];
    if (rest) return path.length > index ? { ...variables, [rest]: path.slice(index).join('/') } : undefined;
    if (one) variables[one] = path[index] ?? '';
    else if (step !== path[index]) return undefined;
  }
  return pattern.length === path.length ? variables : undefined;
}

function evaluate(
  condition: string,
  { functions }: Block,
  variables: Record<string, string>,
  { uid, claims, exists }: CloudRequest,
): boolean {
  const known = [...functions].map(([name, body]) => `const ${name} = ${body};`).join('');
  const context = {
    ...variables,
    request: { auth: uid === undefined ? null : { uid, token: claims } },
    exists: (path: string) => exists(path.replace('databases/(default)/documents/', '')),
    // A value that is not a list is an error, and an error denies access.
    isListed: (value: unknown, list: unknown) => Array.isArray(list) && list.includes(value),
  };
  return runInNewContext(`${known}(${condition})`, context) === true;
}
