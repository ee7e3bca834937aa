import { addMonths, endOfMonth, isSameDay, startOfMonth } from 'date-fns';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';

import { formatDate } from '../format/date-time';
import { clampDay, weeksOfMonth } from './calendar-days';
import { classNames } from './class-names';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { useDayGrid } from './use-day-grid';
import { WeekdayHead } from './weekday-head';

import styles from './calendar.module.css';

export interface CalendarProps {
  selected: Date | null;
  today: Date;
  min?: Date;
  max?: Date;
  onSelect: (day: Date) => void;
  /** The day receives focus when the calendar appears. */
  isFocusedAtOnce?: boolean;
}

/** A month grid for choosing a day within the limits. Keyboard navigation comes from `useDayGrid`. */
export function Calendar({ selected, today, min, max, onSelect, isFocusedAtOnce = false }: CalendarProps) {
  const [current, setCurrent] = useState(() => clampDay(selected ?? today, min, max));
  const goTo = (day: Date) => setCurrent(clampDay(day, min, max));
  const grid = useDayGrid(current, goTo, isFocusedAtOnce);

  return (
    <div>
      <MonthHead day={current} min={min} max={max} onGo={goTo} />
      <table
        {...grid}
        className={styles.grid}
        role="grid"
        aria-label={`${current.getFullYear()}年${current.getMonth() + 1}月`}
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
        // A day of the viewer's own calendar, whatever the zone of the page is.
        aria-label={formatDate(day, Intl.DateTimeFormat().resolvedOptions().timeZone)}
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

interface MonthProps {
  day: Date;
  min: Date | undefined;
  max: Date | undefined;
  onGo: (day: Date) => void;
}

/** The month's name between the buttons for the previous and next month. */
function MonthHead({ day, min, max, onGo }: MonthProps) {
  return (
    <div className={styles.head}>
      <IconButton
        label="前の月"
        disabled={min !== undefined && day < endOfMonth(min)}
        onClick={() => onGo(addMonths(day, -1))}
      >
        <Icon icon={ChevronLeft} />
      </IconButton>
      <MonthName day={day} min={min} max={max} onGo={onGo} />
      <IconButton
        label="次の月"
        disabled={max !== undefined && day >= startOfMonth(max)}
        onClick={() => onGo(addMonths(day, 1))}
      >
        <Icon icon={ChevronRight} />
      </IconButton>
    </div>
  );
}

/** The month's name; when the limits span years, such as for a birthday, the year can be selected. */
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
