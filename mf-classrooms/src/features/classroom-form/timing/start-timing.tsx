import { formatMonthDay, formatTime } from '@manabiba/shared/format/date-time';
import { parseDateTimeInput } from '@manabiba/shared/format/date-time-input';
import { Radio } from '@manabiba/shared/ui/checkbox';
import { Select } from '@manabiba/shared/ui/select';
import { useId } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { ClassroomFormValues } from '../classroom-form.schema';
import { weeklyStarts } from './weekly-starts';

import styles from '../classroom-form.module.css';

/** When a new classroom starts, and how many weeks it is repeated. */
export interface StartTiming {
  isNow: boolean;
  onNow: (isNow: boolean) => void;
  /** The number of dates, 1 without repetition. */
  dates: number;
  onDates: (dates: number) => void;
  /** When the dialog was opened, from which the dates ahead are counted. */
  openedAt: Date;
}

/** いつ始めますか: now, or at a date and time. */
export function StartChoice({ isNow, onNow }: Pick<StartTiming, 'isNow' | 'onNow'>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>いつ始めますか</legend>
      <div className={styles.choices}>
        <Radio name={name} label="日時を決める" checked={!isNow} onChange={() => onNow(false)} />
        <Radio
          name={name}
          label="今すぐ"
          hint="つくると、そのまま教室に入ります。"
          checked={isNow}
          onChange={() => onNow(true)}
        />
      </div>
    </fieldset>
  );
}

interface WeeklyRepeatProps extends Pick<StartTiming, 'dates' | 'onDates' | 'openedAt'> {
  form: UseFormReturn<ClassroomFormValues>;
}

/** 毎週くり返す: how many weekly dates are created, each a classroom of its own. */
export function WeeklyRepeat({ form: { control }, dates, onDates, openedAt }: WeeklyRepeatProps) {
  const start = parseDateTimeInput(useWatch({ control, name: 'startAt' }));
  const starts = start ? weeklyStarts(start, openedAt) : [];
  const most = Math.max(starts.length, 1);
  const chosen = Math.min(dates, most);
  return (
    <Select
      label="毎週くり返す"
      value={String(chosen)}
      disabled={most < 2}
      hint={hintOf(starts.slice(0, chosen), most)}
      options={Array.from({ length: most }, (_, index) => ({
        value: String(index + 1),
        label: index === 0 ? 'くり返さない' : `${index + 1}回`,
      }))}
      onChange={({ target }) => onDates(Number(target.value))}
    />
  );
}

function hintOf(starts: readonly Date[], most: number): string {
  const [first] = starts;
  if (most < 2 || !first) return 'つくれるのは30日先までです。';
  if (starts.length < 2) return `${most}回までくり返せます。`;
  return `${starts.map((start) => formatMonthDay(start)).join('、')}の${formatTime(first)}に、別々の教室をつくります。`;
}
