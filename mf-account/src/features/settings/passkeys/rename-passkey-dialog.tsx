import { passkeyName } from '@manabiba/shared/contract/passkey-name';
import type { Passkey } from '@manabiba/shared/contract/passkeys';
import { line } from '@manabiba/shared/contract/primitives';
import { renamePasskey } from '@manabiba/shared/data/endpoints';
import { useEndpointForm } from '@manabiba/shared/forms/use-endpoint-form';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';
import * as z from 'zod/mini';

import styles from '../settings.module.css';

const schema = z.object({ name: line(passkeyName) });

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { run } = useEndpointMutation(renamePasskey);
  const { field, isDirty, isSending, message, handleSubmit } = useEndpointForm({
    defaultValues: { name: passkey.name },
    schema,
    onSend: async (body) => {
      await run({ params: { id: passkey.id }, body });
      onClose();
    },
  });
  return (
    <FormDialog
      title="名前を変更"
      submitLabel="保存する"
      isDirty={isDirty}
      isSubmitting={isSending}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.fields}>
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
        <TextField label="パスキーの名前" autoComplete="off" data-autofocus {...field('name')} />
      </div>
    </FormDialog>
  );
}
