/** Returns the subject's path, or the top page for anything outside the product. */
export function innerPath(url: string): string {
  return /^\/(?![/\\])/.test(url) ? url : '/';
}
