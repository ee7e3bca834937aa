/** The tabs of the list in order, with their URL values; the first is the default and has none. */
export const listTabs = ['all', 'live', 'scheduled', 'ended', 'reserved'] as const;
export type ListTab = (typeof listTabs)[number];

export interface ListFilter {
  tab: ListTab;
  /** Undefined means every category. */
  categoryId: string | undefined;
}

/** Parses ?state= and ?category=. Invalid values count as not set. */
export function readFilter(search: URLSearchParams, { isSignedIn }: { isSignedIn: boolean }): ListFilter {
  const wanted = search.get('state');
  const known = listTabs.find((tab) => tab === wanted) ?? 'all';
  return { tab: known === 'reserved' && !isSignedIn ? 'all' : known, categoryId: search.get('category') || undefined };
}

/** Returns the URL query of a filter, without defaults. */
export function filterQuery({ tab, categoryId }: ListFilter): Record<string, string> {
  return { ...(tab === 'all' ? {} : { state: tab }), ...(categoryId ? { category: categoryId } : {}) };
}
