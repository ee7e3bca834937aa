import type { EventMessage } from '@manabiba/shared/contract/event-messages';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import { listEventMessages, updateMessageSubscription } from '@manabiba/shared/data/endpoints';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import { showMessageFor, toast, useEndpoint, useEndpointMutation, useLocation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { RichText } from '@manabiba/shared/ui/rich-text';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Bell, BellOff, Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import styles from './event-messages.module.css';

const ANCHOR = 'messages';

/**
 * What the organizer has written to those who have a seat. Where a notification leads to it, it takes the focus and says
 * what it is doing; else it shows nothing until there is something to read.
 */
export function EventMessages({ event }: { event: Pick<ClassroomEvent, 'id' | 'organizer'> }) {
  const { data, error, retry } = useEndpoint(listEventMessages, { params: { id: event.id } });
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
    <section id={ANCHOR} className={styles.messages} aria-labelledby="event-messages">
      <h2 id="event-messages" ref={heading} tabIndex={-1} className={styles.title}>
        主催者からのメッセージ
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
          <Subscription event={event} isSubscribed={data.isSubscribed} />
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

/** The switch for the messages of this host, about all of their events. */
function Subscription({
  event: { id, organizer },
  isSubscribed,
}: {
  event: Pick<ClassroomEvent, 'id' | 'organizer'>;
  isSubscribed: boolean;
}) {
  const { run, isRunning } = useEndpointMutation(updateMessageSubscription, { onError: showMessageFor });
  const set = (isWanted: boolean) =>
    void run({ params: { id }, body: { isSubscribed: isWanted } })
      .then(() => toast.success(isWanted ? 'メッセージの配信を再開しました。' : 'メッセージの配信を停止しました。'))
      .catch(() => undefined);
  return (
    <div className={styles.switch}>
      <p className={styles.note}>
        {isSubscribed
          ? `${organizer.nickname}さんからの次のメッセージは、お知らせとメールで届きます。`
          : `${organizer.nickname}さんからのメッセージの配信を停止しています。日時の変更や中止の連絡は届きます。`}
      </p>
      <Button
        icon={<Icon icon={isSubscribed ? BellOff : Bell} />}
        isLoading={isRunning}
        onClick={() => set(!isSubscribed)}
      >
        {isSubscribed ? '配信を停止' : '配信を再開'}
      </Button>
    </div>
  );
}
