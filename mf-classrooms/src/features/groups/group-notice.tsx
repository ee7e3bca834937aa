import { Notice } from '@manabiba/shared/ui/notice';
import { Users } from 'lucide-react';

import { GroupCalls } from './group-calls';
import { GroupButtons, type GroupPartProps, GroupWords } from './group-card';
import { GroupTimer } from './group-timer';

import styles from './groups.module.css';

/** Where the viewer is while the room is divided, over the stage while the panel is hidden. */
export function GroupNotice({ room, leads, ...part }: GroupPartProps) {
  if (!room || (!room.mine && !leads)) return null;
  return (
    <Notice icon={Users} role="status">
      <div className={styles.notice}>
        <p className={styles.kicker}>
          <strong>{room.mine?.name ?? 'グループに分かれています'}</strong>
          <GroupTimer remainingMs={room.remainingMs} />
        </p>
        <GroupWords room={room} leads={leads} isRecording={part.isRecording} />
        {leads && <GroupCalls classroomId={part.classroomId} room={room} />}
        <GroupButtons {...part} room={room} leads={leads} />
      </div>
    </Notice>
  );
}
