/** Lets titles of all remotes break between phrases: the code for it is loaded once a page, and only where a browser asks for it. */
export function offerPhrases(): void {
  globalThis.manabibaBreakPhrases = () => import('./break-phrases').then((module) => module.breakPhrases);
}
