/*
 * A rule for pages that the browser translates. A translator wraps every text in an element, so React no longer
 * finds the text where it has rendered it: it throws when it removes that text or inserts an element before it.
 */

const isBlank = ({ type, value, expression }) =>
  (type === 'JSXText' && (value.trim() === '' ? value.includes('\n') || value === '' : false)) ||
  (type === 'JSXExpressionContainer' && expression.type === 'JSXEmptyExpression');

function isText(node) {
  if (node.type === 'Literal') return typeof node.value === 'string' && node.value !== '';
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

const expressionOf = ({ type, expression }) => (type === 'JSXExpressionContainer' ? expression : undefined);

/** Reports conditional text next to other text, and text after a conditional element. */
export const textOfItsOwn = {
  create(context) {
    const report = (node) =>
      context.report({
        node,
        message: 'Give this text an element of its own: in a page translated by the browser React would not find it.',
      });
    const check = ({ children }) => {
      const shown = children.filter((child) => !isBlank(child));
      if (shown.length < 2) return;
      shown.forEach((child, index) => {
        const expression = expressionOf(child);
        const either = expression && alternatives(expression);
        if (either?.some((one) => one && isText(one))) report(child);
        const before = index > 0 && expressionOf(shown[index - 1]);
        const isFixed = child.type === 'JSXText' || (expression && isText(expression));
        if (isFixed && before && alternatives(before)?.includes(undefined)) report(child);
      });
    };
    return { JSXElement: check, JSXFragment: check };
  },
};
