import { listEvents } from '@manabiba/shared/data/endpoints';
import { groupByDay } from '@manabiba/shared/format/group-by-day';
import { useEndpointPages } from '@manabiba/shared/platform';

import { type EventFilter, filterEvents } from '../../core/event-filter';
import { useLoadAll } from '../../core/use-load-all';
import { type CalendarMonth, dateParam } from './calendar-month';

/** The maximum page size of the api. */
const LIMIT = 50;

function useWhole(month: CalendarMonth, state: 'ended' | 'archived' | undefined, isWanted: boolean) {
  const query = { state, from: month.from.toISOString(), to: month.to.toISOString(), limit: LIMIT };
  const list = useEndpointPages(listEvents, isWanted ? { query } : null);
  useLoadAll(list, isWanted);
  return list;
}

export type MonthEvents = ReturnType<typeof useMonthEvents>;

/**
 * The events in the weeks of a month, sorted and grouped by day. Past events are fetched when the month reaches into
 * the past; cancelled events appear only in the past list.
 */
export function useMonthEvents(month: CalendarMonth, filter: EventFilter, now: Date) {
  const isPast = month.from < now;
  const lists = [
    useWhole(month, undefined, true),
    useWhole(month, 'ended', isPast),
    useWhole(month, 'archived', isPast),
  ];
  const events = filterEvents(
    lists.flatMap(({ items }) => items),
    filter,
    now,
  ).sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt));
  const days = groupByDay(events, ({ startAt }) => startAt);
  const byDay = new Map(days.map(({ key, items }) => [key, items]));
  const failed = lists.filter(({ error }) => error);
  return {
    days,
    eventsOn: (day: Date) => byDay.get(dateParam(day)) ?? [],
    isLoading: lists.some(({ isLoading }) => isLoading),
    error: failed[0]?.error,
    isRetrying: failed.some(({ isRefreshing, isLoadingMore }) => isRefreshing || isLoadingMore),
    retry: () => failed.forEach((list) => list.retry()),
  };
}
