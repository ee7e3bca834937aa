import { forgetForGood } from '@manabiba/shared/session/person-storage';

/** URL parameters about the user: their search query, and the key of a private classroom. */
const PERSONAL = ['q', 'key'];

/**
 * Reloads the page after clearing everything that this tab kept of the previous user: all state in memory is lost with
 * it, and so are the URL parameters about them.
 */
export function startOver(): void {
  forgetForGood();
  try {
    // All of it belongs to the previous user's visit, including scroll positions.
    sessionStorage.clear();
  } catch {
    // Storage is blocked, so nothing was stored.
  }
  const address = new URL(location.href);
  address.hash = '';
  for (const name of PERSONAL) address.searchParams.delete(name);
  // Unlike a reload this also drops the router's state of the history entry.
  location.replace(address);
}
