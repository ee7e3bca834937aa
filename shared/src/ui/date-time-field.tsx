import { Calendar as CalendarIcon } from 'lucide-react';
import { type ComponentPropsWithRef, useId, useRef, useState } from 'react';

import { formatDateInput, formatDateTimeInput, parseDateInput, parseDateTimeInput } from '../format/date-time';
import { Button } from './button';
import { Calendar } from './calendar';
import { classNames } from './class-names';
import { Field, type FieldProps, inputClass } from './field';
import { Icon } from './icon';
import { IconButton } from './icon-button';
import { useAnchored } from './use-anchored';
import { useDismiss } from './use-dismiss';
import { useMergedRefs } from './use-merged-refs';

import styles from './date-time-field.module.css';

const QUARTER_MS = 15 * 60_000;

export interface DateTimeFieldProps extends FieldProps, Omit<ComponentPropsWithRef<'input'>, 'min' | 'max' | 'type'> {
  /** Limits of the calendar. The form validates typed input. */
  min?: Date;
  max?: Date;
  /** `minute` holds 2026/11/21 13:45, `day` holds 2026/11/21. */
  precision?: 'minute' | 'day';
}

/**
 * A moment in the viewer's own zone, as text: typed, or chosen from a calendar and a time.
 *
 * A choice fires the input's own events, so a form library treats it as typing.
 */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, error, hint, isLabelHidden, min, max, precision = 'minute', id, className, ref, ...rest } = props;
  const input = useRef<HTMLInputElement>(null);
  const inputRef = useMergedRefs(input, ref);
  const { root, button, panel, typed, open, close } = useCalendarPanel();
  const isOpen = typed !== null;
  const panelId = useId();

  return (
    <Field label={label} error={error} hint={hint} isLabelHidden={isLabelHidden} id={id}>
      {(tied) => (
        <span className={styles.control} ref={root}>
          <input
            placeholder={precision === 'day' ? '2026/11/21' : '2026/11/21 13:45'}
            autoComplete="off"
            {...rest}
            {...tied}
            ref={inputRef}
            type="text"
            className={classNames(inputClass, styles.input, className)}
          />
          <IconButton
            ref={button}
            label={`${label}をカレンダーから選ぶ`}
            className={styles.button}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            aria-controls={isOpen ? panelId : undefined}
            disabled={rest.disabled ?? rest.readOnly}
            onClick={() => (isOpen ? close() : open(input.current?.value ?? ''))}
          >
            <Icon icon={CalendarIcon} />
          </IconButton>
          {isOpen && (
            <div
              ref={panel}
              id={panelId}
              className={styles.panel}
              role="dialog"
              aria-label={`${label}を選ぶ`}
              popover="manual"
            >
              <Picker
                text={typed}
                precision={precision}
                min={min}
                max={max}
                onPick={(text) => input.current && typeInto(input.current, text)}
                onDone={close}
              />
            </div>
          )}
        </span>
      )}
    </Field>
  );
}

/** The calendar popup: opened with the current input, closed by Escape or a click outside. */
function useCalendarPanel() {
  const root = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  /** The input when the calendar opened; null while it is closed. */
  const [typed, setTyped] = useState<string | null>(null);
  const isOpen = typed !== null;
  useAnchored(root, panel, { isOpen, align: 'start' });
  useDismiss(isOpen, root, (by) => (by === 'escape' ? close() : setTyped(null)));

  function close() {
    setTyped(null);
    button.current?.focus();
  }

  return { root, button, panel, typed, open: setTyped, close };
}

interface PickerProps {
  text: string;
  precision: 'minute' | 'day';
  min: Date | undefined;
  max: Date | undefined;
  onPick: (text: string) => void;
  onDone: () => void;
}

function Picker({ text, precision, min, max, onPick, onDone }: PickerProps) {
  const [now] = useState(() => new Date());
  const [picked, setPicked] = useState(() => (precision === 'day' ? parseDateInput(text) : parseDateTimeInput(text)));
  const suggestion = picked ?? suggestedTime(now, min);

  function pick(moment: Date) {
    setPicked(moment);
    onPick(precision === 'day' ? formatDateInput(moment) : formatDateTimeInput(moment));
  }

  function handleDay(day: Date) {
    pick(new Date(day.getFullYear(), day.getMonth(), day.getDate(), suggestion.getHours(), suggestion.getMinutes()));
    if (precision === 'day') onDone();
  }

  function handleTime(time: string) {
    const [hour, minute] = time.split(':').map(Number);
    // A cleared time input has no value yet.
    if (hour === undefined || minute === undefined || time === '') return;
    pick(new Date(suggestion.getFullYear(), suggestion.getMonth(), suggestion.getDate(), hour, minute));
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

/** Sets the value with an input event: React and form libraries would not notice a plain assignment. */
function typeInto(input: HTMLInputElement, text: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
