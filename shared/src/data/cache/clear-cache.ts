import { forgetPrefetches } from '../fetch-entry';
import { forgetChanges } from '../optimistic-changes';
import { dropEntries } from './endpoint-cache';

/** Forgets every answer and every change under way: whoever comes next is somebody else. What is on screen is fetched again. */
export function clearCache(): void {
  forgetChanges();
  forgetPrefetches();
  dropEntries();
}
