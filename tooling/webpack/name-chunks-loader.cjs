/**
 * Names the chunk of every page and slot of a remote's door by its key, so that the release can list the files of a
 * page without running it.
 * @param {string} source
 */
module.exports = function nameChunks(source) {
  return nameIn(nameIn(source, 'pages', 'page'), 'slots', 'slot');
};

/** Adds the chunk name to the `import()` of each entry of one exported object of the door. */
function nameIn(source, exported, prefix) {
  const start = source.search(new RegExp(`export const ${exported}\\b`));
  if (start === -1) return source;
  const end = source.indexOf('\n};', start);
  const body = source.slice(start, end === -1 ? undefined : end);
  const named = body.replace(
    /(?:'([\w-]+)'|"([\w-]+)"|([\w$]+))(\s*:\s*(?:async\s*)?\(\)\s*=>[\s(]*import\()/g,
    (_all, single, double, bare, rest) =>
      `'${single ?? double ?? bare}'${rest}/* webpackChunkName: "${prefix}-${single ?? double ?? bare}" */ `,
  );
  return source.slice(0, start) + named + source.slice(start + body.length);
}
