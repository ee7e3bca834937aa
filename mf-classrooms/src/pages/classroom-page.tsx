import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import {
  RefusalPage,
  useLocation,
  useNavigate,
  usePageTitle,
  useParams,
  useSearchParams,
  useView,
} from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton';
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';

import { useClassroom } from '../core/classroom/use-classroom';
import { readRoomMark } from '../core/room/rejoin-marker';
import { ClassroomDetail } from '../features/classroom-detail/classroom-detail';
import { CommentsPlaceholder } from '../features/comments/detail/comments-placeholder';

/** Loaded on demand: most visitors of a classroom page are admitted. */
const PrivateGate = lazy(() =>
  import('../features/private-gate/private-gate').then((module) => ({ default: module.PrivateGate })),
);

/** The comments sit below the main content, so their chunk loads after it. */
const loadComments = () => import('../features/comments/detail/comments').then(({ Comments }) => Comments);

const loadHostSide = () => import('./classroom-page.host').then(({ HostSide }) => HostSide);

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

/** Whoever creates a classroom that starts now is led straight into its room. */
const hasEntersRoom = (state: unknown) => (state as { entersRoom?: boolean } | null)?.entersRoom === true;

const skeleton = (
  <PageBody>
    <SkeletonDetail />
  </PageBody>
);

function ClassroomById({ id, classroomKey }: { id: string; classroomKey: string | undefined }) {
  const { data: classroom, error, retry } = useClassroom(id, classroomKey);
  // A window that was in the room a moment ago rejoins it: a reload is not a departure.
  // The server does not know it: read after the first render, and before it is seen.
  const [isInRoom, setIsInRoom] = useState(false);
  const { state: passed, pathname, search } = useLocation();
  const navigate = useNavigate();
  const entersRoom = hasEntersRoom(passed);
  useLayoutEffect(() => {
    if (entersRoom || readRoomMark(id)) setIsInRoom(true);
    // Only once: after leaving the room, a reload or the way back shows the page.
    if (entersRoom) void navigate(pathname + search, { replace: true, state: null });
  }, [id, entersRoom, navigate, pathname, search]);
  const leaveRoom = useCallback(() => setIsInRoom(false), []);
  usePageTitle(classroom?.name);
  useView('view_classroom', classroom !== undefined);

  if (error?.code === 'not_found')
    return (
      <Suspense fallback={skeleton}>
        <PrivateGate classroomId={id} hasKey={classroomKey !== undefined} />
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
    <ClassroomDetail
      classroom={classroom}
      classroomKey={classroomKey}
      onJoin={() => setIsInRoom(true)}
      hostTools={<LazyPart load={loadHostSide} props={{ classroom }} />}
      comments={
        <LazyPart
          load={loadComments}
          props={{ classroom, classroomKey }}
          fallback={<CommentsPlaceholder classroom={classroom} />}
          failure={(retry) => <ErrorState title="コメントを表示できませんでした。" onRetry={retry} />}
        />
      }
    />
  );
}
