/** The tabs of the list, in their order, with what the URL calls them; the first has no word of its own. */
export const listTabs = ['all', 'live', 'scheduled', 'ended', 'reserved'] as const;
export type ListTab = (typeof listTabs)[number];

export interface ListFilter {
  tab: ListTab;
  /** Undefined is every category. */
  categoryId: string | undefined;
}

/** Reads ?state= and ?category=. What nobody could have chosen there counts as not chosen. */
export function readFilter(search: URLSearchParams, { isSignedIn }: { isSignedIn: boolean }): ListFilter {
  const wanted = search.get('state');
  const known = listTabs.find((tab) => tab === wanted) ?? 'all';
  return { tab: known === 'reserved' && !isSignedIn ? 'all' : known, categoryId: search.get('category') || undefined };
}

/** The query of the URL for a filter; what is not chosen leaves no trace. */
export function filterQuery({ tab, categoryId }: ListFilter): Record<string, string> {
  return { ...(tab === 'all' ? {} : { state: tab }), ...(categoryId ? { category: categoryId } : {}) };
}
