import { listSchoolCodes, revokeSchoolCodes } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { showMessageFor, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { ReasonDialog } from '../../core/reason-dialog';
import { wordOfLabel } from './school-words';

import styles from './schools.module.css';

interface CodeListDialogProps {
  schoolId: string;
  label: string;
  onClose: () => void;
}

const stateWords = { unused: '未使用', used: '使用済み', revoked: '取り消し' } as const;

/** The codes under a label, to revoke one or all unused ones. */
export function CodeListDialog({ schoolId, label, onClose }: CodeListDialogProps) {
  const call = useEndpoint(listSchoolCodes, { params: { id: schoolId }, query: { label } }, { maxAgeSeconds: 0 });
  const [asking, setAsking] = useState<{ code: string | undefined } | null>(null);
  const items = call.data?.items ?? [];
  const unused = items.filter(({ state }) => state === 'unused').length;
  return (
    <>
      <Dialog
        isOpen
        title={`${wordOfLabel(label)}の登録コード`}
        onClose={onClose}
        footer={
          <>
            {unused > 0 && (
              <Button variant="danger-quiet" onClick={() => setAsking({ code: undefined })}>
                未使用の{unused}枚を取り消す
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              閉じる
            </Button>
          </>
        }
      >
        {!call.data &&
          (call.error ? (
            <ErrorState title="コードを表示できませんでした。" onRetry={call.retry} isRetrying={call.isRefreshing} />
          ) : (
            <SkeletonRows count={6} isRuled />
          ))}
        <ul className={styles.codes}>
          {items.map(({ code, state, at, usedBy }) => (
            <li key={code}>
              <code data-state={state}>{code}</code>
              <span>{[stateWords[state], usedBy?.nickname, at && formatDateTime(at)].filter(Boolean).join(' ')}</span>
              {state === 'unused' && (
                <Button size="small" aria-label={`${code}を取り消す`} onClick={() => setAsking({ code })}>
                  取り消す
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
      {asking && <RevokeDialog schoolId={schoolId} label={label} code={asking.code} onClose={() => setAsking(null)} />}
    </>
  );
}

interface RevokeDialogProps extends CodeListDialogProps {
  /** Undefined: all unused codes. */
  code: string | undefined;
}

function RevokeDialog({ schoolId, label, code, onClose }: RevokeDialogProps) {
  const { run, isRunning } = useEndpointMutation(revokeSchoolCodes);

  async function revoke(reason: string) {
    try {
      const { count } = await run({
        params: { id: schoolId },
        body: { label, reason, ...(code === undefined ? {} : { code }) },
      });
      if (count === 0) toast.error('コードは、その間に使われたか取り消されました。');
      else toast.success(`登録コードを${count}枚取り消しました。`);
      onClose();
    } catch (error) {
      showMessageFor(error);
    }
  }

  return (
    <ReasonDialog
      title={code === undefined ? '未使用のコードをすべて取り消しますか' : `${code}を取り消しますか`}
      label="取り消す"
      isDanger
      isRunning={isRunning}
      onSubmit={(reason) => void revoke(reason)}
      onClose={onClose}
    >
      <p>取り消したコードでは登録できません。元に戻せません。すでに登録した生徒はそのまま使えます。</p>
    </ReasonDialog>
  );
}
