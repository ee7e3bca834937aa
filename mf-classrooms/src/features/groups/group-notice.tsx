import { Notice } from '@manabiba/shared/ui/notice';
import { Users } from 'lucide-react';

import { CardFacts, RoomTimer } from '../../core/room/panel-card';
import { GroupCalls } from './group-calls';
import { GroupButtons, type GroupPartProps, GroupWords } from './group-card';

import styles from './groups.module.css';

/** Where the viewer is while the room is divided, over the stage while the panel is hidden. */
export function GroupNotice({ room, leads, ...part }: GroupPartProps) {
  if (!room || (!room.mine && !leads)) return null;
  return (
    <Notice icon={Users} role="status">
      <div className={styles.notice}>
        <CardFacts>
          <strong>{room.mine?.name ?? 'グループに分かれています'}</strong>
          <RoomTimer label="メインの部屋に戻るまで" remainingMs={room.remainingMs} />
        </CardFacts>
        <GroupWords room={room} leads={leads} isRecording={part.isRecording} />
        {leads && <GroupCalls classroomId={part.classroomId} room={room} />}
        <GroupButtons {...part} room={room} leads={leads} />
      </div>
    </Notice>
  );
}
