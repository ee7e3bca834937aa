import { type EventFilter, eventKinds } from './event-filter';

/** What /events shows; all of it stands in the URL. */
export interface EventsView extends EventFilter {
  /** What is to come as a list or by the month, or what is over. */
  shown: 'list' | 'month' | 'past';
  /** Of the month: 2026-12, or a day of it, 2026-12-05. Undefined is today. */
  date: string | undefined;
}

/** Reads the query of the page. What nobody could have chosen there counts as not chosen. */
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

/** The query of the URL for what is shown; what is not chosen leaves no trace. */
export function eventsQuery({ shown, kind, categoryId, date }: EventsView): Record<string, string> {
  if (shown === 'past') return { tab: 'past' };
  return {
    ...(shown === 'month' ? { view: 'month', ...(date ? { date } : {}) } : {}),
    ...(kind ? { filter: kind } : {}),
    ...(categoryId ? { category: categoryId } : {}),
  };
}
