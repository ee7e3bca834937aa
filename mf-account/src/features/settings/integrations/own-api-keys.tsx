import type { ApiKey } from '@manabiba/shared/contract/api-keys';
import { MAX_API_KEYS } from '@manabiba/shared/contract/limits';
import { mustVerifyEmail } from '@manabiba/shared/contract/must-verify-email';
import type { SignedInMe } from '@manabiba/shared/contract/users';
import { deleteApiKey, listApiKeys } from '@manabiba/shared/data/endpoints';
import { formatShortDate } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { TextLink } from '@manabiba/shared/ui/text-link';
import { millisecondsInMinute } from 'date-fns/constants';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { RemoveDialog, useFocusAfterRemoval } from '../remove-dialog';
import { CreateApiKeyDialog } from './create-api-key-dialog';

import styles from '../settings.module.css';

/** The list of API keys, with the dialogs that create and revoke one. */
export function OwnApiKeys({ sectionId, me }: { sectionId: string; me: SignedInMe }) {
  const { data, error, isLoading, isRefreshing, retry } = useEndpoint(listApiKeys, {}, { maxAgeSeconds: 0 });
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey>();
  const focusAfterRemoval = useFocusAfterRemoval(sectionId);
  const removal = useEndpointMutation(deleteApiKey);
  const now = useNow(millisecondsInMinute);
  return (
    <div className={styles.fields}>
      <p className={styles.small}>
        ご自身のプログラムから、あなたの権限でまなびばを操作するための鍵です。使い方は
        <TextLink href="/v1/docs">APIリファレンス</TextLink>をご覧ください。
      </p>
      {isLoading && <SkeletonRows count={1} />}
      {error && !data && (
        <ErrorState title="APIキーを表示できませんでした。" onRetry={retry} isRetrying={isRefreshing} />
      )}
      {data && data.items.length > 0 && (
        <ul className={styles.people}>
          {data.items.map((key) => (
            <ApiKeyRow key={key.id} apiKey={key} now={now} onRevoke={() => setRevoked(key)} />
          ))}
        </ul>
      )}
      {data && (
        <CreateButton
          me={me}
          count={data.items.filter((key) => !isExpired(key, now)).length}
          onClick={() => setCreating(true)}
        />
      )}
      {isCreating && <CreateApiKeyDialog me={me} onClose={() => setCreating(false)} />}
      {revoked && (
        <RemoveDialog
          title="APIキーを無効にしますか"
          confirmLabel="無効にする"
          doneMessage="APIキーを無効にしました。"
          remove={() => removal.run({ params: { id: revoked.id } })}
          isRemoving={removal.isRunning}
          onClose={() => setRevoked(undefined)}
          onDone={focusAfterRemoval}
          onGone={retry}
        >
          <p>「{revoked.name}」を使っているプログラムは、すぐに操作できなくなります。元に戻すことはできません。</p>
        </RemoveDialog>
      )}
    </div>
  );
}

/** Or why no key can be created. */
function CreateButton({ me, count, onClick }: { me: SignedInMe; count: number; onClick: () => void }) {
  if (mustVerifyEmail(me)) return <p className={styles.note}>メールアドレスの確認が済むと、APIキーを作成できます。</p>;
  if (count >= MAX_API_KEYS)
    return (
      <p className={styles.note}>
        APIキーは{MAX_API_KEYS}個まで作成できます。作成するには、使っていないAPIキーを無効にしてください。
      </p>
    );
  return (
    <div className={styles.buttons}>
      <Button icon={<Icon icon={Plus} />} onClick={onClick}>
        APIキーを作成
      </Button>
    </div>
  );
}

const isExpired = ({ expiresAt }: ApiKey, now: Date) => new Date(expiresAt) <= now;

function ApiKeyRow({ apiKey, now, onRevoke }: { apiKey: ApiKey; now: Date; onRevoke: () => void }) {
  const { name, prefix, scopes, lastUsedOn, expiresAt } = apiKey;
  const day = formatShortDate(expiresAt, now);
  return (
    <li className={styles.row}>
      <Icon icon={KeyRound} size={24} />
      <p className={styles.words}>
        <strong className={styles.value}>{name}</strong>
        <span className={styles.sub}>
          <code>{`${prefix}…`}</code>
          <span>{scopes.join('、')}</span>
        </span>
        <span className={styles.sub}>
          <span className={styles.unbroken}>
            {lastUsedOn ? `最終利用 ${formatShortDate(lastUsedOn, now)}` : 'まだ使われていません'}
          </span>
          <span className={styles.unbroken}>{isExpired(apiKey, now) ? `${day}に期限切れ` : `${day}まで有効`}</span>
        </span>
      </p>
      <span className={styles.rowButtons}>
        <Button size="small" aria-label={`APIキー「${name}」を無効にする`} onClick={onRevoke}>
          無効にする
        </Button>
      </span>
    </li>
  );
}
