import type { ReactNode } from 'react';

import { classNames } from './class-names';
import { DateTime } from './date-time';

import styles from './timetable.module.css';

/** The days of a timetable. Each child is a `TimetableDay`. */
export function Timetable({ children }: { children: ReactNode }) {
  return <div className={styles.timetable}>{children}</div>;
}

export interface TimetableDayProps {
  /** 今日, or the date. */
  heading: string;
  /** Secondary text beside the heading, such as the date of 今日. */
  note?: ReactNode;
  /** The public holiday on that day. */
  holiday?: string | null;
  level?: 2 | 3;
  /** `TimetableSlot`s. */
  children: ReactNode;
}

/** The entries of one day under a dark rule, two per row where there is room. */
export function TimetableDay(props: TimetableDayProps) {
  const { heading, note, holiday, level = 3, children } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={styles.day}>
      <Heading className={styles.heading}>
        {heading}
        {note && <span>{note}</span>}
        {holiday && <span className={styles.holiday}>{holiday}</span>}
      </Heading>
      <ol>{children}</ol>
    </div>
  );
}

/** Entries of several days under one rule, each with its date. */
export function DatedTimetable({ children }: { children: ReactNode }) {
  return <ol className={styles.agenda}>{children}</ol>;
}

export interface TimetableSlotProps {
  /** Start time, ISO 8601. */
  startAt: string;
  /** The link to it. */
  title: ReactNode;
  /** The facts under the title, a `Meta`. */
  facts: ReactNode;
  /** The action for the entry, or its status. */
  action: ReactNode;
  /** Shows the day above the time, where no heading says it. */
  isDated?: boolean;
  level?: 2 | 3 | 4;
}

/** A timetable entry: time, title, and the action at the end. */
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
