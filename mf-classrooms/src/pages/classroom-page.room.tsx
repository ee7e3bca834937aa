import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { lazy, Suspense, useState } from 'react';

import type { SilenceReason } from '../core/classroom/viewer';
import type { RoomPartProps } from '../core/room/room-context';
import { CannotWrite } from '../features/comments/cannot-write';
import { RoomConversation } from '../features/comments/room/room-conversation';
import { QuestionCount } from '../features/questions/question-count';
import { ReactionBar } from '../features/reactions/reaction-bar';
import { ReactionOverlay } from '../features/reactions/reaction-overlay';
import { RoomEntry } from '../features/room-entry/room-entry';
import { RoomPanel, type RoomTab } from '../features/room-panel/room-panel';
import { RoomStage } from '../features/room-stage/room-stage';

/** Loaded where the room has voice and video. */
const Prejoin = lazy(() => import('../features/prejoin/prejoin').then((module) => ({ default: module.Prejoin })));

/** Loaded when the tab is opened. */
const loadQuestions = () => import('../features/questions/room-questions').then(({ RoomQuestions }) => RoomQuestions);
const cannotWrite = (reason: SilenceReason) => <CannotWrite reason={reason} what="質問" />;
const loadMaterials = () =>
  import(/* webpackChunkName: "materials" */ '../features/materials/room-materials').then(
    ({ RoomMaterials }) => RoomMaterials,
  );
/** Loaded with the first PDF on the stage. */
const Presentation = lazy(() =>
  import(/* webpackChunkName: "pdf" */ '../features/materials/presentation').then((module) => ({
    default: module.Presentation,
  })),
);
/** Who has just come has missed nothing. */
const MissedNotice = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/missed/missed-notice').then((module) => ({
    default: module.MissedNotice,
  })),
);
/** Loaded once the room is there, in one file: few rooms need them. Who draws on the board loads its editor. */
const PollCard = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/polls/poll-card').then((m) => ({ default: m.PollCard })),
);
const PollNotice = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/polls/poll-card').then((m) => ({ default: m.PollNotice })),
);
const PollTool = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/polls/poll-tool').then((m) => ({ default: m.PollTool })),
);
const BoardStage = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/board/board-stage').then((m) => ({ default: m.BoardStage })),
);
const BoardTool = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/board/board-tool').then((m) => ({ default: m.BoardTool })),
);
const RoomGroups = lazy(() =>
  import(/* webpackChunkName: "room-late" */ '../features/groups/room-groups').then((module) => ({
    default: module.RoomGroups,
  })),
);

interface LiveRoomProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
  /** Joins at once, without the prejoin screen. */
  onlyListens: boolean;
  onClose: () => void;
  onEnded: () => void;
}

/** The live room of a classroom: join screen, stage and everything around it. */
export function LiveRoom({ classroom, classroomKey, onlyListens, onClose, onEnded }: LiveRoomProps) {
  return (
    <RoomEntry
      {...{ classroom, classroomKey, onlyListens, onClose, onEnded }}
      prejoin={({ role, consents }, onJoin) => (
        <Prejoin {...{ classroom, role, onJoin, onClose }} isRecorded={consents.includes('recording')} />
      )}
    >
      {(stay) => (
        <RoomStage
          classroom={classroom}
          classroomKey={classroomKey}
          stay={stay}
          reactions={(part) => <ReactionBar {...part} />}
          board={(part) => (
            <Suspense fallback={null}>
              <BoardStage {...part} />
            </Suspense>
          )}
          overlay={(part) => <ReactionOverlay {...part} />}
          panel={(part) => <RoomSide {...part} />}
          presented={(presentation, part) => (
            <Suspense fallback={<Spinner />}>
              <Presentation key={presentation.materialId} {...part} {...{ presentation }} media={stay.media} />
            </Suspense>
          )}
          hiddenPanel={(part) => (
            <Suspense fallback={null}>
              <RoomGroups {...part} view="notice" />
              <PollNotice {...part} />
            </Suspense>
          )}
          notices={(part) => (
            <Suspense fallback={null}>
              <MissedNotice classroomId={part.classroom.id} />
            </Suspense>
          )}
        />
      )}
    </RoomEntry>
  );
}

/**
 * The side panel of a live room: participants, comments, questions and materials. Comments stay subscribed whatever is shown.
 */
function RoomSide(part: RoomPartProps) {
  // The host sees the participants first, everyone else the comments.
  const [tab, setTab] = useState<RoomTab>(part.role === 'host' ? 'people' : 'comments');
  const questions = (
    <LazyPart
      load={loadQuestions}
      props={{ ...part, cannotWrite }}
      fallback={<SkeletonRows count={4} />}
      failure={(again) => <ErrorState title="質問を表示できませんでした。" onRetry={again} level={3} />}
    />
  );
  const materials = (
    <LazyPart
      load={loadMaterials}
      props={part}
      fallback={<SkeletonRows count={3} />}
      failure={(again) => <ErrorState title="資料を表示できませんでした。" onRetry={again} level={3} />}
    />
  );
  const questionCount = <QuestionCount classroomId={part.classroom.id} isShown={tab === 'questions'} />;
  return (
    <RoomConversation {...part} isShown={tab === 'comments'}>
      {(comments, counts) => (
        <RoomPanel
          {...part}
          {...counts}
          tab={tab}
          onSelectTab={setTab}
          {...{ comments, questions, questionCount, materials }}
          top={
            <Suspense fallback={null}>
              <RoomGroups {...part} view="card" />
              <PollCard {...part} />
            </Suspense>
          }
          tools={
            <Suspense fallback={null}>
              <BoardTool classroomId={part.classroom.id} />
              <PollTool classroomId={part.classroom.id} isInRoom />
              <RoomGroups {...part} view="tool" />
            </Suspense>
          }
        />
      )}
    </RoomConversation>
  );
}
