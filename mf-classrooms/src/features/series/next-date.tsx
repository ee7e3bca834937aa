import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { getSeries } from '@manabiba/shared/data/endpoints';
import { seriesText } from '@manabiba/shared/format/series-text';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { DatedTimetable } from '@manabiba/shared/ui/timetable';

import { useCategories } from '../../core/classroom/use-categories';
import { DateEntry } from './date-entry';

import styles from './next-date.module.css';

interface NextDateProps {
  classroomId: string;
  series: NonNullable<Classroom['series']>;
}

/** The series of a class with its next date. Optional content: without a next date there is the series alone. */
export function NextDate({ classroomId, series }: NextDateProps) {
  const { data } = useEndpoint(getSeries, { params: { id: series.id } });
  const { categoryName } = useCategories();
  const next = data?.dates.find(
    ({ number, classroom: { id, state } }) =>
      state === 'scheduled' && id !== classroomId && (number ?? 0) > (series.number ?? 0),
  );
  return (
    <section className={styles.section}>
      <h2>
        <Link to={paths.series.href({ id: series.id })}>{seriesText(series)}</Link>
      </h2>
      {next && (
        <DatedTimetable>
          <DateEntry
            date={next}
            categoryName={categoryName(next.classroom.categoryId)}
            note={`次は第${next.number}回`}
          />
        </DatedTimetable>
      )}
    </section>
  );
}
