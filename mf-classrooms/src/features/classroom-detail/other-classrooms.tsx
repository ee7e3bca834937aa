import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';

import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

import styles from './classroom-detail.module.css';

const MAX_OTHERS = 3;

/** The host's next classrooms. Optional content: renders nothing while loading, empty or failed. */
export function OtherClassrooms({ classroom: { id, host } }: { classroom: Classroom }) {
  const { data } = useEndpoint(listClassrooms, { query: { state: 'scheduled', userId: host.id } });
  const { categoryName } = useCategories();
  const others = (data?.items ?? []).filter((other) => other.id !== id).slice(0, MAX_OTHERS);
  if (others.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{host.nickname}さんのほかの教室</h2>
      <Agenda classrooms={others} categoryName={categoryName} hasHost={false} />
    </section>
  );
}
