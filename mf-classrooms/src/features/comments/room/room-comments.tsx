import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import { COMMENT_EDIT_MINUTES } from '@manabiba/shared/contract/limits';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { isSignedIn, useMe, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { SpokenSummary } from '@manabiba/shared/ui/spoken-summary';
import { millisecondsInMinute } from 'date-fns/constants';
import { ArrowDown } from 'lucide-react';
import { Fragment, useMemo, useState } from 'react';

import { commentOffer } from '../../../core/classroom/classroom-permissions';
import type { RoomPartProps } from '../../../core/room/room-context';
import { isModerator } from '../../../core/room/room-rights';
import { usePin } from '../../../core/room/use-pin';
import { CannotWrite } from '../cannot-write';
import { ConfirmDelete } from '../confirm-delete';
import { quoteOf } from '../quote';
import { useDeleteComment } from '../use-delete-comment';
import { OutgoingRow } from './outgoing-row';
import { RoomCommentRow } from './room-comment-row';
import { RoomComposer, type Writing } from './room-composer';
import { ofOthers, positionOf } from './room-thread';
import type { Conversation } from './use-conversation';
import { useEditComment } from './use-edit-comment';
import { useNewBelow } from './use-new-below';
import { useStickToBottom } from './use-stick-to-bottom';

import styles from './room-comments.module.css';

interface RoomCommentsProps extends RoomPartProps {
  conversation: Conversation;
  /** The host and co-hosts by id, for the badge beside the name. */
  moderators: Moderators;
}

type Moderators = ReadonlyMap<string, Extract<RoomRole, 'host' | 'co_host'>>;

/** コメント of a live room: newest last, missed ones marked, with a composer. */
export function RoomComments({ classroom, classroomKey, role, conversation, moderators }: RoomCommentsProps) {
  const me = useMe();
  const { comments } = conversation;
  const { scroller, isAtEnd, goToEnd } = useStickToBottom();
  const [toDelete, setToDelete] = useState<RoomCommentDoc>();
  const [toReport, setToReport] = useState<RoomCommentDoc>();
  const others = useMemo(
    () => ofOthers(comments, me.id, conversation.blocked),
    [comments, me.id, conversation.blocked],
  );
  const newCount = useNewBelow(others, isAtEnd);
  const offer = commentOffer(me);
  const [writing, setWriting] = useState<Writing>();
  const edit = useEditComment(classroom.id, classroomKey, conversation.take);
  const { pin } = usePin(classroom.id);
  const handleSend = (body: string) => {
    setWriting(undefined);
    if (writing?.kind === 'edit') return edit(writing.comment, body);
    conversation.outgoing.send(body, writing && quoteOf(writing.comment));
    goToEnd();
  };
  const mayWrite = offer === 'write';
  return (
    <div className={styles.room}>
      {/* Somebody at the keyboard scrolls it too. */}
      <div
        className={styles.scroller}
        ref={scroller}
        role="region"
        aria-label="コメントの一覧"
        tabIndex={0}
        data-focus-quietly=""
      >
        <Older conversation={conversation} />
        {conversation.isLoading && <SkeletonRows count={4} />}
        <CommentRows
          {...{ role, conversation, moderators }}
          onDelete={setToDelete}
          onReport={setToReport}
          onWrite={mayWrite ? setWriting : undefined}
          onPin={isModerator(role) ? ({ id }) => pin('comment', id) : undefined}
        />
      </div>
      {newCount > 0 && (
        <Button
          size="small"
          variant="primary"
          className={styles.pill}
          icon={<Icon icon={ArrowDown} size={16} />}
          onClick={goToEnd}
        >
          新しいコメント {newCount}件
        </Button>
      )}
      {mayWrite ? (
        <RoomComposer
          key={writing?.kind === 'edit' ? writing.comment.id : 'new'}
          classroomId={classroom.id}
          writing={writing}
          onCancel={() => setWriting(undefined)}
          onSend={handleSend}
        />
      ) : (
        <div className={styles.composer}>
          <CannotWrite reason={offer} />
        </div>
      )}
      {!conversation.isLoading && <SpokenComments comments={others} />}
      <DeleteQuestion {...{ classroom, conversation }} comment={toDelete} onClose={() => setToDelete(undefined)} />
      {toReport && (
        <ReportDialog
          subject={reportSubject(toReport, classroom.id, classroomKey)}
          onClose={() => setToReport(undefined)}
        />
      )}
    </div>
  );
}

interface CommentRowsProps extends Pick<RoomCommentsProps, 'role' | 'conversation' | 'moderators'> {
  onDelete: (comment: RoomCommentDoc) => void;
  onReport: (comment: RoomCommentDoc) => void;
  /** Absent for viewers who may not write. */
  onWrite: ((writing: Writing) => void) | undefined;
  onPin: ((comment: RoomCommentDoc) => void) | undefined;
}

/** The comments, followed by the viewer's own pending ones. */
function CommentRows({ role, conversation, moderators, onDelete, onReport, onWrite, onPin }: CommentRowsProps) {
  const me = useMe();
  const { comments, outgoing, blocked, missed, isLoading } = conversation;
  const offer = commentOffer(me);
  const now = useNow(millisecondsInMinute);
  const onReply = onWrite && ((comment: RoomCommentDoc) => onWrite({ kind: 'reply', comment }));
  const onEdit = onWrite && ((comment: RoomCommentDoc) => onWrite({ kind: 'edit', comment }));
  const mayDelete = offer !== 'sign_in' && offer !== 'too_young';
  if (!isLoading && comments.length + outgoing.items.length === 0)
    return <p className={styles.none}>まだコメントはありません。</p>;
  return (
    <ol>
      {comments.map((comment, index) => (
        <Fragment key={comment.id}>
          <MissedMark missed={missed} before={comments[index - 1]} at={comment} />
          <RoomCommentRow
            comment={comment}
            role={comment.userId === null ? undefined : moderators.get(comment.userId)}
            isBlocked={comment.userId !== null && blocked.has(comment.userId)}
            onDelete={mayDelete && (comment.userId === me.id || isModerator(role)) ? onDelete : undefined}
            onReport={comment.userId === me.id ? undefined : onReport}
            onReply={comment.userId === me.id ? undefined : onReply}
            onEdit={comment.userId === me.id && isEditable(comment, now) ? onEdit : undefined}
            onPin={onPin}
            isQuoteBlocked={typeof comment.replyTo?.userId === 'string' && blocked.has(comment.replyTo.userId)}
          />
        </Fragment>
      ))}
      {isSignedIn(me) &&
        outgoing.items.map((item) => (
          <OutgoingRow
            key={item.id}
            outgoing={item}
            me={me}
            onRetry={() => outgoing.retry(item.id)}
            onDrop={() => outgoing.drop(item.id)}
          />
        ))}
    </ol>
  );
}

/** Whether the own comment can still be changed. The api decides. */
const isEditable = ({ createdAt }: RoomCommentDoc, now: Date | number) =>
  Number(now) - Date.parse(createdAt) < COMMENT_EDIT_MINUTES * millisecondsInMinute;

interface DeleteQuestionProps extends Pick<RoomCommentsProps, 'classroom' | 'conversation'> {
  comment: RoomCommentDoc | undefined;
  onClose: () => void;
}

function DeleteQuestion({ classroom, conversation, comment, onClose }: DeleteQuestionProps) {
  const me = useMe();
  const deleteComment = useDeleteComment(classroom.id, conversation.forget);
  const handleConfirm = () => {
    if (comment) deleteComment(comment.id);
    onClose();
  };
  return (
    <ConfirmDelete
      isOpen={comment !== undefined}
      isMine={comment?.userId === me.id}
      onClose={onClose}
      onConfirm={handleConfirm}
    />
  );
}

const reportSubject = (
  { id, userId, nickname, body }: RoomCommentDoc,
  classroomId: string,
  classroomKey: string | undefined,
) => ({ kind: 'comment', id, nickname: userId === null ? null : nickname, body, classroomId, classroomKey }) as const;

function Older({ conversation: { older, isLoading } }: Pick<RoomCommentsProps, 'conversation'>) {
  if (!older.hasMore || isLoading) return null;
  return (
    <p className={styles.older}>
      {older.hasFailed && <span role="alert">以前のコメントを表示できませんでした。</span>}
      <Button variant="ghost" size="small" isLoading={older.isLoading} onClick={older.load}>
        {older.hasFailed ? 'もう一度試す' : '以前のコメントを見る'}
      </Button>
    </p>
  );
}

interface MissedMarkProps {
  missed: Conversation['missed'];
  before: RoomCommentDoc | undefined;
  at: RoomCommentDoc;
}

/** A marker before the first comment that arrived during a connection loss. */
function MissedMark({ missed, before, at }: MissedMarkProps) {
  if (!missed || missed.count === 0 || positionOf(at) <= missed.after || (before && positionOf(before) > missed.after))
    return null;
  return (
    <li className={styles.missed}>
      <span>不在のあいだに {missed.count} 件</span>
    </li>
  );
}

/** Announces new comments in batches every few seconds, not individually. */
function SpokenComments({ comments }: { comments: readonly RoomCommentDoc[] }) {
  return (
    <SpokenSummary
      items={comments}
      idOf={positionOf}
      sentence={(fresh) => {
        const [only] = fresh;
        if (!only) return '';
        return fresh.length === 1 ? `${only.nickname}さん ${only.body}` : `新しいコメント ${fresh.length}件`;
      }}
    />
  );
}
