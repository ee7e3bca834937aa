/**
 * Marks module-level components (`forwardRef`, `createContext`, `memo`) as side-effect free, so that unused ones are
 * tree-shaken, and removes their `displayName`s, which would keep them.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function markPure(source) {
  const marked = source
    .replace(/^\w+\.displayName = .*;$/gm, '')
    .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1');
  if (marked === source && source.includes('forwardRef'))
    this.emitError(new Error(`${this.resourcePath} creates its components in a new way: adapt this loader.`));
  return marked;
};
