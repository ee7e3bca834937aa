import { isApiError, toast } from '@manabiba/shared/platform';
import { useEffect, useState } from 'react';

import { sendEventMessageBody, type SentEventMessage, type SentMessages } from '../contract/event-messages';
import { MAX_HOST_MESSAGES, MAX_MESSAGE_LENGTH, MAX_MESSAGE_SUBJECT_LENGTH } from '../contract/limits';
import { formatCount } from '../format/count';
import { LeaveGuard } from '../forms/leave-guard';
import { useEndpointForm } from '../forms/use-endpoint-form';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DateTime } from '../ui/date-time';
import { RichText } from '../ui/rich-text';
import { TextArea } from '../ui/text-area';
import { TextField } from '../ui/text-field';

import styles from './written-messages.module.css';

const EMPTY = { subject: '', body: '' };
const UNREACHED = '通信できませんでした。入力した内容は残っています。接続をご確認のうえ、もう一度お試しください。';

/** What differs between the messages of an event and of a class. */
export interface MessageWords {
  /** What they are about. */
  noun: string;
  /** Whom they reach: before their number. */
  recipients: string;
  /** Why nobody would get one. */
  noRecipients: string;
  /** Who can read them later. */
  later: string;
}

interface MessageComposerProps extends Pick<SentMessages, 'recipientCount' | 'remaining'> {
  words: MessageWords;
  send: (message: { subject: string; body: string }) => Promise<unknown>;
  /** Told whether there is unsent input, for a dialog around it. */
  onDirtyChange?: (isDirty: boolean) => void;
}

/** Who gets a message and how many there may be, with the form, or why none can be sent. */
export function MessageComposer({ recipientCount, remaining, ...rest }: MessageComposerProps) {
  const { words } = rest;
  if (remaining === 0)
    return <p className={styles.note}>{`この${words.noun}で送れる${MAX_HOST_MESSAGES}通を、すべて送りました。`}</p>;
  if (recipientCount === 0) return <p className={styles.note}>{words.noRecipients}</p>;
  return (
    <>
      <p className={styles.note}>
        {`${words.recipients}${formatCount(recipientCount)}人に、お知らせとメールで届きます。配信を停止した方には届きません。${words.later}あと${remaining}通送れます。`}
      </p>
      <MessageForm people={formatCount(recipientCount)} {...rest} />
    </>
  );
}

type MessageFormProps = Omit<MessageComposerProps, 'recipientCount' | 'remaining'> & { people: string };

function MessageForm({ people, words, send, onDirtyChange }: MessageFormProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { form, field, isDirty, isSending, handleSubmit, submitWith } = useEndpointForm({
    defaultValues: EMPTY,
    schema: sendEventMessageBody,
    onRefusal: (error) => toast.error(failureSentence(error)),
    onSend: async () => setIsAsking(true),
  });
  useEffect(() => {
    onDirtyChange?.(isDirty);
    return () => onDirtyChange?.(false);
  }, [isDirty, onDirtyChange]);
  const sendNow = submitWith(async (body) => {
    try {
      await send(body);
    } finally {
      setIsAsking(false);
    }
    toast.success('メッセージを送りました。');
    return EMPTY;
  });
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit}>
      <TextField label="件名" autoComplete="off" maxCharacters={MAX_MESSAGE_SUBJECT_LENGTH} {...field('subject')} />
      <TextArea label="本文" rows={8} maxCharacters={MAX_MESSAGE_LENGTH} {...field('body')} />
      <Button type="submit" variant="primary" isLoading={isSending && !isAsking} className={styles.go}>
        {`${people}人に送る`}
      </Button>
      <LeaveGuard isDirty={isDirty} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => sendNow()}
        title={`${people}人に送りますか`}
        confirmLabel="送る"
        isLoading={isSending}
      >
        {`「${form.getValues('subject')}」を、${words.recipients}${people}人に送ります。送ったあとで、取り消しや書き直しはできません。`}
      </ConfirmDialog>
    </form>
  );
}

function failureSentence(error: unknown): string {
  if (!isApiError(error)) throw error;
  return error.status === 0 ? UNREACHED : error.message;
}

/** The messages that were sent, the latest first. */
export function SentMessageList({ items }: { items: readonly SentEventMessage[] }) {
  return (
    <ul className={styles.sent}>
      {items.map(({ id, subject, body, createdAt, recipientCount, isRemoved }) => (
        <li key={id}>
          <h3>{subject}</h3>
          <p className={styles.meta}>
            <DateTime value={createdAt} />
            <span>{`${formatCount(recipientCount)}人`}</span>
            {isRemoved && <Badge tone="warn">運営が削除しました</Badge>}
          </p>
          <RichText text={body} />
        </li>
      ))}
    </ul>
  );
}
