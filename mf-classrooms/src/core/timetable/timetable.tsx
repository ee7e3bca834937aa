import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { formatDayHeading } from '@manabiba/shared/format/date-time';
import type { Day } from '@manabiba/shared/format/group-by-day';
import { useHolidays } from '@manabiba/shared/loading/use-holidays';
import { useServerNow } from '@manabiba/shared/platform';
import { Timetable as Days, TimetableDay } from '@manabiba/shared/ui/timetable';

import { TimetableEntry } from './timetable-entry';

interface TimetableProps {
  days: Day<Classroom>[];
  categoryName: (categoryId: string) => string;
}

/** Upcoming classrooms grouped by day. */
export function Timetable({ days, categoryName }: TimetableProps) {
  const now = useServerNow(60_000);
  const holidayOn = useHolidays();
  return (
    <Days>
      {days.map((day) => (
        <TimetableDay key={day.key} {...formatDayHeading(day.moment, now)} holiday={holidayOn(day.moment)}>
          {day.items.map((classroom) => (
            <TimetableEntry
              key={classroom.id}
              classroom={classroom}
              categoryName={categoryName(classroom.categoryId)}
              level={4}
            />
          ))}
        </TimetableDay>
      ))}
    </Days>
  );
}
