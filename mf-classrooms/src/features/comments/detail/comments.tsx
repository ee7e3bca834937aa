import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { formatCount } from '@manabiba/shared/format/count';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { isSignedIn, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Skeleton } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { canDeleteComment, commentOffer } from '../../../core/classroom/classroom-permissions';
import { CommentList } from './comment-list';
import { useComments } from './use-comments';

import styles from './comments.module.css';

interface CommentsProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

const loadCannotWrite = () =>
  import(/* webpackChunkName: "comments" */ '../cannot-write').then(({ CannotWrite }) => CannotWrite);
const loadComposer = () =>
  import(/* webpackChunkName: "comments" */ './comment-composer').then(({ CommentComposer }) => CommentComposer);
const loadReport = () => import('@manabiba/shared/people/report-dialog').then(({ ReportDialog }) => ReportDialog);
const loadDelete = () =>
  import(/* webpackChunkName: "comments" */ './delete-comment').then(({ DeleteComment }) => DeleteComment);

const composerPlace = (
  <div className={styles.composer}>
    <Skeleton shape="button" width={100} />
  </div>
);

/** コメント: the comments of a classroom and a composer. */
export function Comments({ classroom, classroomKey }: CommentsProps) {
  const me = useMe();
  const list = useComments(classroom, classroomKey);
  const [toDelete, setToDelete] = useState<ClassroomComment>();
  const { component: DeleteComment, fetch: fetchDelete } = useLazyComponent(loadDelete);
  const [toReport, setToReport] = useState<ClassroomComment>();
  const { component: ReportDialog, fetch: fetchReport } = useLazyComponent(loadReport);

  const ask = (comment: ClassroomComment) =>
    void fetchDelete().then((isThere) => setToDelete(isThere ? comment : undefined));
  const report = (comment: ClassroomComment) =>
    void fetchReport().then((isThere) => setToReport(isThere ? comment : undefined));
  return (
    <>
      <h2>
        コメント<small>{formatCount(classroom.commentCount)}件</small>
      </h2>
      <PlaceToWrite classroomId={classroom.id} classroomKey={classroomKey} />
      <CommentList
        list={list}
        hostId={classroom.host.id}
        canDelete={(comment) => canDeleteComment(comment, classroom, me)}
        onDelete={ask}
        onReport={report}
      />
      {DeleteComment && (
        <DeleteComment classroomId={classroom.id} comment={toDelete} onClose={() => setToDelete(undefined)} />
      )}
      {ReportDialog && toReport && (
        <ReportDialog
          subject={{
            kind: 'comment',
            id: toReport.id,
            nickname: toReport.user?.nickname ?? null,
            body: toReport.body,
            classroomId: classroom.id,
            classroomKey,
          }}
          onClose={() => setToReport(undefined)}
        />
      )}
    </>
  );
}

/** The composer, or the reason why the viewer cannot comment. */
function PlaceToWrite({ classroomId, classroomKey }: { classroomId: string; classroomKey: string | undefined }) {
  const me = useMe();
  const offer = commentOffer(me);
  if (offer !== 'write' || !isSignedIn(me)) {
    return (
      <LazyPart
        load={loadCannotWrite}
        props={{ reason: offer === 'write' ? 'sign_in' : offer }}
        fallback={composerPlace}
      />
    );
  }
  return (
    <LazyPart
      load={loadComposer}
      props={{ classroomId, classroomKey, me }}
      fallback={composerPlace}
      failure={(retry) => (
        <div className={styles.composer}>
          <Button onClick={retry}>もう一度試す</Button>
        </div>
      )}
    />
  );
}
