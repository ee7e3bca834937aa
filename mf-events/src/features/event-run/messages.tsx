import { sendEventMessageBody, type SentEventMessage } from '@manabiba/shared/contract/event-messages';
import { MAX_EVENT_MESSAGES, MAX_MESSAGE_LENGTH, MAX_MESSAGE_SUBJECT_LENGTH } from '@manabiba/shared/contract/limits';
import { listSentEventMessages, sendEventMessage } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { LeaveGuard } from '@manabiba/shared/forms/leave-guard';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { failureSentence } from '../../core/organizing/form-errors';

import parts from '../../core/organizing/tab-parts.module.css';
import styles from './messages.module.css';

const EMPTY = { subject: '', body: '' };

/** What the organizer writes to everybody who has a seat, and has written before. */
export function Messages({ event: { id } }: { event: { id: string } }) {
  const { data, error, retry } = useEndpoint(listSentEventMessages, { params: { id } }, { maxAgeSeconds: 0 });
  if (!data)
    return error ? (
      <ErrorState title="メッセージを表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  const { items, recipientCount, remaining } = data;
  return (
    <div className={parts.parts}>
      <Panel>
        <h2 className={parts.heading}>参加者へのメッセージ</h2>
        <Standing recipientCount={recipientCount} remaining={remaining} />
        {recipientCount > 0 && remaining > 0 && <MessageForm eventId={id} recipientCount={recipientCount} />}
      </Panel>
      <Panel>
        <h2 className={parts.heading}>送ったメッセージ</h2>
        {items.length === 0 ? (
          <EmptyState title="まだ送っていません。">送ったメッセージは、ここに残ります。</EmptyState>
        ) : (
          <ul className={styles.sent}>
            {items.map((message) => (
              <Sent key={message.id} message={message} />
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}

/** Who gets a message and how many there may be, or why none can be sent. */
function Standing({ recipientCount, remaining }: { recipientCount: number; remaining: number }) {
  if (remaining === 0)
    return <p className={styles.note}>このイベントで送れる{MAX_EVENT_MESSAGES}通を、すべて送りました。</p>;
  if (recipientCount === 0)
    return <p className={styles.note}>申し込みのお席が決まった方がいると、ここからメッセージを送れます。</p>;
  return (
    <p className={styles.note}>
      {`お席のある${formatCount(recipientCount)}人に、お知らせとメールで届きます。配信を停止した方には届きません。あとから申し込んだ方も、イベントのページで読めます。あと${remaining}通送れます。`}
    </p>
  );
}

function MessageForm({ eventId, recipientCount }: { eventId: string; recipientCount: number }) {
  const [isAsking, setIsAsking] = useState(false);
  const { run } = useEndpointMutation(sendEventMessage);
  const { form, field, isDirty, isSending, handleSubmit, submitWith } = useEndpointForm({
    defaultValues: EMPTY,
    schema: sendEventMessageBody,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async () => setIsAsking(true),
  });
  const send = submitWith(async (body) => {
    try {
      await run({ params: { id: eventId }, body });
    } finally {
      setIsAsking(false);
    }
    toast.success('メッセージを送りました。');
    return EMPTY;
  });
  return (
    <form className={parts.form} noValidate onSubmit={handleSubmit}>
      <TextField label="件名" autoComplete="off" maxCharacters={MAX_MESSAGE_SUBJECT_LENGTH} {...field('subject')} />
      <TextArea label="本文" rows={8} maxCharacters={MAX_MESSAGE_LENGTH} {...field('body')} />
      <Button type="submit" variant="primary" isLoading={isSending && !isAsking} className={parts.go}>
        {`${formatCount(recipientCount)}人に送る`}
      </Button>
      <LeaveGuard isDirty={isDirty} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => send()}
        title={`${formatCount(recipientCount)}人に送りますか`}
        confirmLabel="送る"
        isLoading={isSending}
      >
        {`「${form.getValues('subject')}」を、お席のある${formatCount(recipientCount)}人に送ります。送ったあとで、取り消しや書き直しはできません。`}
      </ConfirmDialog>
    </form>
  );
}

function Sent({ message: { subject, body, createdAt, recipientCount, isRemoved } }: { message: SentEventMessage }) {
  return (
    <li>
      <h3>{subject}</h3>
      <p className={styles.meta}>
        <DateTime value={createdAt} />
        <span>{`${formatCount(recipientCount)}人`}</span>
        {isRemoved && <Badge tone="warn">運営が削除しました</Badge>}
      </p>
      <RichText text={body} />
    </li>
  );
}
