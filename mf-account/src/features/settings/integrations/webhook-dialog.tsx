import { webhookTypeNames, webhookTypes } from '@manabiba/shared/contract/webhook-types';
import { createWebhook as webhookContract, type Webhook } from '@manabiba/shared/contract/webhooks';
import { createWebhook, rotateWebhookSecret, updateWebhook } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { showMessageFor, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import { useState } from 'react';
import { useController } from 'react-hook-form';

import { ChoicesField } from './choices-field';
import { SecretDialog } from './secret-dialog';

import styles from '../settings.module.css';

/** The form of a webhook, new when there is none yet, and the secret once there is one to show. */
function useWebhookForm(webhook: Webhook | null, onClose: () => void) {
  const [secret, setSecret] = useState<string>();
  const create = useEndpointMutation(createWebhook);
  const update = useEndpointMutation(updateWebhook);
  const form = useEndpointForm({
    defaultValues: { url: webhook?.url ?? '', types: webhook?.types ?? [...webhookTypes] },
    schema: webhookContract.body,
    onSend: async (body) => {
      if (!webhook) return setSecret((await create.run({ body })).secret);
      await update.run({ params: { id: webhook.id }, body });
      toast.success('Webhookを変更しました。');
      onClose();
    },
  });
  const types = useController({ control: form.form.control, name: 'types' });
  return { form, types, secret, setSecret };
}

/** Creates a webhook (`null`) and shows its secret once, or changes one. */
export function WebhookDialog({ webhook, onClose }: { webhook: Webhook | null; onClose: () => void }) {
  const { form, types, secret, setSecret } = useWebhookForm(webhook, onClose);
  if (secret !== undefined)
    return <SecretDialog title="署名の秘密鍵" label="秘密鍵" secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={webhook ? 'Webhookを変更' : 'Webhookを登録'}
      submitLabel={webhook ? '保存する' : '登録する'}
      isDirty={form.isDirty}
      isSubmitting={form.isSending}
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
          chosen={types.field.value}
          error={types.fieldState.error?.message}
          onChange={types.field.onChange}
        />
        {webhook && <Rotation webhook={webhook} onRotated={setSecret} />}
      </div>
    </FormDialog>
  );
}

function Rotation({ webhook, onRotated }: { webhook: Webhook; onRotated: (secret: string) => void }) {
  const { run, isRunning } = useEndpointMutation(rotateWebhookSecret, { onError: showMessageFor });
  const handlePress = () =>
    void run({ params: { id: webhook.id } }).then(
      ({ secret }) => onRotated(secret),
      () => undefined,
    );
  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        {webhook.previousSecretUntil
          ? `前の秘密鍵でも、${formatDateTime(webhook.previousSecretUntil)}まで署名します。`
          : '秘密鍵を新しくすると、24時間は前の秘密鍵でも署名します。'}
      </p>
      <Button isLoading={isRunning} onClick={handlePress}>
        新しい秘密鍵
      </Button>
    </div>
  );
}
