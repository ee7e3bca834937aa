/** A file of the page, with its digest when the build provides one. */
export interface PageFile {
  url: string;
  integrity?: string | undefined;
  /** Whole URL by which the CSS runtime of a remote recognises its stylesheet. */
  dataHref?: string;
}
