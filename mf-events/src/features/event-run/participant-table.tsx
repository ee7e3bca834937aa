import type { OrganizedEventDetail } from '@manabiba/shared/contract/event-editing';
import type { OrganizedParticipant } from '@manabiba/shared/contract/event-sales';
import { mayInEvent } from '@manabiba/shared/contract/team-rights';
import { checkInParticipant, refundOrganizedParticipant } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { Link, paths, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Menu, MenuItem } from '@manabiba/shared/ui/menu';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { Check, Ellipsis, Undo2 } from 'lucide-react';
import { useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import { failureSentence } from '../../core/organizing/form-errors';
import { canBeReceived, canEnd, paidOf, participantName, participantStates } from './participant-words';

import table from '../../core/organizing/data-table.module.css';
import styles from './event-run.module.css';

interface ParticipantTableProps {
  event: OrganizedEventDetail;
  participants: readonly OrganizedParticipant[];
}

/** Participations, newest first, each with what the viewer may see of it and do about it. */
export function ParticipantTable({ event, participants }: ParticipantTableProps) {
  const seesSales = mayInEvent(event.myAccess, 'readSales');
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
            {seesSales && (
              <th scope="col" className={table.number}>
                お支払い
              </th>
            )}
            <th scope="col">受付</th>
            <th scope="col">
              <VisuallyHidden>操作</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {participants.map((participant) => (
            <Row key={participant.id} event={event} participant={participant} onEnd={() => setEnding(participant)} />
          ))}
        </tbody>
      </table>
      {ending && <EndParticipation eventId={event.id} participant={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

interface RowProps {
  event: OrganizedEventDetail;
  participant: OrganizedParticipant;
  onEnd: () => void;
}

function Row({ event, participant, onEnd }: RowProps) {
  const { user, ticketName, state, createdAt } = participant;
  const name = participantName(participant);
  const { tone, text } = participantStates[state];
  return (
    <tr>
      <td data-label="名前" className={table.pictured}>
        <span className={styles.person}>
          <Avatar person={user ?? { nickname: name, avatarUrl: null }} size={32} />
          {user ? <Link to={paths.user.href({ id: user.id })}>{name}</Link> : <span>{name}</span>}
          {participant.companion && (
            <span className={styles.buyer}>{participant.companion.buyer ?? '退会したユーザー'}さんのお連れの方</span>
          )}
        </span>
      </td>
      <td data-label="チケット">{ticketName}</td>
      <td data-label="状態">
        <span>
          <Badge tone={tone}>{text}</Badge>
        </span>
      </td>
      <td data-label="申し込み">{formatMoment(createdAt)}</td>
      {mayInEvent(event.myAccess, 'readSales') && (
        <td data-label="お支払い" className={table.number}>
          {paidOf(participant)}
        </td>
      )}
      <td data-label="受付">
        <CheckIn event={event} participant={participant} />
      </td>
      <td className={table.acts}>
        {mayInEvent(event.myAccess, 'refund') && canEnd(participant) && (
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

/** Whether a participant has been received, with the button for it where the viewer may. */
function CheckIn({ event, participant }: Pick<RowProps, 'event' | 'participant'>) {
  const { run, isRunning } = useEndpointMutation(checkInParticipant, {
    onError: (error) => toast.error(failureSentence(error)),
  });
  const { id, checkedInAt } = participant;
  const isCheckedIn = checkedInAt !== null;
  if (!mayInEvent(event.myAccess, 'checkIn') || !canBeReceived(participant, event))
    return isCheckedIn ? <Badge tone="ok">済み</Badge> : null;
  const name = participantName(participant);
  const toggle = () =>
    void run({ params: { id: event.id, participationId: id }, body: { isCheckedIn: !isCheckedIn } }).catch(
      () => undefined,
    );
  return (
    <Button
      size="small"
      icon={isCheckedIn ? <Icon icon={Check} size={16} /> : undefined}
      aria-label={isCheckedIn ? `${name}の受付を取り消す` : `${name}を受付する`}
      isLoading={isRunning}
      onClick={toggle}
    >
      {isCheckedIn ? '済み' : '受付する'}
    </Button>
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
  const { further } = participant;
  const amount = (participant.amount ?? 0) + (further.amount ?? 0);
  const isPaid = amount > 0 && (participant.state === 'confirmed' || participant.state === 'joined');
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
      {further.seats > 0 && <span>{`お連れの方の席を含む${further.seats + 1}席を取り消します。`}</span>}
      {isPaid && <span>{`${formatYen(amount)}を全額返金します。`}</span>}
      <span>席はほかの方が申し込めるようになり、本人にお知らせします。元に戻すことはできません。</span>
    </ConfirmDialog>
  );
}
