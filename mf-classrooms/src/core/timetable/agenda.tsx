import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { DatedTimetable } from '@manabiba/shared/ui/timetable';
import type { ReactNode } from 'react';

import { TimetableEntry } from './timetable-entry';

interface AgendaProps<Item extends Classroom> {
  classrooms: readonly Item[];
  categoryName: (categoryId: string) => string;
  hasHost?: boolean;
  /** Heading level of the names: one below the heading above the list. */
  level?: 2 | 3;
  /** A note beside the facts of a classroom. */
  noteOf?: (classroom: Item) => string | undefined;
  /** A further action on a classroom. */
  actionOf?: (classroom: Item) => ReactNode;
}

/** A list of classrooms across several days, each with its date. */
export function Agenda<Item extends Classroom>({
  classrooms,
  categoryName,
  hasHost,
  level = 3,
  noteOf,
  actionOf,
}: AgendaProps<Item>) {
  return (
    <DatedTimetable>
      {classrooms.map((classroom) => (
        <TimetableEntry
          key={classroom.id}
          classroom={classroom}
          categoryName={categoryName(classroom.categoryId)}
          isDated
          hasHost={hasHost}
          level={level}
          note={noteOf?.(classroom)}
          action={actionOf?.(classroom)}
        />
      ))}
    </DatedTimetable>
  );
}
