/**
 * Removes the injected style tag from sonner: a strict content policy refuses it. Its stylesheet is loaded as a file.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function stripStyleInjection(source) {
  const stripped = source.replace(/^__insertCSS\(".*"\);?$/m, '');
  if (stripped === source) this.emitError(new Error('sonner injects its style in a new way: adapt this loader.'));
  return stripped;
};
