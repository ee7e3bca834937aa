import { type EventFilter, eventKinds } from './event-filter';

/** The view state of /events, kept entirely in the URL. */
export interface EventsView extends EventFilter {
  /** Upcoming events as a list or by month, or past events. */
  shown: 'list' | 'month' | 'past';
  /** For the month view: 2026-12, or a day in it, 2026-12-05. Undefined means today. */
  date: string | undefined;
}

/** Parses the query string of the page. Invalid values are treated as absent. */
export function readEventsView(search: URLSearchParams, { isSignedIn }: { isSignedIn: boolean }): EventsView {
  const kind = eventKinds.find(({ key }) => key === search.get('filter'))?.key;
  const isMonth = search.get('view') === 'month';
  return {
    shown: search.get('tab') === 'past' ? 'past' : isMonth ? 'month' : 'list',
    kind: kind === 'mine' && !isSignedIn ? undefined : kind,
    categoryId: search.get('category') || undefined,
    date: (isMonth && search.get('date')) || undefined,
  };
}

/** Returns the query string for a view; default values are omitted. */
export function eventsQuery({ shown, kind, categoryId, date }: EventsView): Record<string, string> {
  if (shown === 'past') return { tab: 'past' };
  return {
    ...(shown === 'month' ? { view: 'month', ...(date ? { date } : {}) } : {}),
    ...(kind ? { filter: kind } : {}),
    ...(categoryId ? { category: categoryId } : {}),
  };
}
