import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomMaterials } from '@manabiba/shared/data/endpoints';
import { type SlotParams, useEndpoint } from '@manabiba/shared/platform';
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

/** 資料 on the page of a class, before and after it. */
export function ClassMaterials({ classroom, classroomKey }: ClassMaterialsProps) {
  const { id, state, eventId, myRole } = classroom;
  if (state === 'cancelled') return null;
  return (
    <Materials
      classroomId={id}
      classroomKey={classroomKey}
      leads={isModerator(myRole)}
      hasEnded={state === 'ended'}
      isOfEvent={eventId !== null}
    />
  );
}

/** 資料 on the page of an event, before and after it. */
export function EventMaterials({ classroomId, leads, hasEnded }: SlotParams<'event-materials'>) {
  if (classroomId === null) return null;
  return <Materials classroomId={classroomId} leads={leads} hasEnded={hasEnded} isOfEvent />;
}

interface MaterialsProps {
  classroomId: string;
  classroomKey?: string | undefined;
  /** Whether the viewer adds and changes them. */
  leads: boolean;
  hasEnded: boolean;
  isOfEvent: boolean;
}

/**
 * 資料 for host and co-hosts to add to, for those with a place in the class to read. Others learn that there are some.
 * Nothing for a class without any.
 */
function Materials({ classroomId, classroomKey, leads, hasEnded, isOfEvent }: MaterialsProps) {
  const { data, error, retry } = useEndpoint(listClassroomMaterials, {
    params: { id: classroomId },
    query: { key: classroomKey },
  });
  if (!data && error && leads) return <ErrorState title="資料を表示できませんでした。" onRetry={retry} level={2} />;
  if (!data || (data.total === 0 && !leads)) return null;
  return (
    <section className={styles.section} aria-labelledby="class-materials">
      <Panel>
        <h2 id="class-materials">
          資料 <small>{data.total}件</small>
        </h2>
        {data.canRead ? (
          <MaterialList classroomId={classroomId} materials={data.items} canManage={leads} />
        ) : (
          <p className={styles.soft}>{whoReads(hasEnded, isOfEvent)}</p>
        )}
        {leads && <AddMaterial classroomId={classroomId} />}
      </Panel>
    </section>
  );
}

function whoReads(hasEnded: boolean, isOfEvent: boolean): string {
  if (hasEnded) return '参加した方が見られます。';
  return isOfEvent ? 'チケットをお持ちの方が見られます。' : '予約すると、始まる前から見られます。';
}
