import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import {
  ARCHIVE_TICKET_CANCEL_DAYS,
  ARCHIVE_TICKET_REFUND_DAYS,
  FULL_REFUND_MOVE_HOURS,
} from '@manabiba/shared/contract/limits';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { AnyTicket, PaymentMethod } from '@manabiba/shared/contract/tickets';
import { formatYen } from '@manabiba/shared/format/yen';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { useFormFill } from '@manabiba/shared/platform';
import { type ReactNode, useState } from 'react';

import { TimeLeft } from '../../core/participation/time-left';
import { CheckoutSide } from './checkout-side';
import { DiscountCode } from './discount-code';
import { EventCrumb } from './event-crumb';
import { Methods } from './methods';
import { PayButton } from './pay-button';
import { Refusal } from './refusal';
import type { Payment, PaymentChoice } from './use-payment';

import styles from './checkout.module.css';

export interface PayFormProps {
  event: ClassroomEvent;
  ticket: AnyTicket;
  payment: Payment;
  /** The previously selected payment method. */
  firstMethod?: PaymentChoice;
  /** The saved card. */
  savedCard?: StripeCard;
  /** The status of the previous attempt. */
  notice?: ReactNode;
  /** Fields shown before the payment method. */
  children?: ReactNode;
  /** Fields shown after it. */
  receipt?: ReactNode;
  onExpired: () => void;
}

const refundSentences: Record<ClassroomEvent['refundPolicy'], string> = {
  until_24_hours: '開始の24時間前まで取り消すことができ、全額返金いたします。',
  until_7_days: '開始の7日前まで取り消すことができ、全額返金いたします。',
  none: 'お申し込みのあとの返金はいたしかねます。',
};

/** The terms of a ticket for the archive of an event. */
const archiveTicketTerms = [
  'アーカイブが公開されている間、何度でもご覧いただけます。',
  `購入から${ARCHIVE_TICKET_CANCEL_DAYS}日以内で、視聴を始める前は、取り消すことができ、全額返金いたします。視聴を始めたあとの返金はいたしかねます。`,
  `購入から${ARCHIVE_TICKET_REFUND_DAYS}日以内にアーカイブの公開が終わった場合は、全額返金いたします。`,
];

/** The payment form. */
export function PayForm(props: PayFormProps) {
  const { event, ticket, payment, firstMethod = 'card', savedCard, notice, children, receipt, onExpired } = props;
  const [choice, setChoice] = useState<PaymentChoice>(firstMethod);
  const [payers, setPayers] = useState<Partial<Record<PaymentMethod, Payer | null>>>({});
  const { discount, seats, isPaying } = payment;
  const amount = ticket.price * seats - discount.amount;
  const handleFill = useFormFill('form_fill_checkout');
  const handleReady = (of: PaymentMethod) => (payer: Payer | null) => setPayers((known) => ({ ...known, [of]: payer }));
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <EventCrumb event={event} />
        <h1>お支払い</h1>
        {(payment.holdExpiresAt !== null || payment.isHolding) && (
          <TimeLeft until={payment.holdExpiresAt} tone="ok" onEnd={onExpired}>
            {ticket.kind === 'archive'
              ? 'この時間のうちに、お支払いをお済ませください。'
              : 'お席を確保しました。時間を過ぎると、お席はほかの方に回ります。'}
          </TimeLeft>
        )}
        {notice}
        {payment.refusal && <Refusal>{payment.refusal.message}</Refusal>}
      </div>
      <aside className={styles.side} aria-label="お申し込み内容">
        <CheckoutSide event={event} ticket={ticket} seats={seats} discount={discount.amount}>
          <DiscountCode discount={discount} isDisabled={isPaying} />
        </CheckoutSide>
      </aside>
      <form
        className={styles.form}
        onInput={handleFill}
        onSubmit={(submit) => {
          submit.preventDefault();
          void payment.pay(choice, choice === 'saved_card' ? null : (payers[choice] ?? null));
        }}
        noValidate
      >
        {children}
        <Methods
          amount={amount}
          choice={choice}
          savedCard={savedCard}
          isDisabled={isPaying}
          onChoose={setChoice}
          onReady={handleReady}
        />
        {receipt}
        <Terms event={event} ticket={ticket} />
        <PayButton
          label={`${formatYen(amount)}${choice === 'konbini' ? 'の支払い番号を受け取る' : 'を支払う'}`}
          isPaying={isPaying}
          isReady={!discount.isApplying && (choice === 'konbini' || choice === 'saved_card' || Boolean(payers[choice]))}
        />
      </form>
    </div>
  );
}

const seatTerms = (refundPolicy: ClassroomEvent['refundPolicy']) => [
  refundSentences[refundPolicy],
  '主催者の都合で中止になった場合は、全額返金いたします。',
  `開始日時が${FULL_REFUND_MOVE_HOURS}時間を超えて変わった場合は、新しい開始日時まで全額返金いたします。`,
];

function Terms({ event, ticket }: Pick<PayFormProps, 'event' | 'ticket'>) {
  return (
    <section className={styles.block} aria-labelledby="checkout-terms">
      <h2 id="checkout-terms">ご確認</h2>
      <ul className={styles.facts}>
        {(ticket.kind === 'archive' ? archiveTicketTerms : seatTerms(event.refundPolicy)).map((term) => (
          <li key={term}>{term}</li>
        ))}
        <li>お支払いが完了すると、確認のメールをお送りします。</li>
      </ul>
    </section>
  );
}
