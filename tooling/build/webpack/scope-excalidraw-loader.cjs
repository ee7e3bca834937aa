const postcss = require('postcss');

/** Every class of Excalidraw that is not inside its own element begins like this. */
const OWN = /\.excalidraw/;

/**
 * Keeps the styles of Excalidraw to its own elements and in the layer of components, as the gate of releases asks of every
 * stylesheet, without its fonts.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function scopeExcalidraw(source) {
  const sheet = postcss.parse(source);
  sheet.walkAtRules(/^(charset|font-face)$/, (rule) => void rule.remove());
  sheet.walkRules((rule) => {
    if (rule.parent?.type === 'atrule' && rule.parent.name.endsWith('keyframes')) return;
    const selectors = rule.selectors.filter((selector) => !selector.startsWith('body')).map(scoped);
    if (selectors.length > 0) rule.selectors = selectors;
    else rule.remove();
  });
  return `@layer ui {${sheet.toString()}}`;
};

/** @param {string} selector */
function scoped(selector) {
  if (selector === ':root') return '.excalidraw';
  return OWN.test(selector) ? selector : `.excalidraw ${selector}`;
}
