/** A file of the page, with its digest when the build provides one. */
export interface PageFile {
  url: string;
  integrity?: string | undefined;
  /** It is an ES module. */
  isModule?: boolean;
  /** Whole URL by which the CSS runtime of a remote recognises its stylesheet. */
  dataHref?: string;
  /** Content of a stylesheet that is in the page itself, which its digest is of. */
  text?: string | undefined;
}

export const isStyle = ({ url }: PageFile) => url.endsWith('.css');
