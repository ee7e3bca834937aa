import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatCount } from '@manabiba/shared/format/count';
import { dayKey, formatMonthDay } from '@manabiba/shared/format/date-time';
import { dayAtKey } from '@manabiba/shared/ui/calendar-days';
import { classNames } from '@manabiba/shared/ui/class-names';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { type KeyboardEvent, useEffect, useRef } from 'react';

import { type CalendarMonth, isInMonth } from './calendar-month';
import styles from './event-month.module.css';
import { GridEvent } from './grid-event';

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;
/** As many events as a day shows in its cell, and as many dots on a phone. */
const SHOWN = 2;
const MOST_DOTS = 3;

interface MonthGridProps {
  month: CalendarMonth;
  /** The chosen day. */
  day: Date;
  today: Date;
  now: Date;
  isBusy: boolean;
  eventsOn: (day: Date) => readonly ClassroomEvent[];
  holidayOn: (day: Date) => string | null;
  onSelect: (day: Date) => void;
}

/**
 * The days of a month with their events. One stop of the Tab key: arrows go by day and week, Home and End to the ends
 * of the week, PageUp and PageDown by month, with Shift by year; the day they reach is chosen.
 */
export function MonthGrid(props: MonthGridProps) {
  const { month, day, today, now, isBusy, eventsOn, holidayOn, onSelect } = props;
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const key = dayKey(day);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [key]);

  function handleKeyDown(event: KeyboardEvent) {
    const next = dayAtKey(day, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    onSelect(next);
  }

  return (
    <table
      ref={grid}
      className={styles.month}
      role="grid"
      aria-label={`${month.first.getFullYear()}年${month.first.getMonth() + 1}月`}
      aria-busy={isBusy}
      onKeyDown={handleKeyDown}
    >
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col" abbr={`${name}曜日`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={dayKey(week[0] ?? day)}>
            {week.map((each) => (
              <DayCell
                key={dayKey(each)}
                day={each}
                now={now}
                isOutside={!isInMonth(each, month)}
                isFirst={each.getDate() === 1 || dayKey(each) === dayKey(month.from)}
                isChosen={dayKey(each) === key}
                isToday={dayKey(each) === dayKey(today)}
                holiday={holidayOn(each)}
                events={eventsOn(each)}
                onSelect={() => onSelect(each)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  day: Date;
  now: Date;
  isOutside: boolean;
  /** The first of its month in the grid. */
  isFirst: boolean;
  isChosen: boolean;
  isToday: boolean;
  holiday: string | null;
  events: readonly ClassroomEvent[];
  onSelect: () => void;
}

/** A day, with its first events where there is room and as dots where there is none. All of them stand under the grid. */
function DayCell({ day, now, isOutside, isFirst, isChosen, isToday, holiday, events, onSelect }: DayCellProps) {
  const label = [`${formatMonthDay(day)} ${formatCount(events.length)}件`, holiday].filter(Boolean).join(' ');
  const number = isOutside && isFirst ? `${day.getMonth() + 1}/${day.getDate()}` : day.getDate();
  return (
    <td role="gridcell" aria-selected={isChosen} className={classNames(isOutside && styles.outside)}>
      <div className={styles.dayHead}>
        <button
          type="button"
          className={classNames(
            styles.day,
            isChosen && styles.chosen,
            isToday && styles.today,
            holiday && styles.isHoliday,
          )}
          aria-current={isToday ? 'date' : undefined}
          tabIndex={isChosen ? 0 : -1}
          onClick={onSelect}
        >
          <VisuallyHidden>{label}</VisuallyHidden>
          <span aria-hidden>{number}</span>
        </button>
        {holiday && (
          <span className={styles.holiday} aria-hidden>
            {holiday}
          </span>
        )}
      </div>
      {events.length > 0 && (
        <>
          <span className={styles.dots} aria-hidden>
            {events.slice(0, MOST_DOTS).map(({ id }) => (
              <i key={id} />
            ))}
          </span>
          <ul className={styles.events}>
            {events.slice(0, SHOWN).map((event) => (
              <li key={event.id}>
                <GridEvent event={event} now={now} />
              </li>
            ))}
            {events.length > SHOWN && (
              <li>
                <button type="button" className={styles.more} tabIndex={-1} onClick={onSelect}>
                  ほか{formatCount(events.length - SHOWN)}件
                </button>
              </li>
            )}
          </ul>
        </>
      )}
    </td>
  );
}
