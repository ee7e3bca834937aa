import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { Participation, TicketType } from '@manabiba/shared/contract/tickets';
import {
  createParticipation,
  createPremiumParticipation,
  createStudentParticipation,
} from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { type ApiError, toast, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Bill } from '@manabiba/shared/ui/bill';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { Notice } from '@manabiba/shared/ui/notice';

import { applicationError } from '../../core/participation/application-error';
import { ticketKindLabel } from '../../core/tickets';
import { EventSummary } from './event-summary';

import styles from './apply-dialog.module.css';

export interface ApplyDialogProps {
  event: ClassroomEvent;
  ticket: TicketType;
  /** The event is full: this applies for the waiting list. */
  isWaiting: boolean;
  onClose: () => void;
  /** Called when the displayed event is stale. */
  onRefused: () => void;
}

const confirmLabels: Record<TicketType['kind'], string> = {
  general: '無料で申し込む',
  student: '学生として申し込む',
  premium: 'プラン会員として申し込む',
  invited: '招待で申し込む',
};

/** Applies through the endpoint for the ticket's kind; the waiting list is always `createParticipation`. */
function useApply({ event, ticket, isWaiting }: ApplyDialogProps, options: { onError: (error: ApiError) => void }) {
  const onSuccess = ({ state }: Participation) => {
    if (state !== 'waitlisted') toast.success('お申し込みが完了しました。');
    else if (isWaiting) toast.success('キャンセル待ちに登録しました。');
    else toast.message('満席になったため、キャンセル待ちに登録しました。');
  };
  const general = useEndpointMutation(createParticipation, { ...options, onSuccess });
  const premium = useEndpointMutation(createPremiumParticipation, { ...options, onSuccess });
  const student = useEndpointMutation(createStudentParticipation, { ...options, onSuccess });
  const params = { id: event.id };
  const apply = () => {
    if (ticket.kind === 'premium' && !isWaiting) return premium.run({ params, body: {} });
    if (ticket.kind === 'student' && !isWaiting) return student.run({ params, body: {} });
    return general.run({ params, body: { ticketTypeId: ticket.id } });
  };
  const calls = [general, premium, student];
  return { apply, isRunning: calls.some(({ isRunning }) => isRunning), error: calls.find(({ error }) => error)?.error };
}

/** Asks for confirmation before taking a free seat or joining the waiting list. */
export function ApplyDialog(props: ApplyDialogProps) {
  const { event, ticket, isWaiting, onClose, onRefused } = props;
  const { apply, isRunning } = useApply(props, {
    // A toast rather than a message in the dialog, because the refetched event may no longer show the dialog.
    onError: (error) => {
      toast.error(applicationError(error));
      onRefused();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isWaiting ? 'キャンセル待ちに登録する' : 'お申し込みの確認'}
      isBusy={isRunning}
      footer={
        <>
          <Button disabled={isRunning} onClick={onClose}>
            キャンセル
          </Button>
          <Button
            data-autofocus
            variant="primary"
            isLoading={isRunning}
            onClick={() => void apply().then(onClose, () => undefined)}
          >
            {isWaiting ? 'キャンセル待ちに登録する' : confirmLabels[ticket.kind]}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <EventSummary event={event} />
        {isWaiting ? <Waiting ticket={ticket} /> : <Free ticket={ticket} />}
      </div>
    </Dialog>
  );
}

function Free({ ticket: { name, kind } }: { ticket: TicketType }) {
  const label = (
    <>
      {name || ticketKindLabel[kind]} × 1{kind === 'student' && <Badge tone="ok">24歳以下</Badge>}
    </>
  );
  return (
    <>
      <Bill lines={[{ label, amount: 0 }]} totalLabel="合計" total={0} />
      <p className={styles.note}>開始まで、いつでも取り消せます。</p>
    </>
  );
}

function Waiting({ ticket: { price, waitlistedCount } }: { ticket: TicketType }) {
  return (
    <>
      <Notice>満席です。</Notice>
      <ol className={styles.steps}>
        <li>
          キャンセル待ちに登録する
          {waitlistedCount > 0 && <span>{`(いま${formatCount(waitlistedCount)}人が待っています)`}</span>}
        </li>
        <li>お席が空くと、登録した順にメールでご案内が届く</li>
        <li>24時間以内に{price === 0 ? 'お席を受け取る' : 'お支払いをする'}と、お席が決まる</li>
      </ol>
      <p className={styles.note}>登録だけでは、料金はかかりません。</p>
    </>
  );
}
