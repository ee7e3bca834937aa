import { set } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import { useState } from 'react';

import { formatDateInput, formatDateTimeInput, parseDateInput, parseDateTimeInput } from '../format/date-time-input';
import { Button } from '../ui/button';
import { Calendar } from '../ui/calendar';
import { inputClass } from '../ui/field';

import styles from './date-time-picker.module.css';

const QUARTER_MS = 15 * millisecondsInMinute;

interface DateTimePickerProps {
  /** What is typed when the picker opens. */
  text: string;
  precision: 'minute' | 'day';
  min: Date | undefined;
  max: Date | undefined;
  onPick: (text: string) => void;
  onDone: () => void;
}

/** A calendar, and a time of day where the precision is a minute. */
export function DateTimePicker({ text, precision, min, max, onPick, onDone }: DateTimePickerProps) {
  const [now] = useState(() => new Date());
  const [picked, setPicked] = useState(() => (precision === 'day' ? parseDateInput(text) : parseDateTimeInput(text)));
  const suggestion = picked ?? suggestedTime(now, min);

  function pick(moment: Date) {
    setPicked(moment);
    onPick(precision === 'day' ? formatDateInput(moment) : formatDateTimeInput(moment));
  }

  function handleDay(day: Date) {
    pick(set(day, { hours: suggestion.getHours(), minutes: suggestion.getMinutes() }));
    if (precision === 'day') onDone();
  }

  function handleTime(time: string) {
    const [hour, minute] = time.split(':').map(Number);
    // A cleared time input has no value yet.
    if (hour === undefined || minute === undefined || time === '') return;
    pick(set(suggestion, { hours: hour, minutes: minute }));
  }

  return (
    <>
      <Calendar selected={picked} today={now} min={min} max={max} isFocusedAtOnce onSelect={handleDay} />
      {precision === 'minute' && (
        <div className={styles.foot}>
          <label className={styles.time}>
            時刻
            <input
              type="time"
              className={inputClass}
              defaultValue={formatDateTimeInput(suggestion).slice(-5)}
              onChange={(event) => handleTime(event.target.value)}
            />
          </label>
          <Button variant="primary" size="small" onClick={onDone}>
            決定
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the next quarter of an hour within the limits. */
function suggestedTime(now: Date, min: Date | undefined): Date {
  const earliest = Math.max(now.getTime(), min?.getTime() ?? 0);
  return new Date(Math.ceil(earliest / QUARTER_MS) * QUARTER_MS);
}
