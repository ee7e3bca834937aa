import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatDayHeading } from '@manabiba/shared/format/date-time';
import type { Day } from '@manabiba/shared/format/group-by-day';
import { useNow } from '@manabiba/shared/platform';

import styles from './timetable.module.css';
import { TimetableEntry } from './timetable-entry';
import { useHolidays } from './use-holidays';

interface TimetableProps {
  days: Day<Classroom>[];
  categoryName: (categoryId: string) => string;
}

/** Upcoming classrooms day by day: two days beside each other where there is room. */
export function Timetable({ days, categoryName }: TimetableProps) {
  const now = useNow(60_000);
  const holidayOn = useHolidays();
  return (
    <div className={styles.timetable}>
      {days.map((day) => {
        const { heading, note } = formatDayHeading(day.moment, now);
        const holiday = holidayOn(day.moment);
        return (
          <div key={day.key} className={days.length === 1 ? styles.alone : undefined}>
            <h3 className={styles.heading}>
              {heading}
              {note && <span>{note}</span>}
              {holiday && <span className={styles.holiday}>{holiday}</span>}
            </h3>
            <ol>
              {day.items.map((classroom) => (
                <TimetableEntry
                  key={classroom.id}
                  classroom={classroom}
                  categoryName={categoryName(classroom.categoryId)}
                  level={4}
                />
              ))}
            </ol>
          </div>
        );
      })}
    </div>
  );
}
