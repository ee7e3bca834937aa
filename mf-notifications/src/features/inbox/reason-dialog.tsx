import type { Contract } from '@manabiba/shared/contract/contract';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { explainNotification } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint, useNow } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { millisecondsInMinute } from 'date-fns/constants';

import styles from './inbox.module.css';

type Delivery = EndpointOutput<Contract['explainNotification']>['channels'][number];

const channelLabel: Record<Delivery['channel'], string> = { inApp: 'アプリ内', mail: 'メール', push: 'プッシュ' };
const stateLabel: Record<Delivery['state'], string> = {
  off: '送っていません',
  queued: 'これから送ります',
  sent: '送りました',
  failed: '届けられませんでした',
  dropped: '控える時間などのため、送りませんでした',
};

/** Why a notification came, and what became of it on each channel. */
export function ReasonDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isRefreshing, retry } = useEndpoint(
    explainNotification,
    { params: { id } },
    { maxAgeSeconds: 0 },
  );
  const now = useNow(millisecondsInMinute);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="small"
      title="なぜ届いたか"
      footer={
        <Link className={buttonClass()} to={`${paths.settings.href()}#notifications`}>
          通知設定を開く
        </Link>
      }
    >
      {!data &&
        (error ? (
          <ErrorState title="理由を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={3} />
        ))}
      {data && (
        <>
          <p>{data.reason}</p>
          <dl className={styles.channels}>
            <div>
              <dt>きっかけ</dt>
              <dd>
                <DateTime value={data.causedAt} style="moment" now={now} />
              </dd>
            </div>
            {data.channels.map(({ channel, state, at }) => (
              <div key={channel}>
                <dt>{channelLabel[channel]}</dt>
                <dd>
                  {stateLabel[state]}
                  {at !== null && (
                    <span className={styles.at}>
                      <DateTime value={at} style="moment" now={now} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </Dialog>
  );
}
