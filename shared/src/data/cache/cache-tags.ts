import type { CacheTag } from '../../contract/endpoint';
import { allKeys, refreshEntry, tagsOf } from './endpoint-cache';

/** Makes every entry with one of the tags stale: those in use are fetched again, the others leave the cache. */
export function invalidateTags(tags: readonly CacheTag[]): void {
  if (tags.length === 0) return;
  const isAll = tags.includes('All');
  for (const key of allKeys()) {
    if (isAll || tagsOf(key).some((tag) => tags.includes(tag))) refreshEntry(key);
  }
}
