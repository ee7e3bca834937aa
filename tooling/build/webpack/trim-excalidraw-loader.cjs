/**
 * Leaves out of Excalidraw what the board neither shows nor may load: fonts (it would fetch what it does not find from a
 * CDN), languages other than Japanese, Mermaid, and the tools for images. What remains is one file that loads nothing.
 */
module.exports = (source) =>
  source
    .replace(/"\.\/fonts\/[^"]+\.woff2"/g, '"local:"')
    .replace(/\bimport\("(?!\.\/locales\/ja-JP|\.\/data\/image)[^"]+"\)/g, 'Promise.reject(new Error("left out"))');
