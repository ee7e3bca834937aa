/*
 * A rule for pages that the browser translates. A translator wraps every text in an element, so React no longer
 * finds the text where it has rendered it: it throws when it removes that text or inserts an element before it.
 */

const isBlank = ({ type, value, expression }) =>
  (type === 'JSXText' && (value.trim() === '' ? value.includes('\n') || value === '' : false)) ||
  (type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression');

function isText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value.trim() !== '';
  if (node.type === 'ConditionalExpression') return isText(node.consequent) && isText(node.alternate);
  return node.type === 'TemplateLiteral';
}

const isNothing = ({ type, value, name }) =>
  (type === 'Literal' && (value === null || value === '')) || (type === 'Identifier' && name === 'undefined');

/** What an expression renders when its condition holds and when not: undefined if it always renders one thing. */
function alternatives(node) {
  if (node.type === 'LogicalExpression' && node.operator === '&&') return [node.right, undefined];
  if (node.type !== 'ConditionalExpression' || isText(node)) return undefined;
  const both = [node.consequent, node.alternate].map((one) => (isNothing(one) ? undefined : one));
  // A value may be a text as well, which React changes in place.
  return both.some((one) => one === undefined || one.type.startsWith('JSX')) ? both : undefined;
}

const isFunction = ({ type }) =>
  type === 'ArrowFunctionExpression' || type === 'FunctionExpression' || type === 'FunctionDeclaration';

/** Whether a node is the callback of a list: `list.map(callback)`. */
const isListCallback = ({ parent }) => parent.type === 'CallExpression' && parent.callee.property?.name === 'map';

/** Whether a function is a component: its name begins with a capital. */
const isComponent = ({ id, parent }) =>
  /^[A-Z]/.test((id ?? (parent.type === 'VariableDeclarator' ? parent.id : undefined))?.name ?? '');

/** Whether a name is that of an item of a list around it. */
function isItem({ name, parent }) {
  for (let node = parent; node; node = node.parent)
    if (isFunction(node) && node.params.some((param) => param.type === 'Identifier' && param.name === name))
      return isListCallback(node);
  return false;
}

/** Members with these names are elements by the convention of this code. */
const ELEMENT_NAME = /^children$|dialog$/i;

/**
 * Whether an expression probably renders a text: a literal one, an item of a list, a member (`classroom.name`) or the
 * result of a call (`formatCount(n)`). Other names are often elements (`children`, `notice`).
 */
function isProbablyText(node) {
  switch (node.type) {
    case 'ChainExpression':
      return isProbablyText(node.expression);
    case 'MemberExpression':
      return !ELEMENT_NAME.test(node.property.name ?? '');
    case 'CallExpression':
      return !node.arguments.some(isFunction);
    case 'Identifier':
      return isItem(node);
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].every((one) => isNothing(one) || isProbablyText(one));
    case 'LogicalExpression':
      return node.operator !== '&&' && isProbablyText(node.left);
    case 'BinaryExpression':
      return true;
    default:
      return isText(node);
  }
}

const expressionOf = ({ type, expression }) => (type === 'JSXExpressionContainer' ? expression : undefined);

/** Everything that an expression may evaluate to. */
function outcomes(node) {
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(outcomes);
  if (node.type !== 'LogicalExpression') return [node];
  return (node.operator === '&&' ? [node.right] : [node.left, node.right]).flatMap(outcomes);
}

function functionAround({ parent }) {
  return isFunction(parent) ? parent : functionAround(parent);
}

/**
 * Reports conditional text next to other text, text after a conditional element, and the text of a component or a
 * list callback that returns elements as well.
 */
export const textOfItsOwn = {
  create(context) {
    /** What each function returns. */
    const results = new Map();
    const addResult = (of, result) => results.set(of, [...(results.get(of) ?? []), ...outcomes(result)]);
    const report = (node) =>
      context.report({
        node,
        message: 'Give this text an element of its own: in a page translated by the browser React would not find it.',
      });
    const checkChildren = ({ children }) => {
      const shown = children.filter((child) => !isBlank(child));
      if (shown.length < 2) return;
      shown.forEach((child, index) => {
        const expression = expressionOf(child);
        const either = expression && alternatives(expression);
        if (either?.some((one) => one && isText(one))) report(child);
        const before = index > 0 && expressionOf(shown[index - 1]);
        const follows = child.type === 'JSXText' || (expression && isProbablyText(expression));
        if (follows && before && alternatives(before)?.includes(undefined)) report(child);
      });
    };
    const checkFunction = (node) => {
      const all = results.get(node) ?? [];
      if (!all.some(({ type }) => type.startsWith('JSX'))) return;
      if (isListCallback(node)) all.filter(isProbablyText).forEach(report);
      else if (isComponent(node)) all.filter(isText).forEach(report);
    };
    return {
      JSXElement: checkChildren,
      JSXFragment: checkChildren,
      ReturnStatement: (node) => node.argument && addResult(functionAround(node), node.argument),
      'ArrowFunctionExpression:exit': (node) => {
        if (node.expression) addResult(node, node.body);
        checkFunction(node);
      },
      'FunctionDeclaration:exit': checkFunction,
    };
  },
};
