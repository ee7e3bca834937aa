import type { ReactNode } from 'react';

import { classNames } from './class-names';
import { DateTime } from './date-time';
import styles from './timetable.module.css';

/** Days of a timetable: two beside each other where there is room. Each child is a `TimetableDay`. */
export function Timetable({ children }: { children: ReactNode }) {
  return <div className={styles.timetable}>{children}</div>;
}

export interface TimetableDayProps {
  /** 今日, or the date. */
  heading: string;
  /** Beside the heading in soft ink, such as the date of 今日. */
  note?: ReactNode;
  /** The public holiday on that day. */
  holiday?: string | null;
  /** The only day takes the whole width, its entries in two columns. */
  isAlone?: boolean;
  level?: 2 | 3;
  /** `TimetableSlot`s. */
  children: ReactNode;
}

/** What happens on one day, under one rule of ink. */
export function TimetableDay(props: TimetableDayProps) {
  const { heading, note, holiday, isAlone = false, level = 3, children } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={isAlone ? styles.alone : undefined}>
      <Heading className={styles.heading}>
        {heading}
        {note && <span>{note}</span>}
        {holiday && <span className={styles.holiday}>{holiday}</span>}
      </Heading>
      <ol>{children}</ol>
    </div>
  );
}

/** Entries of many days under one rule, each with its date. */
export function DatedTimetable({ children }: { children: ReactNode }) {
  return <ol className={styles.agenda}>{children}</ol>;
}

export interface TimetableSlotProps {
  /** When it begins, ISO 8601. */
  startAt: string;
  /** The link to it. */
  title: ReactNode;
  /** The facts under the title, a `Meta`. */
  facts: ReactNode;
  /** What can be done about it, or how it stands. */
  action: ReactNode;
  /** The day stands above the time, where no heading tells it. */
  isDated?: boolean;
  level?: 3 | 4;
}

/** One entry of a timetable: when, what, and at the end what can be done. */
export function TimetableSlot({ startAt, title, facts, action, isDated = false, level = 4 }: TimetableSlotProps) {
  const Title = `h${level}` as const;
  return (
    <li className={classNames(styles.slot, isDated && styles.dated)}>
      <p className={styles.when}>
        {isDated && <DateTime value={startAt} style="day" />}
        <DateTime value={startAt} style="time" className={styles.time} />
      </p>
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {facts}
      </div>
      {action}
    </li>
  );
}
