/*
 * Rules for what the server and the browser both render: the code of remotes. They find what a single file shows;
 * what a called function does is not followed.
 */

const isComponentOrHook = (name) => /^(?:[A-Z]|use[A-Z])/.test(name ?? '');
/** Hooks that call their argument while the component is rendered. */
const CALLING_HOOKS = new Set(['useState', 'useMemo', 'useReducer']);
/** Methods that call their argument at once. */
const CALLING_METHODS = new Set([
  ...['map', 'flatMap', 'filter', 'find', 'findLast', 'findIndex', 'some', 'every', 'reduce', 'forEach'],
  ...['sort', 'toSorted', 'from'],
]);

const isFunction = ({ type }) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

function nameOf(node) {
  if (node.id) return node.id.name;
  const { parent } = node;
  return parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : undefined;
}

/**
 * Whether a function is called by its surroundings at once: `useState(() => …)`, `list.map(() => …)`, `(() => …)()`.
 */
function isCalledAtOnce(node) {
  const { parent } = node;
  if (parent.type !== 'CallExpression') return false;
  const { callee } = parent;
  if (callee === node) return true;
  if (callee.type === 'Identifier') return CALLING_HOOKS.has(callee.name);
  return callee.type === 'MemberExpression' && CALLING_METHODS.has(callee.property.name);
}

/** Whether code runs while a component renders, as far as its own file shows. */
function runsInRender(node) {
  let at = node.parent;
  for (; at && !(isFunction(at) && !isCalledAtOnce(at)); at = at.parent);
  return Boolean(at) && isComponentOrHook(nameOf(at));
}

const isNamed = (node, object, property) =>
  node.type === 'MemberExpression' && node.object.name === object && node.property.name === property;

/** Reports what differs between the server and the browser while a component renders. */
export const sameOnBothSides = {
  create(context) {
    const report = (node, what, instead) => {
      if (runsInRender(node))
        context.report({ node, message: `${what} differs between the server and the browser: ${instead}` });
    };
    return {
      NewExpression(node) {
        if (node.callee.name === 'Date' && node.arguments.length === 0)
          report(node, 'The current time', 'take it from `useNow`.');
      },
      CallExpression(node) {
        const { callee } = node;
        if (isNamed(callee, 'Date', 'now')) report(node, 'The current time', 'take it from `useNow`.');
        if (isNamed(callee, 'Math', 'random') || isNamed(callee, 'crypto', 'randomUUID'))
          report(node, 'A random value', 'generate it in an event or an effect.');
      },
      'MemberExpression[object.name=/^(window|localStorage|sessionStorage)$/]'(node) {
        // Inside another expression of the kind: window.localStorage.getItem is one finding.
        report(node, `\`${node.object.name}\``, 'read it when `useIsHydrated` returns true.');
      },
    };
  },
};

/** Methods that change a collection. */
const CHANGING = new Set([
  ...['set', 'add', 'delete', 'clear', 'push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill'],
]);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

function isCollection(init) {
  if (init?.type === 'NewExpression') return COLLECTIONS.has(init.callee.name);
  if (init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression') return isCollection(init.expression);
  return init?.type === 'ArrayExpression' || init?.type === 'ObjectExpression';
}

/** Whether a use of a variable changes what it holds: `seen.add(…)`, `known[id] = …`, `delete known[id]`. */
function isChange({ identifier }) {
  const { parent } = identifier;
  if (parent.type !== 'MemberExpression' || parent.object !== identifier) return false;
  const around = parent.parent;
  if (around.type === 'CallExpression') return around.callee === parent && CHANGING.has(parent.property.name);
  if (around.type === 'AssignmentExpression') return around.left === parent;
  return around.type === 'UpdateExpression' || (around.type === 'UnaryExpression' && around.operator === 'delete');
}

/** Reports state of a module, which on the server outlives a page and is shared by all users. */
export const noModuleState = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message:
          'State of a module outlives the page on the server, where it belongs to everyone: keep it in a component or in `personMemory`.',
      });
    return {
      'Program > VariableDeclaration, Program > ExportNamedDeclaration > VariableDeclaration'(node) {
        for (const declarator of node.declarations) {
          if (node.kind !== 'const') report(declarator);
          else if (isCollection(declarator.init))
            for (const variable of context.sourceCode.getDeclaredVariables(declarator))
              if (variable.references.some(isChange)) report(declarator);
        }
      },
    };
  },
};
