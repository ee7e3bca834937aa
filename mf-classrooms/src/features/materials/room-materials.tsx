import { listClassroomMaterials } from '@manabiba/shared/data/endpoints';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useEffect, useEffectEvent } from 'react';

import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useRoomDocument } from '../../core/room/use-room';
import { AddMaterial } from './add-material';
import { MaterialList } from './material-list';
import type { OpenPdf } from './pdf/pdf-file';
import { usePresent } from './use-present';

import styles from './materials.module.css';

interface RoomMaterialsProps extends Pick<RoomPartProps, 'classroom' | 'classroomKey' | 'role'> {
  open?: OpenPdf;
}

/** 資料 of a live room: everybody reads, host and co-hosts add and present. Follows what others add. */
export function RoomMaterials({ classroom, classroomKey, role, open }: RoomMaterialsProps) {
  const leads = isModerator(role);
  const { data: room } = useRoomDocument(classroom.id);
  const { data, error, retry } = useEndpoint(
    listClassroomMaterials,
    { params: { id: classroom.id }, query: { key: classroomKey } },
    { maxAgeSeconds: 0 },
  );
  const refresh = useEffectEvent(() => retry());
  const count = room?.materialCount;
  useEffect(() => {
    if (count !== undefined) refresh();
  }, [count]);
  const { present, presentingId } = usePresent(classroom.id, open);
  return (
    <div className={styles.room}>
      <div className={styles.scroller} role="region" aria-label="資料の一覧" tabIndex={0} data-focus-quietly="">
        {!data && error && <ErrorState title="資料を表示できませんでした。" onRetry={retry} level={3} />}
        {!data && !error && <SkeletonRows count={3} />}
        {data?.items.length === 0 && <p className={styles.note}>資料はまだありません。</p>}
        {data && (
          <MaterialList
            classroomId={classroom.id}
            materials={data.items}
            canManage={leads}
            onPresent={leads ? present : undefined}
            presentingId={presentingId}
            presentedId={room?.presentation?.materialId}
          />
        )}
      </div>
      {leads && <AddMaterial classroomId={classroom.id} />}
    </div>
  );
}
