import { webhookTypeNames } from '@manabiba/shared/contract/webhook-types';
import type { Webhook } from '@manabiba/shared/contract/webhooks';
import { testWebhook, updateWebhook } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Webhook as WebhookIcon } from 'lucide-react';

import styles from '../settings.module.css';

/** What opens a dialog. */
export type WebhookTask = 'change' | 'delete' | 'log';

function statusOf({ stoppedAt, failingSince }: Webhook): string | null {
  if (stoppedAt) return `${formatDateTime(stoppedAt)}から停止中`;
  return failingSince && `${formatDateTime(failingSince)}から送信できていません`;
}

export function WebhookRow({ webhook, onOpen }: { webhook: Webhook; onOpen: (task: WebhookTask) => void }) {
  const test = useEndpointMutation(testWebhook, { onError: showMessageFor });
  const update = useEndpointMutation(updateWebhook, { onError: showMessageFor });
  const { id, url, types, stoppedAt } = webhook;
  const status = statusOf(webhook);
  const params = { id };
  const handleTest = () =>
    void test.run({ params }).then(
      () => onOpen('log'),
      () => undefined,
    );
  const handleStop = () =>
    void update.run({ params, body: { isStopped: stoppedAt === null } }).then(
      () => toast.success(stoppedAt === null ? 'Webhookを停止しました。' : 'Webhookを再開しました。'),
      () => undefined,
    );
  const label = (task: string) => `${url} ${task}`;
  return (
    <li className={styles.row}>
      <Icon icon={WebhookIcon} size={24} />
      <p className={styles.words}>
        <strong className={styles.value}>{url}</strong>
        {status && <Badge tone={stoppedAt ? 'plain' : 'warn'}>{status}</Badge>}
        <span className={styles.sub}>{types.map((type) => webhookTypeNames[type]).join('、')}</span>
      </p>
      <span className={styles.rowButtons}>
        <Button size="small" aria-label={label('送信の記録')} onClick={() => onOpen('log')}>
          送信の記録
        </Button>
        {!stoppedAt && (
          <Button size="small" isLoading={test.isRunning} aria-label={label('テスト送信')} onClick={handleTest}>
            テスト送信
          </Button>
        )}
        <Button
          size="small"
          isLoading={update.isRunning}
          aria-label={label(stoppedAt ? '再開' : '停止')}
          onClick={handleStop}
        >
          {stoppedAt ? '再開' : '停止'}
        </Button>
        <Button size="small" aria-label={label('変更')} onClick={() => onOpen('change')}>
          変更
        </Button>
        <Button size="small" aria-label={label('削除')} onClick={() => onOpen('delete')}>
          削除
        </Button>
      </span>
    </li>
  );
}
