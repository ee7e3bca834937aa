import type { ReleaseToken } from '@manabiba/shared/contract/staff-releases';
import { listReleaseTokens, revokeReleaseToken } from '@manabiba/shared/data/endpoints';
import { formatDate } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation, useNow } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { StaffTable } from '../../core/staff-table';
import { useDialogCall } from '../../core/use-dialog-call';
import { nameOf, wordOfScope } from './team-words';

import styles from './teams.module.css';

const CreateTokenDialog = lazy(() =>
  import('./create-token-dialog').then((module) => ({ default: module.CreateTokenDialog })),
);

/** The tokens with which the members of teams release. */
export function ReleaseTokens() {
  const { data, error, isRefreshing, retry } = useEndpoint(listReleaseTokens, {}, { maxAgeSeconds: 0 });
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ReleaseToken | null>(null);
  return (
    <>
      <p className={styles.bar}>
        <Button size="small" icon={<Icon icon={Plus} size={16} />} onClick={() => setIsCreating(true)}>
          トークンを発行する
        </Button>
      </p>
      {data && data.items.length > 0 && <TokenTable tokens={data.items} onRevoke={setRevoked} />}
      {data?.items.length === 0 && (
        <EmptyState title="トークンはまだありません。" level={2}>
          発行したトークンを渡すと、その人が担当の機能を公開できます。
        </EmptyState>
      )}
      {!data &&
        (error ? (
          <ErrorState title="トークンを表示できませんでした。" level={2} onRetry={retry} isRetrying={isRefreshing} />
        ) : (
          <SkeletonRows count={4} isRuled />
        ))}
      {isCreating && (
        <Suspense>
          <CreateTokenDialog onClose={() => setIsCreating(false)} />
        </Suspense>
      )}
      {revoked && <RevokeDialog token={revoked} onStale={retry} onClose={() => setRevoked(null)} />}
    </>
  );
}

const columns = ['渡した相手', 'リモート', '状態', '最後の使用', '発行', '操作'] as const;

interface TokenTableProps {
  tokens: readonly ReleaseToken[];
  onRevoke: (token: ReleaseToken) => void;
}

function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  const now = useNow(60_000);
  return (
    <StaffTable columns={columns}>
      {tokens.map((token) => {
        const { id, remote, person, createdAt, createdBy, createdByName, lastUsedAt, expiresAt, revokedAt } = token;
        const isOver = revokedAt !== null || Date.parse(expiresAt) <= now.getTime();
        return (
          <tr key={id}>
            <td data-label="渡した相手">{person}</td>
            <td data-label="リモート">{wordOfScope(remote)}</td>
            <td data-label="状態">
              <TokenState token={token} isOver={isOver} />
            </td>
            <td data-label="最後の使用">
              {lastUsedAt ? (
                <time dateTime={lastUsedAt}>{formatDate(lastUsedAt)}</time>
              ) : (
                <span className={styles.soft}>未使用</span>
              )}
            </td>
            <td data-label="発行">
              <span className={styles.cell}>
                <time dateTime={createdAt}>{formatDate(createdAt)}</time>
                {nameOf(createdBy, createdByName)}
              </span>
            </td>
            <td data-label="操作">
              {!isOver && (
                <Button size="small" aria-label={`${person}のトークンを失効させる`} onClick={() => onRevoke(token)}>
                  失効させる
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </StaffTable>
  );
}

function TokenState({ token, isOver }: { token: ReleaseToken; isOver: boolean }) {
  const { expiresAt, revokedAt, revokedBy, revokedByName } = token;
  if (revokedAt !== null)
    return (
      <span className={styles.cell}>
        <Badge>失効</Badge>
        <time dateTime={revokedAt}>{formatDate(revokedAt)}</time>
        {nameOf(revokedBy ?? '', revokedByName)}
      </span>
    );
  return (
    <span className={styles.cell}>
      <Badge tone={isOver ? 'plain' : 'ok'}>{isOver ? '期限切れ' : '有効'}</Badge>
      <time dateTime={expiresAt}>{formatDate(expiresAt)}まで</time>
    </span>
  );
}

interface RevokeDialogProps {
  token: ReleaseToken;
  onStale: () => void;
  onClose: () => void;
}

function RevokeDialog({ token: { id, person, remote }, onStale, onClose }: RevokeDialogProps) {
  const { run, isRunning } = useEndpointMutation(revokeReleaseToken);

  const { make, reasonError } = useDialogCall({
    done: 'トークンを失効させました。',
    stale: { conflict: 'このトークンは、すでに失効しています。' },
    onStale,
    onClose,
  });

  return (
    <ReasonDialog
      title={`${person}のトークンを失効させますか`}
      label="失効させる"
      isDanger
      error={reasonError}
      isRunning={isRunning}
      onSubmit={(reason) => void make(() => run({ params: { id }, body: { reason } }))}
      onClose={onClose}
    >
      <p>この人は、すぐに{wordOfScope(remote)}を公開できなくなります。公開済みのリリースは変わりません。</p>
    </ReasonDialog>
  );
}
