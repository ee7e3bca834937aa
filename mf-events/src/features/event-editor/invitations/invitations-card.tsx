import type { Invitation, OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import { deleteInvitation } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { copyText, paths, toast, useConfig, useEndpointMutation, useServerNow } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Link2, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../../core/format-moment';
import { failureSentence } from '../../../core/organizing/form-errors';
import { InvitationFormDialog } from './invitation-form-dialog';

import table from '../../../core/organizing/data-table.module.css';
import styles from '../event-editor.module.css';

const CLOCK_MS = 30_000;

/** The invitation codes of an event. Each change is saved immediately. */
export function InvitationsCard({ event, isFixed }: { event: OrganizedEventDetail; isFixed: boolean }) {
  const [isMaking, setIsMaking] = useState(false);
  const [gone, setGone] = useState<Invitation | null>(null);
  const hasTickets = event.tickets.length > 0;
  return (
    <SettingCard id="invitations" title="招待コード">
      {event.invitations.length === 0 ? (
        <p className={styles.hint}>コードを受け取った方は、無料で申し込めます。</p>
      ) : (
        <InvitationTable event={event} onRevoke={setGone} />
      )}
      {!isFixed && (
        <div className={styles.cardFoot}>
          <Button icon={<Icon icon={Plus} />} disabled={!hasTickets} onClick={() => setIsMaking(true)}>
            コードを作る
          </Button>
          {!hasTickets && <p className={styles.hint}>先にチケットを追加してください。</p>}
        </div>
      )}
      {isMaking && (
        <InvitationFormDialog
          eventId={event.id}
          eventStart={new Date(event.startAt)}
          tickets={event.tickets}
          onClose={() => setIsMaking(false)}
        />
      )}
      {gone && <RevokeInvitation invitation={gone} onClose={() => setGone(null)} />}
    </SettingCard>
  );
}

interface InvitationTableProps {
  event: OrganizedEventDetail;
  onRevoke: (invitation: Invitation) => void;
}

function InvitationTable({ event, onRevoke }: InvitationTableProps) {
  const { publicUrl } = useConfig();
  const now = useServerNow(CLOCK_MS);
  const copy = ({ code }: Invitation) => {
    const url = new URL(paths.event.href({ id: event.id }, { invitation: code }), publicUrl).href;
    void copyText(url, { copied: '招待のURLをコピーしました。' });
  };
  return (
    <table className={table.table}>
      <thead>
        <tr>
          <th scope="col">コード</th>
          <th scope="col">チケット</th>
          <th scope="col" className={table.number}>
            使った数
          </th>
          <th scope="col">期限</th>
          <th scope="col">
            <VisuallyHidden>操作</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {event.invitations.map((invitation) => (
          <tr key={invitation.id}>
            <td data-label="コード">{invitation.code}</td>
            <td data-label="チケット">{event.tickets.find(({ id }) => id === invitation.ticketTypeId)?.name}</td>
            <td data-label="使った数" className={table.number}>
              {formatCount(invitation.uses)} / {formatCount(invitation.maxUses)}
            </td>
            <td data-label="期限">{standing(invitation, now)}</td>
            <td className={styles.codeActs}>
              {isUsable(invitation, now) && (
                <>
                  <IconButton label={`${invitation.code}の招待URLをコピー`} onClick={() => copy(invitation)}>
                    <Icon icon={Link2} />
                  </IconButton>
                  <IconButton label={`${invitation.code}を無効にする`} onClick={() => onRevoke(invitation)}>
                    <Icon icon={Trash2} />
                  </IconButton>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hasRunOut = ({ expiresAt }: Invitation, now: Date) =>
  expiresAt !== null && Date.parse(expiresAt) <= now.getTime();

const isUsable = (invitation: Invitation, now: Date) =>
  invitation.revokedAt === null && invitation.uses < invitation.maxUses && !hasRunOut(invitation, now);

/** When a code expires, or why it cannot be used. */
function standing(invitation: Invitation, now: Date): string {
  if (invitation.revokedAt !== null) return '無効にしました';
  if (invitation.uses >= invitation.maxUses) return '使い切りました';
  if (hasRunOut(invitation, now)) return '期限が切れました';
  return invitation.expiresAt === null ? 'なし' : `${formatMoment(invitation.expiresAt)}まで`;
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(deleteInvitation, {
    onSuccess: () => {
      toast.success('招待コードを無効にしました。');
      onClose();
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
    },
  });
  const confirm = () =>
    void run({ params: { id: invitation.eventId, invitationId: invitation.id } }).catch(() => undefined);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`${invitation.code}を無効にしますか`}
      confirmLabel="無効にする"
      isDanger
      isLoading={isRunning}
    >
      このコードでは申し込めなくなります。すでに申し込んだ方はそのまま参加できます。
    </ConfirmDialog>
  );
}
