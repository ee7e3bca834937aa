/** Anything but the Japanese sentences, and what reads and writes the pictures of drawings. */
const LATE = /\bimport\((["'])(?!\.\/locales\/ja-JP|\.\/data\/image)[^"']+\1\)/g;

/**
 * Leaves out of Excalidraw what the board neither shows nor may load: fonts (it would fetch what it does not find from a
 * CDN), languages other than Japanese, Mermaid, and access to images and files. What remains loads nothing.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function trimExcalidraw(source) {
  const trimmed = source
    .replace(/(["'])\.\/fonts\/[^"']+\.woff2\1/g, '"local:"')
    .replace(/@font-face\s*\{[^}]*\}/g, '')
    .replace(LATE, 'Promise.resolve({ default: {} })');
  if (/\.woff2["')]|\bimport\(/.test(trimmed.replace(/\bimport\((["'])\.\/[^"']+\1\)/g, '')))
    this.emitError(new Error('Excalidraw loads fonts or code in a new way: adapt this loader.'));
  return trimmed;
};
