import { addMonths, isSameDay, startOfDay } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

import { formatDate } from '../format/date-time';
import styles from './calendar.module.css';
import { clampDay, dayAtKey, weeksOfMonth } from './calendar-days';
import { classNames } from './class-names';
import { Icon } from './icon';
import { IconButton } from './icon-button';

const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

export interface CalendarProps {
  selected: Date | null;
  today: Date;
  min?: Date;
  max?: Date;
  onSelect: (day: Date) => void;
  /** The day takes the focus when the calendar appears. */
  isFocusedAtOnce?: boolean;
}

/**
 * One month of days to choose from. Arrows go by day and week, Home and End to the ends of the week, PageUp and
 * PageDown by month, with Shift by year; all stay within the limits.
 */
export function Calendar({ selected, today, min, max, onSelect, isFocusedAtOnce = false }: CalendarProps) {
  const [current, setCurrent] = useState(() => clampDay(selected ?? today, min, max));
  const wantsFocus = useRef(isFocusedAtOnce);
  const grid = useRef<HTMLTableElement>(null);
  // Not a layout effect: the panel around it becomes visible in one, and what is hidden takes no focus.
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [current]);

  const goTo = (day: Date) => setCurrent(clampDay(day, min, max));

  function handleKeyDown(event: KeyboardEvent) {
    const day = dayAtKey(current, event.key, event.shiftKey);
    if (day === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    goTo(day);
  }

  return (
    <div>
      <MonthHead day={current} min={min} max={max} onGo={goTo} />
      <table
        ref={grid}
        className={styles.grid}
        role="grid"
        aria-label={`${current.getFullYear()}年${current.getMonth() + 1}月`}
        onKeyDown={handleKeyDown}
      >
        <WeekdayHead />
        <tbody>
          {weeksOfMonth(current).map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) =>
                day === null ? (
                  <td key={weekday} />
                ) : (
                  <DayCell
                    key={weekday}
                    day={day}
                    isCurrent={isSameDay(day, current)}
                    isSelected={selected !== null && isSameDay(day, selected)}
                    isToday={isSameDay(day, today)}
                    isDisabled={!isSameDay(day, clampDay(day, min, max))}
                    onSelect={() => {
                      setCurrent(day);
                      onSelect(day);
                    }}
                  />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayCellProps {
  day: Date;
  isCurrent: boolean;
  isSelected: boolean;
  isToday: boolean;
  isDisabled: boolean;
  onSelect: () => void;
}

function DayCell({ day, isCurrent, isSelected, isToday, isDisabled, onSelect }: DayCellProps) {
  return (
    <td role="gridcell" aria-selected={isSelected}>
      <button
        type="button"
        className={classNames(styles.day, isSelected && styles.selected, isToday && styles.today)}
        aria-label={formatDate(day)}
        aria-current={isToday ? 'date' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        disabled={isDisabled}
        onClick={onSelect}
      >
        {day.getDate()}
      </button>
    </td>
  );
}

function WeekdayHead() {
  return (
    <thead>
      <tr>
        {weekdays.map((name) => (
          <th key={name} scope="col" abbr={`${name}曜日`}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface MonthProps {
  day: Date;
  min: Date | undefined;
  max: Date | undefined;
  onGo: (day: Date) => void;
}

/** The month's name between the buttons to the month before and after. */
function MonthHead({ day, min, max, onGo }: MonthProps) {
  const previousMonthEnd = new Date(day.getFullYear(), day.getMonth(), 0);
  const nextMonthStart = new Date(day.getFullYear(), day.getMonth() + 1, 1);
  return (
    <div className={styles.head}>
      <IconButton
        label="前の月"
        disabled={min !== undefined && previousMonthEnd < startOfDay(min)}
        onClick={() => onGo(addMonths(day, -1))}
      >
        <Icon icon={ChevronLeft} />
      </IconButton>
      <MonthName day={day} min={min} max={max} onGo={onGo} />
      <IconButton
        label="次の月"
        disabled={max !== undefined && nextMonthStart > max}
        onClick={() => onGo(addMonths(day, 1))}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </div>
  );
}

/** The month's name; where the limits lie years apart, such as for a birthday, the year can be chosen. */
function MonthName({ day, min, max, onGo }: MonthProps) {
  const month = `${day.getMonth() + 1}月`;
  const firstYear = min?.getFullYear();
  const lastYear = max?.getFullYear();
  if (firstYear === undefined || lastYear === undefined || lastYear - firstYear < 2) {
    return <strong aria-live="polite">{`${day.getFullYear()}年${month}`}</strong>;
  }
  return (
    <span className={styles.months}>
      <select
        aria-label="年"
        value={day.getFullYear()}
        onChange={(event) => onGo(addMonths(day, (Number(event.target.value) - day.getFullYear()) * 12))}
      >
        {Array.from({ length: lastYear - firstYear + 1 }, (_, index) => lastYear - index).map((year) => (
          <option key={year} value={year}>
            {year}年
          </option>
        ))}
      </select>
      <strong aria-live="polite">{month}</strong>
    </span>
  );
}
