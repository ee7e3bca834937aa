import type { PresentationDoc } from '@manabiba/shared/contract/room-documents';
import { isSignedIn, useMe, usePageLayout } from '@manabiba/shared/platform';
import { Notice } from '@manabiba/shared/ui/notice';
import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { silenceOf } from '../../core/classroom/viewer';
import { MediaRights } from '../../core/media/media-rights';
import { GUARDED_INSIDE } from '../../core/room/guarded';
import { RoleNews } from '../../core/room/role-news';
import type { RoomContext, RoomPartProps } from '../../core/room/room-context';
import { useRoomDocument, useRoomUsers } from '../../core/room/use-room';
import { CaptionLine } from './captions/caption-line';
import { CaptionQuestion } from './captions/caption-question';
import { useCaptions } from './captions/use-captions';
import { useCardImage } from './card-image/use-card-image';
import { HostAway } from './host-away';
import { LeaveQuestion } from './leave-question';
import { LineState, useIsOffline } from './line-state';
import { ListeningNote } from './media/listening-note';
import { PinnedStrip } from './pinned-strip';
import { RecordingBadge } from './recording/recording-badge';
import { RecordingNews } from './recording/recording-news';
import { useConsentQuestion } from './recording/use-consent-question';
import { RoomControls } from './room-controls';
import { RoomHeader } from './room-header';
import { StageScene } from './scene/stage-scene';
import { useSideways } from './sideways-controls';
import { TimeWarning } from './time-warning';

import styles from './room-stage.module.css';

interface RoomStageProps extends Omit<RoomPartProps, 'role' | 'hasMedia'> {
  stay: RoomContext;
  /** The row of reaction buttons under the stage. */
  reactions: (part: RoomPartProps) => ReactNode;
  /** Over the speakers, while it is open. */
  board: (part: RoomPartProps) => ReactNode;
  /** Overlay on the stage; ignores pointer events. */
  overlay: (part: RoomPartProps) => ReactNode;
  /** Placed beside the stage, or below it on a phone. */
  panel: (part: RoomPartProps) => ReactNode;
  /** The PDF on the stage. */
  presented: (presentation: PresentationDoc, part: RoomPartProps) => ReactNode;
  /** Over the stage of phones in landscape while they hide the panel. */
  hiddenPanel: (part: RoomPartProps) => ReactNode;
  /** Over the stage: what concerns the viewer alone. */
  notices: (part: RoomPartProps) => ReactNode;
}

type RoomNews = ReturnType<typeof useRoomDocument>['data'];

/** A room fills exactly one screen and has its own header. */
const LAYOUT = { header: false, notices: false, footer: false, fixed: true } as const;

/** A live room: header, stage with the speakers, controls and side panel. */
export function RoomStage(props: RoomStageProps) {
  const { classroom, classroomKey, stay, board, reactions, overlay, panel, presented, hiddenPanel, notices } = props;
  usePageLayout(LAYOUT);
  const me = useMe();
  const { data: room, status } = useRoomDocument(classroom.id);
  const isOffline = useIsOffline(status);
  const { items: people } = useRoomUsers(classroom.id);
  const mine = people?.find(({ id }) => id === me.id);
  const role = mine?.role ?? stay.role;
  const cardImage = useCardImage(classroom, role, stay.media);
  const [away, setAway] = useState<ReadonlySet<string>>();
  const part = { classroom, classroomKey, role, hasMedia: stay.hasMedia, cardImage, onScope: setAway };
  const maySpeak = isSignedIn(me) && silenceOf(me) === null && part.role !== 'listener' && !mine?.awaitsConsent;
  const isRecording = room?.recording ?? classroom.recording;
  const recordedRoomId = isRecording ? classroom.id : null;
  const captions = useCaptions({ media: stay.media, people, myId: me.id, maySpeak, recordedRoomId });
  const [isEnding, setIsEnding] = useState(false);
  const consent = useConsentQuestion(mine);
  const sideways = useSideways(part.hasMedia);
  const mayDecide = part.role === 'speaker' || part.role === 'co_host';
  const endAt = room?.endAt ?? classroom.endAt;
  return (
    <div className={styles.room} data-panel={sideways.hasPanel} data-reactions={sideways.hasReactions}>
      <RoomHeader {...part} media={stay.media} endAt={endAt} clockAheadMs={stay.clockAheadMs} />
      <div className={styles.body}>
        <section className={styles.stage} data-theme="dark" aria-label="ステージ">
          <div className={styles.scene} data-media={part.hasMedia || undefined}>
            {!part.hasMedia && <WithoutMedia />}
            <HostAway people={people} isEvent={classroom.eventId !== null} />
            {stay.onlyListens && part.hasMedia && (
              <ListeningNote media={stay.media} endAt={endAt} clockAheadMs={stay.clockAheadMs} />
            )}
            <StageScene
              {...{ me, isOffline, media: stay.media, hasMedia: part.hasMedia }}
              people={people?.filter(({ id }) => !away?.has(id))}
              shown={room?.presentation && presented(room.presentation, part)}
              badge={<RecordingBadge isRecording={isRecording} onOpen={mayDecide ? consent.ask : undefined} />}
            />
            {board(part)}
            <CaptionLine {...captions} />
            <div className={styles.overlay}>{overlay(part)}</div>
            <StageNotices status={status} room={room}>
              <div>{notices(part)}</div>
              {!sideways.hasPanel && <div className={styles.hiddenPanel}>{hiddenPanel(part)}</div>}
            </StageNotices>
          </div>
          {room?.pinned && (
            <div className={styles.pinned}>
              <PinnedStrip classroomId={classroom.id} role={role} pinned={room.pinned} />
            </div>
          )}
          <div className={styles.reactions}>{reactions(part)}</div>
          <RoomControls
            {...part}
            {...{ mine, stay, captions, sideways, maySpeak }}
            onEnd={() => setIsEnding(true)}
            onAskConsent={consent.ask}
          />
        </section>
        <div className={styles.side}>{panel(part)}</div>
      </div>
      <LeaveQuestion
        classroom={classroom}
        isHost={part.role === 'host'}
        stay={stay}
        isEnding={isEnding}
        onClose={() => setIsEnding(false)}
      />
      <CaptionQuestion question={captions.question} />
      <RoleNews mine={mine} hasMedia={part.hasMedia} />
      <RecordingNews classroomId={classroom.id} {...{ isRecording, mine, stay, consent }} />
      {stay.media && <MediaRights classroomId={classroom.id} mine={mine} media={stay.media} stay={stay} />}
    </div>
  );
}

const WithoutMedia = () => (
  <p className={styles.away}>この教室では、音声と映像をご利用いただけません。コメントとリアクションで参加できます。</p>
);

interface StageNoticesProps extends Pick<ReturnType<typeof useRoomDocument>, 'status'> {
  room: RoomNews;
  children: ReactNode;
}

/** What concerns everybody in the room now, over the stage. */
const StageNotices = ({ status, room, children }: StageNoticesProps) => (
  <div className={styles.notices}>
    <LineState status={status} />
    {room?.isGuarded && (
      <div role="status">
        <Notice tone="warn" icon={Lock}>
          {GUARDED_INSIDE}
        </Notice>
      </div>
    )}
    <TimeWarning minutesLeft={room?.minutesLeft ?? null} />
    {children}
  </div>
);
