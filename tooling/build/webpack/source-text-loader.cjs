/** Longest piece of a text in one line, in characters: swc crashes where it reports about columns beyond 65,535. */
const PIECE = 10_000;

/**
 * Makes a module of the text of a file.
 * @param {string} source
 */
module.exports = function sourceText(source) {
  const pieces = source.match(new RegExp(`[^]{1,${PIECE}}`, 'g')) ?? [];
  return `export default [\n${pieces.map((piece) => JSON.stringify(piece)).join(',\n')}\n].join('');`;
};
