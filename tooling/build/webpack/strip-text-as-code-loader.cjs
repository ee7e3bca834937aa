/**
 * Removes the ways to run text as code from PDF.js, which a strict content policy refuses: how core-js finds modules of
 * Node, the test whether the browser has them, and the worker on the page where there are no workers.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function stripTextAsCode(source) {
  /** @type {[RegExp, string][]} */
  const replacements = [
    [/Function\('return require\("' \+ name \+ '"\)'\)\(\)/, 'undefined'],
    [/new Function\(""\)/, 'throw new Error("refused")'],
    [/await import\(\s*\/\*webpackIgnore: true\*\/\s*\/\*@vite-ignore\*\/\s*this\.workerSrc\)/, '{}'],
  ];
  return replacements.reduce((text, [pattern, replacement]) => {
    const stripped = text.replace(pattern, replacement);
    if (stripped === text) this.emitError(new Error('PDF.js runs text as code in a new way: adapt this loader.'));
    return stripped;
  }, source);
};
