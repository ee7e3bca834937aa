/** The text of a file, for `?source`. */
declare module '*?source' {
  const text: string;
  export default text;
}

declare module 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js' {
  /** Address of the file. */
  const url: string;
  export default url;
}
