import { toast, useEndpointMutation } from '@manabiba/shared/platform';
import { type FormEvent, useState } from 'react';

import { MAX_REPORT_DETAIL_LENGTH } from '../contract/limits';
import {
  reportArchive,
  reportClassroomBoard,
  reportClassroomComment,
  reportEventMessage,
  reportQuestion,
  reportRating,
  reportSeries,
  reportUser,
} from '../data/endpoints';
import { type ReportReason, reportReasons } from '../format/report-reasons';
import { FormDialog } from '../ui/form-dialog';
import { Notice } from '../ui/notice';
import { RadioCards } from '../ui/radio-cards';
import { TextArea } from '../ui/text-area';

import styles from './report-dialog.module.css';

/** The reported subject: a comment, a question, a rating, a message, a user, an archive, a series or a board. */
export type ReportSubject =
  /** `nickname` is null for a user who has left the service. */
  | {
      kind: 'comment' | 'question';
      id: string;
      nickname: string | null;
      body: string;
      classroomId: string;
      classroomKey: string | undefined;
    }
  /** The author as it is shown, with or without a name. */
  | { kind: 'rating'; id: string; author: string; body: string }
  /** A message of a host to those who take part. */
  | { kind: 'message'; id: string; body: string }
  | { kind: 'person'; id: string; nickname: string }
  | { kind: 'archive'; id: string; title: string }
  | { kind: 'series'; id: string; title: string }
  /** The board of the classroom with this id. */
  | { kind: 'board'; id: string };

/** 通報: a reason and a comment. The input is kept when the call fails. */
export function ReportDialog({ subject, onClose }: { subject: ReportSubject; onClose: () => void }) {
  const [reason, setReason] = useState<ReportReason>();
  const [detail, setDetail] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const { report, isRunning, error } = useReport(subject, onClose);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!reason);
    if (reason && !isRunning) report({ reason, detail: detail.trim() || undefined });
  };
  return (
    <FormDialog
      title={titleOf(subject)}
      submitLabel="通報する"
      loadingLabel="送信中…"
      // A reason is chosen again at once; words are not.
      isDirty={detail.trim() !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.report}>
        {error && !error.fields.detail && (
          <Notice tone="error" role="alert">
            {error.message}
          </Notice>
        )}
        {'body' in subject && subject.body !== '' && <blockquote className={styles.quote}>{subject.body}</blockquote>}
        <RadioCards
          legend="理由"
          options={reportReasons}
          value={reason ?? ''}
          error={isMissing && !reason ? '理由を選択してください。' : undefined}
          onChange={(event) => setReason(event.target.value as ReportReason)}
        />
        <TextArea
          label="くわしい内容(任意)"
          maxCharacters={MAX_REPORT_DETAIL_LENGTH}
          value={detail}
          error={error?.fields.detail}
          onChange={(event) => setDetail(event.target.value)}
        />
        <p className={styles.hint}>運営が内容を確認します。通報したことは相手に伝わりません。</p>
      </div>
    </FormDialog>
  );
}

function titleOf(subject: ReportSubject): string {
  if (subject.kind === 'archive' || subject.kind === 'series') return `「${subject.title}」を通報`;
  if (subject.kind === 'message') return 'メッセージを通報';
  if (subject.kind === 'board') return 'ホワイトボードを通報';
  if (subject.kind === 'rating') return `${subject.author}のレビューを通報`;
  const { kind, nickname } = subject;
  if (kind === 'person') return `${nickname}さんを通報`;
  const author = nickname === null ? '退会したユーザー' : `${nickname}さん`;
  return `${author}の${kind === 'question' ? '質問' : 'コメント'}を通報`;
}

function useReport(subject: ReportSubject, onDone: () => void) {
  const onSuccess = () => {
    toast.success('通報を受け付けました。ご協力ありがとうございます。');
    onDone();
  };
  const ofComment = useEndpointMutation(reportClassroomComment, { onSuccess });
  const ofQuestion = useEndpointMutation(reportQuestion, { onSuccess });
  const ofRating = useEndpointMutation(reportRating, { onSuccess });
  const ofPerson = useEndpointMutation(reportUser, { onSuccess });
  const ofArchive = useEndpointMutation(reportArchive, { onSuccess });
  const ofMessage = useEndpointMutation(reportEventMessage, { onSuccess });
  const ofSeries = useEndpointMutation(reportSeries, { onSuccess });
  const ofBoard = useEndpointMutation(reportClassroomBoard, { onSuccess });
  const send = (words: { reason: ReportReason; detail: string | undefined }) => {
    const { kind, id } = subject;
    if (kind === 'person') return ofPerson.run({ params: { id }, body: words });
    if (kind === 'rating') return ofRating.run({ params: { ratingId: id }, body: words });
    if (kind === 'message') return ofMessage.run({ params: { messageId: id }, body: words });
    if (kind === 'archive') return ofArchive.run({ params: { id }, body: words });
    if (kind === 'series') return ofSeries.run({ params: { id }, body: words });
    if (kind === 'board') return ofBoard.run({ params: { id }, body: words });
    const { classroomId, classroomKey: key } = subject;
    const body = { ...words, key };
    return kind === 'question'
      ? ofQuestion.run({ params: { id: classroomId, questionId: id }, body })
      : ofComment.run({ params: { id: classroomId, commentId: id }, body });
  };
  const calls = [ofComment, ofQuestion, ofRating, ofPerson, ofArchive, ofMessage, ofSeries, ofBoard];
  return {
    // The dialog shows the error.
    report: (words: Parameters<typeof send>[0]) => void send(words).catch(() => undefined),
    isRunning: calls.some(({ isRunning }) => isRunning),
    error: calls.find(({ error }) => error)?.error,
  };
}
