import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomMaterials } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';

import { isModerator } from '../../core/room/room-rights';
import { AddMaterial } from './add-material';
import { MaterialList } from './material-list';

import styles from './materials.module.css';

interface ClassMaterialsProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/**
 * 資料 on the page of a class, before and after it: for host and co-hosts to add to, for those with a place in it to read.
 * Others learn that there are some. Nothing for a class without any.
 */
export function ClassMaterials({ classroom, classroomKey }: ClassMaterialsProps) {
  const { data, error, retry } = useEndpoint(listClassroomMaterials, {
    params: { id: classroom.id },
    query: { key: classroomKey },
  });
  const leads = isModerator(classroom.myRole);
  if (!data && error && leads) return <ErrorState title="資料を表示できませんでした。" onRetry={retry} level={2} />;
  if (!data || (data.total === 0 && !leads) || classroom.state === 'cancelled') return null;
  return (
    <section className={styles.section} aria-labelledby="class-materials">
      <Panel>
        <h2 id="class-materials">
          資料 <small>{data.total}件</small>
        </h2>
        {data.canRead ? (
          <MaterialList classroomId={classroom.id} materials={data.items} canManage={leads} />
        ) : (
          <p className={styles.soft}>{whoReads(classroom)}</p>
        )}
        {leads && <AddMaterial classroomId={classroom.id} />}
      </Panel>
    </section>
  );
}

function whoReads({ state, eventId }: ClassroomDetail): string {
  if (state === 'ended') return '参加した方が見られます。';
  return eventId === null ? '予約すると、始まる前から見られます。' : 'チケットをお持ちの方が見られます。';
}
