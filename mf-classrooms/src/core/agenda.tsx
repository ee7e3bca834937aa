import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { ClassroomSlot } from './classroom-slot';
import styles from './timetable.module.css';

interface AgendaProps {
  classrooms: Classroom[];
  categoryName: (categoryId: string) => string;
  hasHost?: boolean;
}

/** Classrooms of many days under one rule, each with its date. */
export function Agenda({ classrooms, categoryName, hasHost }: AgendaProps) {
  return (
    <ol className={styles.agenda}>
      {classrooms.map((classroom) => (
        <ClassroomSlot
          key={classroom.id} classroom={classroom} categoryName={categoryName(classroom.categoryId)}
          isDated hasHost={hasHost} level={3}
        />
      ))}
    </ol>
  );
}
