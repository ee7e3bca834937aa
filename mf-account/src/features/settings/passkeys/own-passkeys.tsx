import { MAX_PASSKEYS } from '@manabiba/shared/contract/limits';
import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { Passkey } from '@manabiba/shared/contract/passkeys';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { deletePasskey, listPasskeys } from '@manabiba/shared/data/endpoints';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { millisecondsInMinute } from 'date-fns/constants';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { formatAgo } from '../devices/ago';
import { RemoveDialog, useFocusAfterRemoval } from '../remove-dialog';
import { AddPasskeyDialog } from './add-passkey-dialog';
import { RenamePasskeyDialog } from './rename-passkey-dialog';

import styles from '../settings.module.css';

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'delete'; passkey: Passkey };

/** The list of passkeys, with the dialogs that add, rename and delete one. `sectionId` receives the focus after deleting. */
export function OwnPasskeys({ sectionId, me }: { sectionId: string; me: SignedInMe }) {
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(listPasskeys, {}, { maxAgeSeconds: 0 });
  const [opened, setOpened] = useState<OpenDialog>();
  const focusAfterRemoval = useFocusAfterRemoval(sectionId);
  const removal = useEndpointMutation(deletePasskey);
  const close = () => setOpened(undefined);

  return (
    <div className={styles.fields}>
      <p className={styles.small}>
        指紋や顔、端末の画面ロックを使って、パスワードを入力せずにログインできます。鍵は端末の中に保管され、まなびばには送られません。
      </p>
      {isLoading && <SkeletonRows count={1} />}
      {error && !data && (
        <ErrorState title="パスキーを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.people}>
          {data.items.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setOpened({ kind: 'rename', passkey })}
              onDelete={() => setOpened({ kind: 'delete', passkey })}
            />
          ))}
        </ul>
      )}
      {data && <AddButton me={me} count={data.items.length} onClick={() => setOpened({ kind: 'add' })} />}
      {opened?.kind === 'add' && <AddPasskeyDialog me={me} onClose={close} />}
      {opened?.kind === 'rename' && <RenamePasskeyDialog passkey={opened.passkey} onClose={close} />}
      {opened?.kind === 'delete' && (
        <RemoveDialog
          title="パスキーを削除しますか"
          confirmLabel="削除する"
          doneMessage="パスキーを削除しました。"
          remove={() => removal.run({ params: { id: opened.passkey.id } })}
          isRemoving={removal.isRunning}
          onClose={close}
          onDone={focusAfterRemoval}
          onGone={retry}
        >
          <p>
            「{opened.passkey.name}
            」ではログインできなくなります。端末に残った鍵は、端末のパスワード管理から削除してください。
          </p>
        </RemoveDialog>
      )}
    </div>
  );
}

/** Or why no passkey can be added. */
function AddButton({ me, count, onClick }: { me: SignedInMe; count: number; onClick: () => void }) {
  if (mustVerifyEmail(me)) return <p className={styles.note}>メールアドレスの確認が済むと、パスキーを追加できます。</p>;
  if (count >= MAX_PASSKEYS)
    return (
      <p className={styles.note}>
        パスキーは{MAX_PASSKEYS}個まで登録できます。追加するには、使っていないパスキーを削除してください。
      </p>
    );
  return (
    <div className={styles.buttons}>
      <Button icon={<Icon icon={Plus} />} onClick={onClick}>
        パスキーを追加
      </Button>
    </div>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  onRename: () => void;
  onDelete: () => void;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onDelete }: PasskeyRowProps) {
  const now = useNow(millisecondsInMinute);
  return (
    <li className={styles.row}>
      <Icon icon={KeyRound} size={24} />
      <p className={styles.words}>
        <strong className={styles.value}>{name}</strong>
        <span className={styles.sub}>
          {lastUsedAt ? `最終利用 ${formatAgo(lastUsedAt, now)}` : 'まだ使われていません'}
          <span className={styles.unbroken}>{formatShortDate(createdAt, now)}に登録</span>
        </span>
      </p>
      <span className={styles.rowButtons}>
        <Button size="small" aria-label={`パスキー「${name}」の名前を変更`} onClick={onRename}>
          名前を変更
        </Button>
        <Button size="small" aria-label={`パスキー「${name}」を削除`} onClick={onDelete}>
          削除
        </Button>
      </span>
    </li>
  );
}
