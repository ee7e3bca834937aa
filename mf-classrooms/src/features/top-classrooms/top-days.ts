import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { type Day, groupByDay } from '@manabiba/shared/format/group-by-day';

const MAX_DAYS = 2;
const MAX_ON_A_DAY = 4;

/** Returns the next two days that have classrooms, four each, or eight of one day when there is only one. */
export function topDays(classrooms: readonly Classroom[], timeZone?: string): Day<Classroom>[] {
  const days = groupByDay(classrooms, ({ startAt }) => startAt, timeZone).slice(0, MAX_DAYS);
  const room = days.length === 1 ? MAX_DAYS * MAX_ON_A_DAY : MAX_ON_A_DAY;
  return days.map((day) => ({ ...day, items: day.items.slice(0, room) }));
}
