import { useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hand } from 'lucide-react';

import { useGroupActs } from './use-group-acts';
import { callsIn, type RoomSplit } from './use-room-split';

import styles from './groups.module.css';

/** The groups that call the host, whom one click takes there. */
export function GroupCalls({ classroomId, room }: { classroomId: string; room: RoomSplit }) {
  const me = useMe();
  const acts = useGroupActs(classroomId);
  const calls = callsIn(room).filter(({ group }) => group.id !== room.mine?.id);
  return (
    <ul className={styles.calls} aria-label="呼んでいるグループ" aria-live="polite">
      {calls.map(({ group, callers }) => (
        <li key={group.id} className={styles.call}>
          <span>
            <Icon icon={Hand} />
            <span>
              <strong>{group.name}</strong>が呼んでいます（{callers.map(({ nickname }) => nickname).join('、')}）
            </span>
          </span>
          <Button size="small" variant="primary" isLoading={acts.isMoving} onClick={() => acts.move(me.id, group.id)}>
            {group.name}を訪ねる
          </Button>
        </li>
      ))}
    </ul>
  );
}
