import type { PersonNotification } from '@manabiba/shared/contract/announcements';
import { listPersonNotifications } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { channelWords } from '../../core/delivery-words';

import styles from './person-notifications.module.css';

/** Why a user got their last notifications, and the delivery of each by channel. */
export function PersonNotifications({ userId }: { userId: string }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    listPersonNotifications,
    { params: { userId } },
    { maxAgeSeconds: 0 },
  );
  if (data?.items.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>届いたお知らせ</h3>
      {!data && error && (
        <ErrorState title="お知らせを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {!data && !error && <SkeletonRows count={2} />}
      {data?.items.map((item) => (
        <details key={item.id}>
          <summary>
            <time dateTime={item.createdAt}>{formatDateTime(item.createdAt)}</time>
            <span>{item.sentence}</span>
          </summary>
          <p className={styles.reason}>{item.reason}</p>
          <div className={styles.lanes}>
            {lanesOf(item).map(({ name, steps }) => (
              <div key={name}>
                <h4>{name}</h4>
                <ol>
                  {steps.map(({ at, words, isBad }) => (
                    <li key={`${words} ${at}`} className={isBad ? styles.bad : undefined}>
                      {at !== null && <time dateTime={at}>{timeOf(at)}</time>}
                      <span>{words}</span>
                    </li>
                  ))}
                </ol>
              </div>
            ))}
          </div>
        </details>
      ))}
    </section>
  );
}

const exact = new Intl.DateTimeFormat('ja-JP', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'Asia/Tokyo',
});
const timeOf = (at: string) => exact.format(new Date(at));

interface Step {
  at: string | null;
  words: string;
  isBad?: boolean;
}

const stateWords = { queued: '送信待ち', sent: '送信を受理', failed: '失敗', dropped: '送らず' } as const;

function deliverySteps({
  state,
  reason,
  attempts,
  createdAt,
  doneAt,
}: PersonNotification['deliveries'][number]): Step[] {
  const details = [reason, attempts > 1 ? `${attempts}回目` : null].filter(Boolean).join('、');
  return [
    { at: createdAt, words: '作成' },
    { at: doneAt, words: `${stateWords[state]}${details && `(${details})`}`, isBad: state === 'failed' },
  ];
}

/** What happened on each channel, in order. */
function lanesOf({ causedAt, createdAt, isListed, isRead, opened, deliveries }: PersonNotification) {
  const inApp: Step[] = [
    ...(causedAt === null ? [] : [{ at: causedAt, words: '起きたこと' }]),
    { at: createdAt, words: isListed ? '一覧に保存' : '設定により一覧に出さず' },
    ...(opened ? [{ at: opened.at, words: opened.from === 'push' ? 'プッシュから開いた' : '開いた' }] : []),
    ...(isRead && !opened ? [{ at: null, words: '既読' }] : []),
  ];
  const others = (['mail', 'push'] as const).map((channel) => {
    const steps = deliveries.filter((delivery) => delivery.channel === channel).flatMap(deliverySteps);
    return { name: channelWords[channel], steps: steps.length > 0 ? steps : [{ at: null, words: '送っていません' }] };
  });
  return [{ name: channelWords.inApp, steps: inApp }, ...others];
}
