import type { RoomDoc, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { useMe } from '@manabiba/shared/platform';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { lazy, type ReactNode, Suspense, useRef } from 'react';

import { EventEntrance } from '../../core/room/event-entrance';
import { Invitation } from '../../core/room/invitation';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { LateHands } from './late-hands';
import { Lobby } from './lobby';
import { PeopleList } from './people-list';
import { RemovedPeople } from './removed-people';
import { RoomTools } from './room-tools';
import type { PersonActs } from './use-person-acts';

import styles from './room-panel.module.css';

/** Loaded for hosts who can record. */
const RecordingTool = lazy(() =>
  import(/* webpackChunkName: "host-tools" */ './recording-tool').then((module) => ({ default: module.RecordingTool })),
);

/** Loaded for hosts of public classrooms. */
const CardImageTool = lazy(() =>
  import(/* webpackChunkName: "host-tools" */ './card-image-tool').then((module) => ({
    default: module.CardImageTool,
  })),
);

/** Loaded for hosts who are alone in the room. */
const AloneInRoom = lazy(() =>
  import(/* webpackChunkName: "host-tools" */ './alone/alone-in-room').then((module) => ({
    default: module.AloneInRoom,
  })),
);

export interface PeopleTabProps extends RoomPartProps {
  /** Both undefined until loaded. */
  room: Pick<RoomDoc, 'waitingCount' | 'locked' | 'isGuarded' | 'recording' | 'newVoicesFirst'> | undefined;
  people: readonly RoomUserDoc[] | undefined;
  blocked: ReadonlySet<string>;
  /** The participants who are hidden. */
  hidden: ReadonlySet<string>;
  onShowHidden: () => void;
  acts: Pick<PersonActs, 'act' | 'busy' | 'removals'>;
  onReport: (person: RoomUserDoc) => void;
  onBlock: (person: RoomUserDoc) => void;
  /** Tools of moderators from other features. */
  tools?: ReactNode;
}

/** 参加者: the lobby, raised hands and participants, with the tools of moderators. */
export function PeopleTab({
  classroom,
  role,
  hasMedia,
  cardImage,
  tools,
  room,
  people,
  blocked,
  hidden,
  onShowHidden,
  acts: { act, busy, removals },
  onReport,
  onBlock,
}: PeopleTabProps) {
  const me = useMe();
  const scroller = useRef<HTMLDivElement>(null);
  const looksAfter = isModerator(role);
  const row = { me, role, hasMedia, blocked, hidden, onAct: act, onReport, onBlock };
  return (
    <>
      <div className={styles.people} ref={scroller}>
        {looksAfter && room && (
          <Lobby classroomId={classroom.id} waitingCount={room.waitingCount} busy={busy} onAct={act} />
        )}
        {people && (
          <LateHands
            {...row}
            classroomId={classroom.id}
            newVoicesFirst={room?.newVoicesFirst}
            people={people}
            busy={busy}
          />
        )}
        {people ? (
          <PeopleList
            {...row}
            classroomId={classroom.id}
            people={people}
            onShowHidden={onShowHidden}
            scroller={scroller}
          />
        ) : (
          <div className={styles.group}>
            <SkeletonRows count={6} />
          </div>
        )}
        {looksAfter && <RemovedPeople classroomId={classroom.id} removals={removals} busy={busy} onAct={act} />}
        {looksAfter && <WaysIn classroom={classroom} role={role} isAlone={people?.length === 1} />}
      </div>
      {looksAfter && room && (
        <RoomTools classroomId={classroom.id} isLocked={room.locked} isGuarded={room.isGuarded} hasMedia={hasMedia}>
          {tools}
          {role === 'host' && classroom.canRecord && (
            <Suspense fallback={null}>
              <RecordingTool classroomId={classroom.id} isRecording={room.recording} />
            </Suspense>
          )}
          {cardImage && (
            <Suspense fallback={null}>
              <CardImageTool {...cardImage} />
            </Suspense>
          )}
        </RoomTools>
      )}
    </>
  );
}

/** How others come in: for a host who is alone everything at once, else the invitation of a private room. */
function WaysIn({ classroom, role, isAlone }: Pick<PeopleTabProps, 'classroom' | 'role'> & { isAlone: boolean }) {
  const { eventId, privateMode } = classroom;
  const isHost = role === 'host';
  return (
    <>
      {isHost && isAlone && eventId === null && (
        <div className={styles.group}>
          <Suspense fallback={null}>
            <AloneInRoom classroom={classroom} />
          </Suspense>
        </div>
      )}
      {privateMode && (
        <div className={styles.group}>
          {eventId === null ? (
            <Invitation classroom={classroom} canRotate={isHost} />
          ) : (
            <EventEntrance classroom={classroom} eventId={eventId} />
          )}
        </div>
      )}
    </>
  );
}
