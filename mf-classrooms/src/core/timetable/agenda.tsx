import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { DatedTimetable } from '@manabiba/shared/ui/timetable';

import { TimetableEntry } from './timetable-entry';

interface AgendaProps<Item extends Classroom> {
  classrooms: readonly Item[];
  categoryName: (categoryId: string) => string;
  hasHost?: boolean;
  /** A note beside the facts of a classroom. */
  noteOf?: (classroom: Item) => string | undefined;
}

/** A list of classrooms across several days, each with its date. */
export function Agenda<Item extends Classroom>({ classrooms, categoryName, hasHost, noteOf }: AgendaProps<Item>) {
  return (
    <DatedTimetable>
      {classrooms.map((classroom) => (
        <TimetableEntry
          key={classroom.id}
          classroom={classroom}
          categoryName={categoryName(classroom.categoryId)}
          isDated
          hasHost={hasHost}
          level={3}
          note={noteOf?.(classroom)}
        />
      ))}
    </DatedTimetable>
  );
}
