import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import {
  isSignedIn,
  RefusalPage,
  useMe,
  usePageTitle,
  useParams,
  useSearchParams,
  useView,
} from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';

import { useCategories } from '../core/classroom/use-categories';
import { useClassroom } from '../core/classroom/use-classroom';
import { readRoomMark } from '../core/room/rejoin-marker';
import { ClassroomDetail } from '../features/classroom-detail/classroom-detail';
import { useEditDialog } from '../features/classroom-form/use-edit-dialog';
import { CommentsPlaceholder } from '../features/comments/detail/comments-placeholder';

/** Loaded on demand: most visitors of a classroom page are admitted. */
const PrivateGate = lazy(() =>
  import('../features/private-gate/private-gate').then((module) => ({ default: module.PrivateGate })),
);

/** The comments sit below the main content, so their chunk loads after it. */
const loadComments = () => import('../features/comments/detail/comments').then(({ Comments }) => Comments);

/** The room chunk loads when the user joins. */
const LiveRoom = lazy(() =>
  import(/* webpackChunkName: "room" */ './classroom-page.room').then((module) => ({ default: module.LiveRoom })),
);

/** /classrooms/{id}: one classroom. ?key= gives access to a private one. */
export function ClassroomPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  // Another classroom is a fresh page: no input or open state carries over.
  return <ClassroomById key={id} id={id} classroomKey={search.get('key') || undefined} />;
}

const skeleton = (
  <PageBody>
    <SkeletonDetail />
  </PageBody>
);

function ClassroomById({ id, classroomKey }: { id: string; classroomKey: string | undefined }) {
  const me = useMe();
  const { categories } = useCategories();
  const { data: classroom, error, retry } = useClassroom(id, classroomKey);
  const { EditDialog, open, close } = useEditDialog();
  // A window that was in the room a moment ago rejoins it: a reload is not a departure.
  // The server does not know it: read after the first render, and before it is seen.
  const [isInRoom, setIsInRoom] = useState(false);
  useLayoutEffect(() => {
    if (readRoomMark(id)) setIsInRoom(true);
  }, [id]);
  const leaveRoom = useCallback(() => setIsInRoom(false), []);
  usePageTitle(classroom?.name);
  useView('view_classroom', classroom !== undefined);

  if (error?.code === 'not_found')
    return (
      <Suspense fallback={skeleton}>
        <PrivateGate hasKey={classroomKey !== undefined} />
      </Suspense>
    );
  if (error && (error.code === 'kicked' || !classroom)) return <RefusalPage error={error} onRetry={retry} />;
  if (!classroom) return skeleton;
  if (isInRoom) {
    return (
      <Suspense fallback={skeleton}>
        <LiveRoom classroom={classroom} classroomKey={classroomKey} onClose={leaveRoom} onEnded={retry} />
      </Suspense>
    );
  }
  return (
    <>
      <ClassroomDetail
        classroom={classroom}
        classroomKey={classroomKey}
        onEdit={open}
        onJoin={() => setIsInRoom(true)}
        comments={
          <LazyPart
            load={loadComments}
            props={{ classroom, classroomKey }}
            fallback={<CommentsPlaceholder classroom={classroom} />}
            failure={(retry) => <ErrorState title="コメントを表示できませんでした。" onRetry={retry} />}
          />
        }
      />
      {EditDialog && isSignedIn(me) && categories.length > 0 && (
        <EditDialog classroom={classroom} categories={categories} me={me} onClose={close} />
      )}
    </>
  );
}
