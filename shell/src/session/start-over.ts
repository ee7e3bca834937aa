import { forgetForGood } from '@manabiba/shared/session/person-storage';

/** What an address says of the person who is here: the words they searched for, and what opens a private classroom. */
const PERSONAL = ['q', 'key'];

/**
 * Loads the page anew after forgetting all that this tab kept of the person who was here: whatever any part of the page
 * still had in memory goes with it, and so does what the address says of them.
 */
export function startOver(): void {
  forgetForGood();
  try {
    // The whole of it is about one person's visit, where they had scrolled to included.
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  const address = new URL(location.href);
  address.hash = '';
  for (const name of PERSONAL) address.searchParams.delete(name);
  // Unlike a reload this also leaves behind what the router keeps with the entry of the history.
  location.replace(address);
}
