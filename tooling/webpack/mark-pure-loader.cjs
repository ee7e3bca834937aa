/**
 * Says of components that are made when a module is loaded (`forwardRef`, `createContext`, `memo`) that nobody misses them
 * when nobody uses them, and takes their names for tools away: without that a bundler keeps them all.
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
