/** The text of a file, for `?source`. */
declare module '*?source' {
  const text: string;
  export default text;
}
