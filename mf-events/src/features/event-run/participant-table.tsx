import type { OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import { refundOrganizedParticipant } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Ellipsis, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import { failureSentence } from '../../core/organizing/form-errors';
import { canEnd, paidOf, participantName, participantStates } from './participant-words';

import table from '../../core/organizing/data-table.module.css';
import styles from './event-run.module.css';

interface ParticipantTableProps {
  eventId: string;
  participants: readonly OrganizedParticipant[];
}

/** Participations, newest first, each with the organizer's actions. */
export function ParticipantTable({ eventId, participants }: ParticipantTableProps) {
  const [ending, setEnding] = useState<OrganizedParticipant | null>(null);
  return (
    <>
      <table className={table.table} aria-label="参加者">
        <thead>
          <tr>
            <th scope="col">名前</th>
            <th scope="col">チケット</th>
            <th scope="col">状態</th>
            <th scope="col">申し込み</th>
            <th scope="col" className={table.number}>
              お支払い
            </th>
            <th scope="col">
              <VisuallyHidden>操作</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {participants.map((participant) => (
            <Row key={participant.id} participant={participant} onEnd={() => setEnding(participant)} />
          ))}
        </tbody>
      </table>
      {ending && <EndParticipation eventId={eventId} participant={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function Row({ participant, onEnd }: { participant: OrganizedParticipant; onEnd: () => void }) {
  const { user, ticketName, state, createdAt } = participant;
  const name = participantName(participant);
  const { tone, text } = participantStates[state];
  return (
    <tr>
      <td data-label="名前" className={table.pictured}>
        <span className={styles.person}>
          <Avatar person={user ?? { nickname: name, avatarUrl: null }} size={32} />
          {user ? <Link to={paths.user.href({ id: user.id })}>{name}</Link> : <span>{name}</span>}
        </span>
      </td>
      <td data-label="チケット">{ticketName}</td>
      <td data-label="状態">
        <span>
          <Badge tone={tone}>{text}</Badge>
        </span>
      </td>
      <td data-label="申し込み">{formatMoment(createdAt)}</td>
      <td data-label="お支払い" className={table.number}>
        {paidOf(participant)}
      </td>
      <td className={table.acts}>
        {canEnd(participant) && (
          <Menu
            label={`${name}の操作`}
            trigger={(props) => (
              <IconButton {...props} label={`${name}の操作`}>
                <Icon icon={Ellipsis} />
              </IconButton>
            )}
          >
            <MenuItem icon={<Icon icon={Undo2} />} isDanger onSelect={onEnd}>
              申し込みを取り消す
            </MenuItem>
          </Menu>
        )}
      </td>
    </tr>
  );
}

interface EndParticipationProps {
  eventId: string;
  participant: OrganizedParticipant;
  onClose: () => void;
}

function EndParticipation({ eventId, participant, onClose }: EndParticipationProps) {
  const { run, isRunning } = useEndpointMutation(refundOrganizedParticipant, {
    onSuccess: () => {
      toast.success('申し込みを取り消しました。');
      onClose();
    },
    onError: (error) => {
      toast.error(failureSentence(error));
      onClose();
    },
  });
  const isPaid = participant.amount > 0 && (participant.state === 'confirmed' || participant.state === 'joined');
  const confirm = () => void run({ params: { id: eventId, participationId: participant.id } }).catch(() => undefined);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={confirm}
      title={`${participantName(participant)}さんの申し込みを取り消しますか`}
      confirmLabel={isPaid ? '取り消して返金する' : '取り消す'}
      isDanger
      isLoading={isRunning}
    >
      {isPaid && <span>{`${formatYen(participant.amount)}を全額返金します。`}</span>}
      <span>席はほかの方が申し込めるようになり、本人にお知らせします。元に戻すことはできません。</span>
    </ConfirmDialog>
  );
}
