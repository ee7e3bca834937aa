import { formatMonthDay } from '@manabiba/shared/format/date-time';
import { useHolidays } from '@manabiba/shared/loading/use-holidays';
import { useServerNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { addMonths, isSameMonth, subMonths } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { type EventFilter, isNarrowed } from '../../core/event-filter';
import { NoMatchingEvents } from '../../core/no-matching-events';
import { type CalendarMonth, dateParam, momentOn, monthOf, monthParam, readDate, shownDay } from './calendar-month';
import { DayEvents } from './day-events';
import { MonthAgenda } from './month-agenda';
import { MonthGrid } from './month-grid';
import { type MonthEvents, useMonthEvents } from './use-month-events';

import styles from './event-month.module.css';

/** Seats and sale states are refreshed once a minute at most. */
const CLOCK_MS = 60_000;

export interface MonthViewProps {
  filter: EventFilter;
  /** As given in the URL. */
  date: string | undefined;
  /** Navigates to another month or day. `replace` adds no history entry. */
  onShow: (date: string | undefined, options?: { replace: boolean }) => void;
  /** Clears the filter. */
  onReset: () => void;
  /** Shown at the end of the month's bar. */
  tools: ReactNode;
}

/** The events of one month: the grid, the selected day, then the other days. */
export function MonthView({ filter, date, onShow, onReset, tools }: MonthViewProps) {
  const now = useServerNow(CLOCK_MS);
  const holidayOn = useHolidays();
  const today = shownDay(now);
  const parsed = readDate(date);
  const month = monthOf(parsed?.month ?? today);
  const events = useMonthEvents(month, filter, now);
  const firstWithEvents = month.weeks
    .flat()
    .find((day) => isSameMonth(day, month.first) && events.eventsOn(day).length > 0);
  const day = parsed?.day ?? (isSameMonth(today, month.first) ? today : (firstWithEvents ?? month.first));
  return (
    <>
      <MonthBar month={month} onShow={(next) => onShow(next)} tools={tools} />
      <MonthGrid
        month={month}
        day={day}
        today={today}
        now={now}
        isBusy={events.isLoading}
        eventsOn={events.eventsOn}
        holidayOn={holidayOn}
        onSelect={(next) => onShow(dateParam(next), { replace: isSameMonth(next, month.first) })}
      />
      <MonthDays
        events={events}
        month={month}
        day={day}
        now={now}
        holidayOn={holidayOn}
        onReset={isNarrowed(filter) ? onReset : undefined}
      />
    </>
  );
}

interface MonthDaysProps {
  events: MonthEvents;
  month: CalendarMonth;
  day: Date;
  now: Date;
  holidayOn: (moment: Date | string) => string | null;
  /** Clears the filter; absent when there is no filter. */
  onReset: (() => void) | undefined;
}

/** The content under the grid: the selected day and the others, or an empty state. */
function MonthDays({ events, month, day, now, holidayOn, onReset }: MonthDaysProps) {
  if (events.error)
    return (
      <div className={styles.belowGrid}>
        <ErrorState
          title="イベントを表示できませんでした。"
          onRetry={events.retry}
          isRetrying={events.isRetrying}
          level={2}
        />
      </div>
    );
  if (events.isLoading)
    return (
      <div className={styles.belowGrid}>
        <SkeletonTimetable count={2} />
      </div>
    );
  const days = events.days.filter(({ key }) => key.startsWith(monthParam(month.first)));
  if (days.length === 0)
    return (
      <div className={styles.belowGrid}>
        {onReset ? (
          <NoMatchingEvents onReset={onReset} />
        ) : (
          <EmptyState title="この月のイベントはありません。" level={2}>
            前後の月もご覧ください。
          </EmptyState>
        )}
      </div>
    );
  const noon = momentOn(day);
  return (
    <>
      <DayEvents heading={formatMonthDay(noon)} holiday={holidayOn(noon)} events={events.eventsOn(day)} now={now} />
      <MonthAgenda days={days.filter(({ key }) => key !== dateParam(day))} holidayOn={holidayOn} now={now} />
    </>
  );
}

interface MonthBarProps extends Pick<MonthViewProps, 'tools'> {
  month: CalendarMonth;
  onShow: (date: string | undefined) => void;
}

/** The month title with buttons for the previous month, the next month and today. */
function MonthBar({ month, onShow, tools }: MonthBarProps) {
  const { first } = month;
  return (
    <div className={styles.bar}>
      <IconButton label="前の月" isOutlined onClick={() => onShow(monthParam(subMonths(first, 1)))}>
        <Icon icon={ChevronLeft} />
      </IconButton>
      <h2 className={styles.name} aria-live="polite">
        {first.getFullYear()}年{first.getMonth() + 1}月
      </h2>
      <IconButton label="次の月" isOutlined onClick={() => onShow(monthParam(addMonths(first, 1)))}>
        <Icon icon={ChevronRight} />
      </IconButton>
      <Button variant="ghost" onClick={() => onShow(undefined)}>
        今日
      </Button>
      {tools}
    </div>
  );
}
