import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { formatCount } from '@manabiba/shared/format/count';
import { formatMonthDay } from '@manabiba/shared/format/date-time';
import { classNames } from '@manabiba/shared/ui/class-names';
import { useDayGrid } from '@manabiba/shared/ui/use-day-grid';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { WeekdayHead } from '@manabiba/shared/ui/weekday-head';
import { isSameMonth } from 'date-fns';

import { type CalendarMonth, dateParam, momentOn } from './calendar-month';
import { GridEvent } from './grid-event';

import styles from './event-month.module.css';

/** The maximum number of events shown in a day's cell, and of dots on a phone. */
const SHOWN = 2;
const MOST_DOTS = 3;

interface MonthGridProps {
  month: CalendarMonth;
  /** The selected day. */
  day: Date;
  today: Date;
  now: Date;
  isBusy: boolean;
  eventsOn: (day: Date) => readonly ClassroomEvent[];
  holidayOn: (day: Date) => string | null;
  onSelect: (day: Date) => void;
}

/** The month grid with its events. Keyboard navigation comes from `useDayGrid`; focusing a day selects it. */
export function MonthGrid(props: MonthGridProps) {
  const { month, day, today, now, isBusy, eventsOn, holidayOn, onSelect } = props;
  const key = dateParam(day);
  const grid = useDayGrid(day, onSelect);
  return (
    <table
      {...grid}
      className={styles.month}
      role="grid"
      aria-label={`${month.first.getFullYear()}年${month.first.getMonth() + 1}月`}
      aria-busy={isBusy}
    >
      <WeekdayHead />
      <tbody>
        {month.weeks.map((week) => (
          <tr key={dateParam(week[0] ?? day)}>
            {week.map((each) => (
              <DayCell
                key={dateParam(each)}
                day={each}
                now={now}
                isOutside={!isSameMonth(each, month.first)}
                isFirst={each.getDate() === 1 || each === month.weeks[0]?.[0]}
                isChosen={dateParam(each) === key}
                isToday={dateParam(each) === dateParam(today)}
                holiday={holidayOn(momentOn(each))}
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
  /** The first day of its month in the grid. */
  isFirst: boolean;
  isChosen: boolean;
  isToday: boolean;
  holiday: string | null;
  events: readonly ClassroomEvent[];
  onSelect: () => void;
}

/**
 * A day cell, with its first events where there is room and dots where there is none. The list under the grid has all
 * of them.
 */
function DayCell({ day, now, isOutside, isFirst, isChosen, isToday, holiday, events, onSelect }: DayCellProps) {
  const label = [`${formatMonthDay(momentOn(day))} ${formatCount(events.length)}件`, holiday].filter(Boolean).join(' ');
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
