import type { createCalendarFeed as createCalendarFeedCall } from '@manabiba/shared/contract/calendar-feeds';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@manabiba/shared/data/endpoints';
import { formatMonthDay } from '@manabiba/shared/format/date-time';
import { copyText, showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button, buttonClass } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { TextField } from '@manabiba/shared/ui/text-field';
import { Calendar, Copy } from 'lucide-react';
import { useState } from 'react';

import styles from './calendar-feed.module.css';

/** Dialog for the user's calendar feed: creates its address, shown only once, and replaces or revokes it. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const feed = useEndpoint(getCalendarFeed, {}, { maxAgeSeconds: 0 });
  const { created, create, isCreating } = useCreation();
  const { remove, isRemoving } = useRemoval(onClose);
  const isBusy = isCreating || isRemoving;
  const createdAt = feed.data?.createdAt ?? null;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="予定表を購読"
      isBusy={isBusy}
      footer={
        <>
          {createdAt !== null && (
            <Button variant="danger-quiet" disabled={isBusy} isLoading={isRemoving} onClick={remove}>
              購読をやめる
            </Button>
          )}
          {created ? (
            <Button disabled={isBusy} onClick={onClose}>
              閉じる
            </Button>
          ) : (
            <Button variant="primary" disabled={!feed.data || isBusy} isLoading={isCreating} onClick={create}>
              {createdAt === null ? 'アドレスをつくる' : '新しいアドレスをつくる'}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body}>
        <p>
          申し込んだイベントと、予約した教室や主催する教室を、お使いのカレンダーに表示します。日時の変更と中止も伝わります。
        </p>
        {feed.error && (
          <Notice tone="error" role="alert">
            {feed.error.message}
          </Notice>
        )}
        {!feed.data && !feed.error && <Spinner label="読み込み中" />}
        {created ? <Address {...created} /> : createdAt !== null && <Existing createdAt={createdAt} />}
      </div>
    </Dialog>
  );
}

function Existing({ createdAt }: { createdAt: string }) {
  return (
    <p className={styles.note}>
      {formatMonthDay(createdAt)}につくったアドレスがあります。新しくつくると、それまでのアドレスは使えなくなります。
    </p>
  );
}

function useRemoval(onRemoved: () => void) {
  const { run, isRunning } = useEndpointMutation(deleteCalendarFeed, {
    onSuccess: () => {
      toast.success('予定表の購読をやめました。');
      onRemoved();
    },
    onError: showMessageFor,
  });
  return { remove: () => void run({}).catch(() => undefined), isRemoving: isRunning };
}

type Created = EndpointOutput<typeof createCalendarFeedCall>;

function useCreation() {
  const [created, setCreated] = useState<Created>();
  const { run, isRunning } = useEndpointMutation(createCalendarFeed, {
    onSuccess: setCreated,
    onError: showMessageFor,
  });
  return { created, create: () => void run({}).catch(() => undefined), isCreating: isRunning };
}

function Address({ url, webcalUrl }: Pick<Created, 'url' | 'webcalUrl'>) {
  const copy = () => void copyText(url, { copied: 'アドレスをコピーしました。', isSelectable: true });
  return (
    <>
      <TextField
        label="予定表のアドレス"
        hint="いまだけ表示されます。知っている人はだれでも予定を見られるため、ほかの人に教えないでください。"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.actions}>
        <a className={buttonClass({ variant: 'primary' })} href={webcalUrl}>
          <Icon icon={Calendar} />
          カレンダーで開く
        </a>
        <Button icon={<Icon icon={Copy} />} onClick={copy}>
          アドレスをコピー
        </Button>
      </div>
    </>
  );
}
