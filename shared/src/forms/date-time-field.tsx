import { Calendar as CalendarIcon } from 'lucide-react';
import { type ComponentPropsWithRef, useId, useRef, useState } from 'react';

import { LazyPart } from '../loading/lazy-part';
import { classNames } from '../ui/class-names';
import { ErrorState } from '../ui/error-state';
import { Field, type FieldProps, inputClass } from '../ui/field';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Spinner } from '../ui/spinner';
import { useAnchored } from '../ui/use-anchored';
import { useDismiss } from '../ui/use-dismiss';
import { useMergedRefs } from '../ui/use-merged-refs';

import styles from './date-time-field.module.css';

const loadPicker = () => import('./date-time-picker').then(({ DateTimePicker }) => DateTimePicker);

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
  const pick = (text: string) => input.current && typeInto(input.current, text);

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
              <LazyPart
                load={loadPicker}
                props={{ text: typed, precision, min, max, onPick: pick, onDone: close }}
                fallback={waiting}
                failure={(retry) => <Unavailable onRetry={retry} />}
              />
            </div>
          )}
        </span>
      )}
    </Field>
  );
}

const waiting = (
  <div className={styles.wait}>
    <Spinner label="カレンダーを読み込み中" />
  </div>
);

function Unavailable({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.wait}>
      <ErrorState title="カレンダーを表示できませんでした。" onRetry={onRetry} />
    </div>
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

/** Sets the value with an input event: React and form libraries would not notice a plain assignment. */
function typeInto(input: HTMLInputElement, text: string) {
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  setter?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
