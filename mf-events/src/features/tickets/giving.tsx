import { MAX_EMAIL_LENGTH, MAX_GIFT_MESSAGE_LENGTH, SEAT_TRANSFER_HOURS } from '@manabiba/shared/contract/limits';
import type { SeatTransfer } from '@manabiba/shared/contract/seat-transfers';
import { cancelSeatTransfer, createSeatTransfer, listSeatTransfers } from '@manabiba/shared/data/endpoints';
import { formatYen } from '@manabiba/shared/format/yen';
import { isApiError, Link, paths, toast, useEndpoint, useEndpointMutation } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { FormDialog } from '@manabiba/shared/ui/form-dialog';
import { TextArea } from '@manabiba/shared/ui/text-area';
import { TextField } from '@manabiba/shared/ui/text-field';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { type FormEvent, useState } from 'react';

import { formatMoment } from '../../core/format-moment';
import { failureSentence } from '../../core/organizing/form-errors';
export { CompanionsDialog } from './companions-dialog';
import type { OwnEvent } from './ticket-facts';

import styles from './tickets.module.css';

/** Whether somebody may still accept it. */
const isOpen = ({ acceptedAt, isCancelled }: SeatTransfer) => acceptedAt === null && !isCancelled;

/** Offers a seat to the owner of an address, or says to whom it is offered. */
export function GiveDialog({ event, onClose }: { event: OwnEvent; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const { run, isRunning } = useEndpointMutation(createSeatTransfer);
  const { data } = useEndpoint(listSeatTransfers, {}, { maxAgeSeconds: 0 });
  const open = data?.items.find((transfer) => transfer.event.id === event.id && isOpen(transfer));

  async function give(): Promise<void> {
    try {
      await run({ params: { id: event.id }, body: { email, message } });
      toast.success('受け取りのご案内をメールで送りました。');
      onClose();
    } catch (error) {
      if (isApiError(error) && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else toast.error(failureSentence(error));
    }
  }
  if (open)
    return (
      <Dialog isOpen title="チケットを譲る" onClose={onClose}>
        <div className={styles.giving}>
          <p>{whereOf(open)}別の方に譲るには、先に取り消してください。</p>
          <Withdraw transfer={open} />
        </div>
      </Dialog>
    );
  const handleSubmit = (submit: FormEvent) => {
    submit.preventDefault();
    setErrors({});
    void give();
  };
  return (
    <FormDialog
      title="チケットを譲る"
      submitLabel="案内を送る"
      isDirty={email !== '' || message !== ''}
      isSubmitting={isRunning}
      onSubmit={handleSubmit}
      onClose={onClose}
    >
      <div className={styles.giving}>
        <p>
          {event.title} {event.subtitle}
        </p>
        <TextField
          type="email"
          label="譲る相手のメールアドレス"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          {...(errors['email'] && { error: errors['email'] })}
        />
        <TextArea
          label="メッセージ(任意)"
          rows={3}
          maxCharacters={MAX_GIFT_MESSAGE_LENGTH}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
          {...(errors['message'] && { error: errors['message'] })}
        />
        <ul className={styles.givingTerms}>
          <li>{`${SEAT_TRANSFER_HOURS}時間以内(開始まで)に受け取られると、チケットは相手の方のものになり、あなたは入場できなくなります。`}</li>
          <li>受け取られるまで、チケットはあなたのもので、いつでも取り消せます。</li>
          <li>料金のやりとりはできません。返金がある場合は、お支払いになった方に行われます。</li>
        </ul>
      </div>
    </FormDialog>
  );
}

/** The seats that the user gives away or has given away. Nothing for everybody else. */
export function GivenSeats() {
  const { data } = useEndpoint(listSeatTransfers, {}, { maxAgeSeconds: 0 });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="given-seats">
      <h2 id="given-seats" className={styles.givenHead}>
        譲ったチケットとプレゼント
      </h2>
      <ul>
        {data.items.map((transfer) => (
          <GivenSeat key={transfer.id} transfer={transfer} />
        ))}
      </ul>
    </section>
  );
}

function GivenSeat({ transfer }: { transfer: SeatTransfer }) {
  const { event, ticketName, isGift, isCancelled, payment } = transfer;
  return (
    <li className={styles.given}>
      <div>
        <p className={styles.state}>
          {isCancelled ? (
            <Badge>取り消し済み</Badge>
          ) : isOpen(transfer) ? (
            <Badge tone="warn">受け取り待ち</Badge>
          ) : (
            <Badge tone="ok">譲渡済み</Badge>
          )}
          <span>{isGift ? 'プレゼント' : '譲渡'}</span>
        </p>
        <h3 className={styles.title}>
          <Link to={paths.event.href({ id: event.id })}>{event.title}</Link>
        </h3>
        <p className={styles.note}>
          <span>{`${formatMoment(event.startAt)}、${ticketName}。`}</span>
          <span>{whereOf(transfer)}</span>
          {payment && (
            <span>
              {payment.refunded > 0
                ? `お支払いになった${formatYen(payment.amount)}のうち、${formatYen(payment.refunded)}を返金しました。`
                : `お支払い: ${formatYen(payment.amount)}`}
            </span>
          )}
        </p>
        {payment && (
          <p className={styles.links}>
            <Link className={styles.link} to={paths.receipt.href({ id: payment.receiptId })}>
              <VisuallyHidden>{event.title}の</VisuallyHidden>領収書
            </Link>
          </p>
        )}
      </div>
      {isOpen(transfer) && <Withdraw transfer={transfer} />}
    </li>
  );
}

function whereOf({ acceptedAt, email, expiresAt, recipient }: SeatTransfer): string {
  if (acceptedAt !== null)
    return `${recipient ?? '退会したユーザー'}${recipient === null ? '' : 'さん'}が受け取りました。`;
  return `${email ?? ''} の受け取りを待っています(${expiresAt === null ? '' : formatMoment(expiresAt)}まで)。`;
}

function Withdraw({ transfer: { id, event } }: { transfer: SeatTransfer }) {
  const { run, isRunning } = useEndpointMutation(cancelSeatTransfer, {
    onSuccess: () => toast.success('取り消しました。送ったリンクは使えなくなりました。'),
    onError: (error) => toast.error(failureSentence(error)),
  });
  return (
    <Button variant="ghost" isLoading={isRunning} onClick={() => void run({ params: { id } }).catch(() => undefined)}>
      <VisuallyHidden>{event.title}の</VisuallyHidden>
      <span>譲るのをやめる</span>
    </Button>
  );
}
