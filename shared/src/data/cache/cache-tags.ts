import type { CacheTag } from '../../contract/endpoint';
import { cachedEntries, refreshEntry, tagsOf } from './endpoint-cache';

/** Invalidates every entry with one of the tags: used entries are refetched, the others are dropped. */
export function invalidateTags(tags: readonly CacheTag[]): void {
  if (tags.length === 0) return;
  const isAll = tags.includes('All');
  for (const { key } of cachedEntries()) {
    if (isAll || tagsOf(key).some((tag) => tags.includes(tag))) refreshEntry(key);
  }
}
