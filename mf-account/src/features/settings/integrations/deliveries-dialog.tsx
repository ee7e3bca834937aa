import { webhookTypeNames } from '@manabiba/shared/contract/webhook-types';
import type { Webhook, WebhookDelivery } from '@manabiba/shared/contract/webhooks';
import { listWebhookDeliveries, resendWebhookDelivery } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { showMessageFor, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import styles from '../settings.module.css';
import integrations from './integrations.module.css';

/** While something is on its way, in milliseconds. */
const REFRESH_MS = 2000;

const isOnItsWay = ({ state, attempts }: WebhookDelivery) => state === 'pending' && attempts === 0;

/** The last deliveries of a webhook, with how each ended, to send again. */
export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const input = { params: { id: webhook.id } };
  const { data: known } = useEndpoint(listWebhookDeliveries, input, { maxAgeSeconds: 0 });
  const refreshIntervalMs = known?.items.some(isOnItsWay) ? REFRESH_MS : 0;
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(listWebhookDeliveries, input, {
    refreshIntervalMs,
  });
  return (
    <Dialog
      isOpen
      title="送信の記録"
      onClose={onClose}
      footer={
        <>
          <Button isLoading={isRefreshing} onClick={retry}>
            更新
          </Button>
          <Button variant="primary" onClick={onClose}>
            閉じる
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <p className={`${styles.note} ${styles.value}`}>{webhook.url}</p>
        {isLoading && <SkeletonRows count={3} />}
        {error && !data && (
          <ErrorState title="送信の記録を表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
        )}
        {data?.items.length === 0 && (
          <EmptyState title="まだ何も送信していません。">イベントに動きがあると、ここに表示されます。</EmptyState>
        )}
        {data && data.items.length > 0 && (
          <ul className={integrations.log}>
            {data.items.map((delivery) => (
              <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

function outcomeOf({ state, attempts, nextAttemptAt, status }: WebhookDelivery): string {
  const answer = status === null ? '' : `(${status})`;
  if (state === 'delivered') return `送信済み${answer}`;
  if (state === 'failed') return `失敗${answer}`;
  if (attempts === 0 || nextAttemptAt === null) return '送信中';
  return `失敗${answer}。${formatDateTime(nextAttemptAt)}に再送`;
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { run, isRunning } = useEndpointMutation(resendWebhookDelivery, { onError: showMessageFor });
  const { id, type, createdAt, state, durationMs, answer, attempts } = delivery;
  const handleResend = () => void run({ params: { id: webhook.id, deliveryId: id } }).catch(() => undefined);
  const hasFailed = state === 'failed' || (state === 'pending' && attempts > 0);
  return (
    <li>
      <p className={styles.words}>
        <strong>{webhookTypeNames[type]}</strong>
        <span className={styles.sub}>
          <span className={styles.unbroken}>{formatDateTime(createdAt)}</span>
          <span className={hasFailed ? integrations.failed : undefined}>{outcomeOf(delivery)}</span>
          {durationMs !== null && <span className={styles.unbroken}>{`${durationMs}ミリ秒`}</span>}
        </span>
      </p>
      <Button
        size="small"
        disabled={webhook.stoppedAt !== null}
        isLoading={isRunning}
        aria-label={`${webhookTypeNames[type]} ${formatDateTime(createdAt)} 再送`}
        onClick={handleResend}
      >
        再送
      </Button>
      {answer !== '' && <p className={integrations.answer}>{answer}</p>}
    </li>
  );
}
