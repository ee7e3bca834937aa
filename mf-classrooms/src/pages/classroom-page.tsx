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
import { SkeletonDetail } from '@manabiba/shared/ui/skeleton-detail';
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react';

import { useClassroom } from '../core/classroom/use-classroom';
import { readEntersRoom } from '../core/room/enter-room';
import { readRoomMark } from '../core/room/rejoin-marker';
import { ClassroomDetail } from '../features/classroom-detail/classroom-detail';
import { CommentsPlaceholder } from '../features/comments/detail/comments-placeholder';

import styles from '../features/classroom-detail/classroom-detail.module.css';

/** Loaded on demand: most visitors of a classroom page are admitted. */
const PrivateGate = lazy(() =>
  import('../features/private-gate/private-gate').then((module) => ({ default: module.PrivateGate })),
);

/** Comments, materials and ratings sit below the main content, so their chunk loads after it. */
const loadBelow = () => import('./classroom-page.below').then(({ BelowDescription }) => BelowDescription);
const loadEnd = () => import('./classroom-page.below').then(({ EndOfPage }) => EndOfPage);

const loadEnded = () => import('./classroom-page.ended').then(({ EndedClass }) => EndedClass);
const loadHostSide = () => import('./classroom-page.host').then(({ HostSide }) => HostSide);

/** The room chunk loads when the user joins. Not by Suspense, which would hold it back for as long as 300 ms. */
const loadRoom = () => import(/* webpackChunkName: "room" */ './classroom-page.room').then(({ LiveRoom }) => LiveRoom);

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
  const { data: classroom, error, retry } = useClassroom(id, classroomKey);
  // A window that was in the room a moment ago rejoins it: a reload is not a departure.
  // The server does not know it: read after the first render, and before it is seen.
  const [entry, setEntry] = useState<ReturnType<typeof readEntersRoom>>(false);
  const { state: passed, pathname, search } = useLocation();
  const navigate = useNavigate();
  // Whoever creates a classroom that starts now, or only wants to listen, is led straight into the room.
  const entersRoom = readEntersRoom(passed);
  useLayoutEffect(() => {
    if (entersRoom || readRoomMark(id)) {
      setEntry(entersRoom || true);
      // Beside the classroom's data. `LazyPart` reports a failure.
      loadRoom().catch(() => undefined);
    }
    // Only once: after leaving the room, a reload or the way back shows the page.
    if (entersRoom) void navigate(pathname + search, { replace: true, state: null });
  }, [id, entersRoom, navigate, pathname, search]);
  const leaveRoom = useCallback(() => setEntry(false), []);
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
  if (entry) {
    const onlyListens = entry === 'listen';
    return (
      <LazyPart
        load={loadRoom}
        props={{ classroom, classroomKey, onlyListens, onClose: leaveRoom, onEnded: retry }}
        fallback={skeleton}
        failure={(again) => <ErrorState title="教室に入れませんでした。" onRetry={again} />}
      />
    );
  }
  return (
    <ClassroomDetail
      classroom={classroom}
      classroomKey={classroomKey}
      onJoin={() => setEntry(true)}
      hostTools={<LazyPart load={loadHostSide} props={{ classroom }} />}
      ended={<LazyPart load={loadEnded} props={{ classroom, classroomKey }} />}
      end={<LazyPart load={loadEnd} props={{ classroom, classroomKey }} />}
      comments={
        <LazyPart
          load={loadBelow}
          props={{ classroom, classroomKey }}
          fallback={
            <section className={styles.section} aria-label="コメント">
              <CommentsPlaceholder classroom={classroom} />
            </section>
          }
          failure={(retry) => <ErrorState title="コメントを表示できませんでした。" onRetry={retry} />}
        />
      }
    />
  );
}
