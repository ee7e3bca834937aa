interface ImportMeta {
  /** All files of a folder whose path matches, by path: a function of webpack. */
  webpackContext: (folder: string, options: { regExp: RegExp }) => (path: string) => unknown;
}

/** The text of a file, for `?source`. */
declare module '*?source' {
  const text: string;
  export default text;
}
