import { forgetPrefetches } from '../fetch-entry';
import { forgetChanges } from '../optimistic-changes';
import { dropEntries } from './endpoint-cache';

/** Clears all responses and pending changes, because the user has changed. Visible data is refetched. */
export function clearCache(): void {
  forgetChanges();
  forgetPrefetches();
  dropEntries();
}
