import { isWebAddress, NO_WEB_ADDRESS } from '@manabiba/shared/contract/web-address';
import { type WebhookType, webhookTypeNames, webhookTypes } from '@manabiba/shared/contract/webhook-types';
import type { Webhook } from '@manabiba/shared/contract/webhooks';
import { createWebhook, rotateWebhookSecret, updateWebhook } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';

import { useTextForm } from '../../../core/use-text-form';
import { ChoicesField } from './choices-field';
import { SecretDialog } from './secret-dialog';

import styles from '../settings.module.css';

/** Creates a webhook (`null`) and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  const create = useEndpointMutation(createWebhook);
  const update = useEndpointMutation(updateWebhook);
  const rotate = useEndpointMutation(rotateWebhookSecret, { onError: showMessageFor });
  const [types, setTypes] = useState<WebhookType[]>(webhook?.types ?? [...webhookTypes]);
  const form = useTextForm({
    initial: { url: webhook?.url ?? '', types: '' },
    check: ({ url }) => ({
      ...(isWebAddress(url) ? {} : { url: NO_WEB_ADDRESS }),
      ...(types.length === 0 ? { types: '通知する内容を1つ以上選んでください。' } : {}),
    }),
    onSend: async ({ url }) => {
      if (webhook) {
        await update.run({ params: { id: webhook.id }, body: { url, types } });
        toast.success('Webhookを変更しました。');
        return onClose();
      }
      setSecret((await create.run({ body: { url, types } })).secret);
    },
  });
  const handleRotate = ({ id }: Webhook) =>
    rotate.run({ params: { id } }).then(
      (rotated) => setSecret(rotated.secret),
      () => undefined,
    );
  if (secret !== undefined)
    return (
      <SecretDialog
        title="署名の秘密鍵"
        label="秘密鍵"
        secret={secret}
        // A changed webhook may have unsaved input: back to its form.
        onClose={webhook ? () => setSecret(undefined) : onClose}
      />
    );
  return (
    <FormDialog
      title={webhook ? 'Webhookを変更' : 'Webhookを登録'}
      submitLabel={webhook ? '保存する' : '登録する'}
      isDirty={form.isDirty || types.join() !== (webhook?.types ?? webhookTypes).join()}
      isSubmitting={form.isSending || rotate.isRunning}
      onSubmit={form.handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {form.message && (
          <Notice tone="error" role="alert">
            {form.message}
          </Notice>
        )}
        <TextField
          label="送信先のURL"
          hint="インターネットに公開された、https:// から始まるURLを入力してください。"
          type="url"
          autoComplete="off"
          data-autofocus
          {...form.field('url')}
        />
        <ChoicesField
          legend="通知する内容"
          choices={webhookTypes}
          names={webhookTypeNames}
          chosen={types}
          error={types.length === 0 ? form.errors['types'] : undefined}
          onChange={setTypes}
        />
        {webhook && (
          <Rotation webhook={webhook} isRunning={rotate.isRunning} onRotate={() => void handleRotate(webhook)} />
        )}
      </div>
    </FormDialog>
  );
}

interface RotationProps {
  webhook: Webhook;
  isRunning: boolean;
  onRotate: () => void;
}

function Rotation({ webhook, isRunning, onRotate }: RotationProps) {
  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        {webhook.previousSecretUntil
          ? `前の秘密鍵でも、${formatDateTime(webhook.previousSecretUntil)}まで署名します。`
          : '秘密鍵を新しくすると、24時間は前の秘密鍵でも署名します。'}
      </p>
      <Button isLoading={isRunning} onClick={onRotate}>
        新しい秘密鍵
      </Button>
    </div>
  );
}
