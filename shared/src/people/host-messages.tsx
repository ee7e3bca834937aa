import { type ApiError, toast, useLocation } from '@manabiba/shared/platform';
import { Bell, BellOff, Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { EventMessage, MessagesForReader } from '../contract/event-messages';
import { Button } from '../ui/button';
import { DateTime } from '../ui/date-time';
import { ErrorState } from '../ui/error-state';
import { Icon } from '../ui/icon';
import { RichText } from '../ui/rich-text';
import { SkeletonRows } from '../ui/skeleton';
import { ReportDialog } from './report-dialog';

import styles from './host-messages.module.css';

const ANCHOR = 'messages';

interface HostMessagesProps {
  title: string;
  /** Of the host, whose next messages can be stopped. */
  nickname: string;
  call: { data: MessagesForReader | undefined; error: ApiError | undefined; retry: () => void };
  /** Stops or resumes the messages of the host. Rejects after a failure, which it has shown. */
  onSubscribe: (isSubscribed: boolean) => Promise<unknown>;
}

/**
 * What a host has written to those who take part. Where a notification leads to it, it takes the focus and says what it
 * is doing; else it shows nothing until there is something to read.
 */
export function HostMessages({ title, nickname, call: { data, error, retry }, onSubscribe }: HostMessagesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  const isWanted = hash === `#${ANCHOR}`;
  const isShown = isWanted || (data !== undefined && data.items.length > 0);
  const isReady = data !== undefined;
  useEffect(() => {
    if (!isWanted) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [isWanted, isReady, key]);
  if (!isShown) return null;
  return (
    <section id={ANCHOR} className={styles.messages} aria-labelledby="host-messages">
      <h2 id="host-messages" ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h2>
      {data ? (
        <>
          {data.items.length === 0 ? (
            <p className={styles.note}>いま読めるメッセージはありません。</p>
          ) : (
            <ul className={styles.list}>
              {data.items.map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          )}
          <Subscription nickname={nickname} isSubscribed={data.isSubscribed} onSubscribe={onSubscribe} />
        </>
      ) : error ? (
        <ErrorState title="メッセージを表示できませんでした。" onRetry={retry} level={3} />
      ) : (
        <SkeletonRows count={3} />
      )}
    </section>
  );
}

function Message({ message: { id, subject, body, createdAt } }: { message: EventMessage }) {
  const [isReporting, setIsReporting] = useState(false);
  return (
    <li>
      <h3>{subject}</h3>
      <p className={styles.meta}>
        <DateTime value={createdAt} />
      </p>
      <RichText text={body} />
      <Button
        variant="ghost"
        size="small"
        icon={<Icon icon={Flag} size={16} />}
        aria-label={`「${subject}」を通報`}
        onClick={() => setIsReporting(true)}
      >
        通報
      </Button>
      {isReporting && <ReportDialog subject={{ kind: 'message', id, body }} onClose={() => setIsReporting(false)} />}
    </li>
  );
}

interface SubscriptionProps extends Pick<HostMessagesProps, 'nickname' | 'onSubscribe'> {
  isSubscribed: boolean;
}

/** The switch for the messages of this host, about everything that they hold. */
function Subscription({ nickname, isSubscribed, onSubscribe }: SubscriptionProps) {
  const [isRunning, setIsRunning] = useState(false);
  async function set(isWanted: boolean) {
    setIsRunning(true);
    try {
      await onSubscribe(isWanted);
      toast.success(isWanted ? 'メッセージの配信を再開しました。' : 'メッセージの配信を停止しました。');
    } catch {
      // The caller has shown why.
    }
    setIsRunning(false);
  }
  return (
    <div className={styles.switch}>
      <p className={styles.note}>
        {isSubscribed
          ? `${nickname}さんからの次のメッセージは、お知らせとメールで届きます。`
          : `${nickname}さんからのメッセージの配信を停止しています。日時の変更や中止の連絡は届きます。`}
      </p>
      <Button
        icon={<Icon icon={isSubscribed ? BellOff : Bell} />}
        isLoading={isRunning}
        onClick={() => void set(!isSubscribed)}
      >
        {isSubscribed ? '配信を停止' : '配信を再開'}
      </Button>
    </div>
  );
}
