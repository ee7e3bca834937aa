import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { DatedTimetable } from '@manabiba/shared/ui/timetable';

import { TimetableEntry } from './timetable-entry';

interface AgendaProps<Item extends Classroom> {
  classrooms: readonly Item[];
  categoryName: (categoryId: string) => string;
  hasHost?: boolean;
  /** What stands beside the facts of a classroom. */
  noteOf?: (classroom: Item) => string | undefined;
}

/** Classrooms of many days under one rule, each with its date. */
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
