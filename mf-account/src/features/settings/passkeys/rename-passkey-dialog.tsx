import type { Passkey } from '@manabiba/shared/contract/passkeys';
import { renamePasskey } from '@manabiba/shared/data/endpoints';
import { useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';
import { TextField } from '@manabiba/shared/ui/text-field';

import { useTextForm } from '../../../core/use-text-form';
import { checkPasskeyName } from './check-passkey-name';

import styles from '../settings.module.css';

/** Renames a passkey. */
export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { run } = useEndpointMutation(renamePasskey);
  const { field, isSending, message, handleSubmit } = useTextForm({
    initial: { name: passkey.name },
    check: ({ name }) => ({ name: checkPasskeyName(name) }),
    onSend: async ({ name }) => {
      await run({ params: { id: passkey.id }, body: { name } });
      onClose();
    },
  });
  const footer = (
    <>
      <Button disabled={isSending} onClick={onClose}>
        キャンセル
      </Button>
      <Button type="submit" variant="primary" isLoading={isSending}>
        保存する
      </Button>
    </>
  );
  return (
    <Dialog isOpen title="名前を変更" isBusy={isSending} onClose={onClose} onSubmit={handleSubmit} footer={footer}>
      <div className={styles.fields}>
        {message && (
          <Notice tone="error" role="alert">
            {message}
          </Notice>
        )}
        <TextField label="パスキーの名前" autoComplete="off" data-autofocus {...field('name')} />
      </div>
    </Dialog>
  );
}
