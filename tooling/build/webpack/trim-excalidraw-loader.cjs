/** Anything but the Japanese sentences, and the import and export of images. */
const LATE = /\bimport\((["'])(?!\.\/locales\/ja-JP|\.\/data\/image)[^"']+\1\)/g;

/** Its servers, its documentation and embedded pages, but for the names of formats. */
const FOREIGN_HOSTS = /\b(?:https?|wss?):\/\/(?!www\.w3\.org\b)[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi;

/**
 * Leaves out of Excalidraw what the board neither shows nor may load: fonts (it would fetch what it does not find from a
 * CDN), languages other than Japanese, Mermaid, access to images and files, and other hosts. What remains loads nothing.
 * @this {import('webpack').LoaderContext<object>}
 * @param {string} source
 */
module.exports = function trimExcalidraw(source) {
  const trimmed = source
    .replace(/(["'])\.\/fonts\/[^"']+\.woff2\1/g, '"local:"')
    .replace(LATE, 'Promise.resolve({ default: {} })')
    .replace(FOREIGN_HOSTS, 'https://none.example');
  if (/\.woff2["')]|\bimport\(/.test(trimmed.replace(/\bimport\((["'])\.\/[^"']+\1\)/g, '')))
    this.emitError(new Error('Excalidraw loads fonts or code in a new way: adapt this loader.'));
  return trimmed;
};
