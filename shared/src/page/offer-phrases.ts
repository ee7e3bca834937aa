/**
 * Enables phrase breaks in titles of all remotes: the code is loaded once per page, and only in browsers that need it.
 */
export function offerPhrases(): void {
  globalThis.manabibaBreakPhrases = () => import('./break-phrases').then((module) => module.breakPhrases);
}
