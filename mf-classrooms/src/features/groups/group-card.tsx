import { useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Hand, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';

import { silenceOf } from '../../core/classroom/viewer';
import { CardFacts, PanelCard, RoomTimer } from '../../core/room/panel-card';
import { useIsLow } from '../../core/room/use-is-low';
import { GroupCalls } from './group-calls';
import { GroupDialog } from './group-dialog';
import { MAIN_ROOM } from './group-names';
import { useGroupActs } from './use-group-acts';
import { callsIn, peopleIn, type RoomSplit } from './use-room-split';

import styles from './groups.module.css';

export interface GroupPartProps {
  classroomId: string;
  /** How the room is divided; null while it is not. */
  room: RoomSplit | null;
  /** Whether the viewer is host or co-host. */
  leads: boolean;
  isRecording: boolean;
}

/** How long before the end everyone is notified that they will be back in the main room. */
const CALLED_BACK_MS = 30_000;

export const RECORDED_ROOM = '録画されるのは、メインの部屋だけです。';

/** Where the viewer is while the room is divided, above every tab of the panel, and what they can do there. */
export function GroupCard(part: GroupPartProps) {
  const { room } = part;
  return (
    <>
      <VisuallyHidden>
        <span role="status">{room && announcementOf(room)}</span>
      </VisuallyHidden>
      {room && <Card {...part} room={room} />}
    </>
  );
}

const isCalledBack = ({ split, remainingMs }: RoomSplit) => split.recalledAt !== null || remainingMs <= CALLED_BACK_MS;

function announcementOf(room: RoomSplit): string {
  const { mine, split } = room;
  if (mine && isCalledBack(room)) return 'まもなくメインの部屋に戻ります。';
  if (mine && split.message) return `ホストから: ${split.message.body}`;
  return mine ? `${mine.name}に入りました。` : '教室がグループに分かれています。';
}

/** Everything about the division, or where the panel is low one row that opens it. */
function Card({ room, leads, ...part }: GroupPartProps & { room: RoomSplit }) {
  const isLow = useIsLow();
  const { mine } = room;
  const all = (
    <>
      <GroupWords room={room} leads={leads} isRecording={part.isRecording} />
      {leads && <GroupCalls classroomId={part.classroomId} room={room} />}
      <GroupButtons {...part} room={room} leads={leads} />
    </>
  );
  return (
    <PanelCard label="グループ" isLow={isLow}>
      <CardFacts>
        <Icon icon={Users} />
        <strong>{mine?.name ?? (leads ? 'グループに分かれています' : MAIN_ROOM)}</strong>
        {mine && <span>{peopleIn(room, mine).length}人</span>}
        <RoomTimer label="メインの部屋に戻るまで" remainingMs={room.remainingMs} />
      </CardFacts>
      {isLow ? <LowCard room={room}>{all}</LowCard> : all}
    </PanelCard>
  );
}

/** The button that opens what has no room in a low panel. It stands out while something waits there. */
function LowCard({ room, children }: { room: RoomSplit; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const isWaiting = room.mine ? room.split.message !== null : callsIn(room).length > 0;
  return (
    <>
      <Button size="small" variant={isWaiting ? 'primary' : 'secondary'} onClick={() => setIsOpen(true)}>
        {!room.mine && isWaiting ? '呼び出し' : '開く'}
      </Button>
      {createPortal(
        <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={room.mine?.name ?? 'グループ'} size="small">
          <div className={styles.fields}>{children}</div>
        </Dialog>,
        document.body,
      )}
    </>
  );
}

/** What users in a group, or left in the main room, should know. */
export function GroupWords({
  room,
  leads,
  isRecording,
}: Pick<GroupPartProps, 'leads' | 'isRecording'> & { room: RoomSplit }) {
  const { mine, split } = room;
  return (
    <>
      {mine && isCalledBack(room) && <p className={styles.strong}>まもなくメインの部屋に戻ります。</p>}
      {mine && split.message && (
        <p className={styles.words}>
          <span className={styles.soft}>ホストから全グループへ</span>
          {split.message.body}
        </p>
      )}
      {!mine && !leads && (
        <p className={styles.soft}>ほかの方はグループで話しています。ホストがグループに案内するまでお待ちください。</p>
      )}
      {mine && isRecording && <p className={styles.soft}>{RECORDED_ROOM}グループの声と映像は録画されません。</p>}
    </>
  );
}

export function GroupButtons({ classroomId, room, leads }: Omit<GroupPartProps, 'room'> & { room: RoomSplit }) {
  const me = useMe();
  const acts = useGroupActs(classroomId);
  const [isOpen, setIsOpen] = useState(false);
  const isCalling = room.people.some(({ id, handRaisedAt }) => id === me.id && handRaisedAt !== null);
  return (
    <div className={styles.buttons}>
      {leads && (
        <Button size="small" variant={room.mine ? 'secondary' : 'primary'} onClick={() => setIsOpen(true)}>
          グループを見る
        </Button>
      )}
      {room.mine && !leads && silenceOf(me) === null && (
        <Button
          size="small"
          variant={isCalling ? 'secondary' : 'primary'}
          icon={<Icon icon={Hand} />}
          isLoading={acts.isCalling}
          aria-pressed={isCalling}
          onClick={() => (isCalling ? acts.stopCalling(me.id) : acts.callHost())}
        >
          {isCalling ? '呼び出しをやめる' : 'ホストを呼ぶ'}
        </Button>
      )}
      {room.mine && (
        <Button
          size="small"
          variant={leads ? 'primary' : 'secondary'}
          isLoading={acts.isMoving}
          onClick={() => acts.move(me.id, null)}
        >
          メインの部屋に戻る
        </Button>
      )}
      {isOpen && <GroupDialog classroomId={classroomId} room={room} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
