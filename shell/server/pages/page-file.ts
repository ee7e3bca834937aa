/** A file of the page with its digest, when the build told one. */
export interface PageFile {
  url: string;
  integrity?: string | undefined;
}
