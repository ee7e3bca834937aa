import type { RoleProposal } from '@manabiba/shared/contract/staff-roles';
import { decideRole, listRoleProposals } from '@manabiba/shared/data/endpoints';
import { formatDateTime } from '@manabiba/shared/format/date-time';
import { useEndpoint, useEndpointMutation, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { useState } from 'react';

import { LateConfirmDialog } from '../../core/late-confirm-dialog';
import { useDialogCall } from '../../core/use-dialog-call';

import styles from './people.module.css';

const changeWords = { give: 'スタッフの役割を付ける', take: 'スタッフの役割を取り消す' } as const;
type Decision = 'accept' | 'decline';

/** Changes of the role staff that wait for a second person; renders nothing when there are none. */
export function RoleProposals() {
  const { data } = useEndpoint(listRoleProposals, {}, { maxAgeSeconds: 0 });
  const [asking, setAsking] = useState<{ proposal: RoleProposal; decision: Decision } | null>(null);
  const me = useMe();
  if (!data || data.items.length === 0) return null;
  return (
    <section className={styles.list}>
      <h2>もうひとりの承認を待っている提案</h2>
      <ol>
        {data.items.map((proposal) => {
          const { id, change, reason, user, proposedBy, proposedAt } = proposal;
          const isOwn = me?.id === proposedBy.id;
          const isAbout = isOwn || me?.id === user.id;
          return (
            <li key={id}>
              <time dateTime={proposedAt}>{formatDateTime(proposedAt)}</time>
              <div>
                {`${user.nickname}さん: ${changeWords[change]}(${proposedBy.nickname}の提案。${reason})`}
                <p className={styles.buttons}>
                  {!isAbout && (
                    <Button size="small" onClick={() => setAsking({ proposal, decision: 'accept' })}>
                      承認する
                    </Button>
                  )}
                  <Button size="small" onClick={() => setAsking({ proposal, decision: 'decline' })}>
                    {isOwn ? '取り下げる' : '承認しない'}
                  </Button>
                </p>
              </div>
            </li>
          );
        })}
      </ol>
      {asking && <DecisionDialog {...asking} onClose={() => setAsking(null)} />}
    </section>
  );
}

interface DecisionDialogProps {
  proposal: RoleProposal;
  decision: Decision;
  onClose: () => void;
}

function DecisionDialog({ proposal: { id, change, user }, decision, onClose }: DecisionDialogProps) {
  const { run, isRunning } = useEndpointMutation(decideRole);
  const isAccepting = decision === 'accept';
  const { make } = useDialogCall({
    done: isAccepting ? '役割を変えました。' : '提案を終えました。',
    stale: { conflict: 'この提案か、この方の状態が変わりました。新しい内容を確かめてください。' },
    onClose,
  });

  return (
    <LateConfirmDialog
      isOpen
      isDanger={isAccepting}
      title={`${user.nickname}さんの${changeWords[change]}提案を${isAccepting ? '承認' : '終わりに'}しますか`}
      confirmLabel={isAccepting ? '承認する' : '提案を終える'}
      isLoading={isRunning}
      onClose={onClose}
      onConfirm={() => void make(() => run({ params: { id }, body: { decision } }))}
    >
      {isAccepting
        ? 'この方はすべての端末からログアウトし、もう一度ログインすると新しい役割になります。'
        : '役割は変わりません。'}
    </LateConfirmDialog>
  );
}
