/** A file of the page, with its digest when the build provides one. */
export interface PageFile {
  url: string;
  integrity?: string | undefined;
}
