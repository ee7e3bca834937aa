import { listSentEventMessages, sendEventMessage } from '@manabiba/shared/data/endpoints';
import { MessageComposer, SentMessageList } from '@manabiba/shared/people/written-messages';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import styles from './messages.module.css';

const words = {
  noun: 'イベント',
  recipients: 'お席のある',
  noRecipients: '申し込みのお席が決まった方がいると、ここからメッセージを送れます。',
  later: 'あとから申し込んだ方も、イベントのページで読めます。',
};

/** What the organizer writes to everybody who has a seat, and has written before. */
export function Messages({ event: { id } }: { event: { id: string } }) {
  const { data, error, retry } = useEndpoint(listSentEventMessages, { params: { id } }, { maxAgeSeconds: 0 });
  const { run } = useEndpointMutation(sendEventMessage);
  if (!data)
    return error ? (
      <ErrorState title="メッセージを表示できませんでした。" onRetry={retry} level={2} />
    ) : (
      <SkeletonRows count={6} />
    );
  return (
    <div className={styles.parts}>
      <Panel>
        <h2 className={styles.heading}>参加者へのメッセージ</h2>
        <MessageComposer {...data} words={words} send={(body) => run({ params: { id }, body })} />
      </Panel>
      <Panel>
        <h2 className={styles.heading}>送ったメッセージ</h2>
        {data.items.length === 0 ? (
          <EmptyState title="まだ送っていません。">送ったメッセージは、ここに残ります。</EmptyState>
        ) : (
          <SentMessageList items={data.items} />
        )}
      </Panel>
    </div>
  );
}
