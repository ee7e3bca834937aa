import { MAX_WEBHOOKS } from '@manabiba/shared/contract/limits';
import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import type { Webhook } from '@manabiba/shared/contract/webhooks';
import { deleteWebhook, listWebhooks } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextLink } from '@manabiba/shared/ui/text-link';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { RemoveDialog, useFocusAfterRemoval } from '../remove-dialog';
import { DeliveriesDialog } from './deliveries-dialog';
import { WebhookDialog } from './webhook-dialog';
import { WebhookRow, type WebhookTask } from './webhook-row';

import styles from '../settings.module.css';

type OpenDialog = { task: 'create' } | { task: WebhookTask; webhook: Webhook };

/** The list of webhooks, with the dialogs that create, change and delete one and show its deliveries. */
export function OwnWebhooks({ sectionId, me }: { sectionId: string; me: SignedInMe }) {
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(listWebhooks, {}, { maxAgeSeconds: 0 });
  const [opened, setOpened] = useState<OpenDialog>();
  const close = () => setOpened(undefined);
  const focusAfterRemoval = useFocusAfterRemoval(sectionId);
  const removal = useEndpointMutation(deleteWebhook);
  return (
    <div className={styles.fields}>
      <p className={styles.small}>
        主催するイベントの申し込みや変更を、ご自身のサーバーにすぐにお知らせします。送信する内容と署名の確認方法は
        <TextLink href="/v1/docs#webhooks">APIリファレンス</TextLink>をご覧ください。
      </p>
      {isLoading && <SkeletonRows count={1} />}
      {error && !data && (
        <ErrorState title="Webhookを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.people}>
          {data.items.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onOpen={(task) => setOpened({ task, webhook })} />
          ))}
        </ul>
      )}
      {data && <CreateButton me={me} count={data.items.length} onClick={() => setOpened({ task: 'create' })} />}
      {opened?.task === 'create' && <WebhookDialog webhook={null} onClose={close} />}
      {opened?.task === 'change' && <WebhookDialog webhook={opened.webhook} onClose={close} />}
      {opened?.task === 'log' && <DeliveriesDialog webhook={opened.webhook} onClose={close} />}
      {opened?.task === 'delete' && (
        <RemoveDialog
          title="Webhookを削除しますか"
          confirmLabel="削除する"
          doneMessage="Webhookを削除しました。"
          remove={() => removal.run({ params: { id: opened.webhook.id } })}
          isRemoving={removal.isRunning}
          onClose={close}
          onDone={focusAfterRemoval}
          onGone={retry}
        >
          <p>{new URL(opened.webhook.url).host} への送信をやめ、送信の記録も削除します。</p>
        </RemoveDialog>
      )}
    </div>
  );
}

/** Or why no webhook can be created. */
function CreateButton({ me, count, onClick }: { me: SignedInMe; count: number; onClick: () => void }) {
  if (mustVerifyEmail(me)) return <p className={styles.note}>メールアドレスの確認が済むと、Webhookを登録できます。</p>;
  if (count >= MAX_WEBHOOKS)
    return (
      <p className={styles.note}>
        Webhookは{MAX_WEBHOOKS}個まで登録できます。登録するには、使っていないWebhookを削除してください。
      </p>
    );
  return (
    <div className={styles.buttons}>
      <Button icon={<Icon icon={Plus} />} onClick={onClick}>
        Webhookを登録
      </Button>
    </div>
  );
}
