import { isSignedIn, RefusalPage, useMe, usePageTitle, useParams, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useCallback, useState } from 'react';
import { readRoomMark } from '../core/room-mark';
import type { RoomPartProps } from '../core/room-stay';
import { useCategories } from '../core/use-categories';
import { useClassroom } from '../core/use-classroom';
import { ClassroomDetail } from '../features/classroom-detail/classroom-detail';
import { useEditDialog } from '../features/classroom-form/use-edit-dialog';
import { Comments } from '../features/comments/comments';

/** Few come to a classroom that does not let them in. */
const PrivateGate = lazy(() => import('../features/private-gate/private-gate').then((module) => ({ default: module.PrivateGate })));

/** The room and what is in it: one chunk, which comes when somebody goes in. */
const RoomEntry = lazy(() => import(/* webpackChunkName: "room" */ '../features/room-entry/room-entry').then((module) => ({ default: module.RoomEntry })));
const RoomStage = lazy(() => import(/* webpackChunkName: "room" */ '../features/room-stage/room-stage').then((module) => ({ default: module.RoomStage })));
const RoomConversation = lazy(() => import(/* webpackChunkName: "room" */ '../features/comments/room-conversation').then((module) => ({ default: module.RoomConversation })));
const RoomPanel = lazy(() => import(/* webpackChunkName: "room" */ '../features/room-panel/room-panel').then((module) => ({ default: module.RoomPanel })));
const ReactionBar = lazy(() => import(/* webpackChunkName: "room" */ '../features/reactions/reaction-bar').then((module) => ({ default: module.ReactionBar })));
const ReactionOverlay = lazy(() => import(/* webpackChunkName: "room" */ '../features/reactions/reaction-overlay').then((module) => ({ default: module.ReactionOverlay })));

/** /classrooms/{id}: one classroom. ?key= opens a private one. */
export function ClassroomPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  // Another classroom is another page: nothing typed or opened here goes along.
  return <ClassroomById key={id} id={id} classroomKey={search.get('key') || undefined} />;
}

const skeleton = <PageBody><SkeletonDetail /></PageBody>;

function ClassroomById({ id, classroomKey }: { id: string; classroomKey: string | undefined }) {
  const me = useMe();
  const { categories } = useCategories();
  const { data: classroom, error, retry } = useClassroom(id, classroomKey);
  const { EditDialog, open, close } = useEditDialog();
  // A window that was in the room a moment ago goes back to it: a reload is no goodbye.
  const [isInRoom, setIsInRoom] = useState(() => readRoomMark(id) !== null);
  const leaveRoom = useCallback(() => setIsInRoom(false), []);
  usePageTitle(classroom?.name);

  if (error?.code === 'not_found') return <Suspense fallback={skeleton}><PrivateGate hasKey={classroomKey !== undefined} /></Suspense>;
  if (error && (error.code === 'kicked' || !classroom)) return <RefusalPage error={error} onRetry={retry} />;
  if (!classroom) return skeleton;
  if (isInRoom) {
    return (
      <Suspense fallback={skeleton}>
        <RoomEntry classroom={classroom} classroomKey={classroomKey} onClose={leaveRoom} onEnded={retry}>
          {(stay) => (
            <RoomStage
              classroom={classroom} classroomKey={classroomKey} stay={stay}
              reactions={(part) => <ReactionBar {...part} />} overlay={(part) => <ReactionOverlay {...part} />} panel={(part) => <RoomSide {...part} />}
            />
          )}
        </RoomEntry>
      </Suspense>
    );
  }
  return (
    <>
      <ClassroomDetail
        classroom={classroom} classroomKey={classroomKey} onEdit={open} onJoin={() => setIsInRoom(true)}
        comments={<Comments classroom={classroom} classroomKey={classroomKey} />}
      />
      {EditDialog && isSignedIn(me) && categories.length > 0 && (
        <EditDialog classroom={classroom} categories={categories} me={me} onClose={close} />
      )}
    </>
  );
}

/** The side of a live room: people and comments, which go on being heard while the people are shown. */
function RoomSide(part: RoomPartProps) {
  // Whoever holds the class looks at the people first, everybody else at what is said.
  const [tab, setTab] = useState<'people' | 'comments'>(part.role === 'host' ? 'people' : 'comments');
  return (
    <RoomConversation {...part} isShown={tab === 'comments'}>
      {(comments, counts) => <RoomPanel {...part} {...counts} tab={tab} onSelectTab={setTab} comments={comments} />}
    </RoomConversation>
  );
}
