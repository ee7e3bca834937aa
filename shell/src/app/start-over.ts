import { forgetForGood } from '@manabiba/shared/session/person-storage';

/**
 * Loads the page anew after forgetting all that this tab kept of the person who was here: whatever any part of the page
 * still had in memory goes with it.
 */
export function startOver(): void {
  forgetForGood();
  try {
    // The whole of it is about one person's visit, where they had scrolled to included.
    sessionStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
  location.reload();
}
