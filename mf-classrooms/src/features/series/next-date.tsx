import { getSeries } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';

import { seriesText } from '../../core/classroom/series-text';
import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

import styles from './next-date.module.css';

interface NextDateProps {
  classroomId: string;
  series: Parameters<typeof seriesText>[0];
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
        <Agenda
          classrooms={[{ ...next.classroom, series: null }]}
          categoryName={categoryName}
          hasHost={false}
          noteOf={() => `次は第${next.number}回`}
        />
      )}
    </section>
  );
}
