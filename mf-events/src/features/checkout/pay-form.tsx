import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import {
  ARCHIVE_TICKET_CANCEL_DAYS,
  ARCHIVE_TICKET_REFUND_DAYS,
  FULL_REFUND_MOVE_HOURS,
  KONBINI_DAYS,
} from '@manabiba/shared/contract/limits';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { AnyTicket, PaymentMethod } from '@manabiba/shared/contract/tickets';
import { getPaymentConfig } from '@manabiba/shared/data/endpoints';
import { formatCard, formatExpiry } from '@manabiba/shared/format/card';
import { formatYen } from '@manabiba/shared/format/yen';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { useEndpoint, useFormFill } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { Notice } from '@manabiba/shared/ui/notice';
import { type RadioCard, RadioCards } from '@manabiba/shared/ui/radio-cards';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { CreditCard, Lock, Smartphone, Store } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { TimeLeft } from '../../core/participation/time-left';
import { CheckoutSide } from './checkout-side';
import { DiscountCode } from './discount-code';
import { EventCrumb } from './event-crumb';
import type { Payment, PaymentChoice } from './use-payment';

import styles from './checkout.module.css';

const loadFields = () => import('@manabiba/shared/payments/payment-fields').then(({ PaymentFields }) => PaymentFields);

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

const METHODS = {
  card: { label: 'カードで支払う', note: undefined, icon: CreditCard },
  konbini: { label: 'コンビニで支払う', note: `お支払い期限は${KONBINI_DAYS}日以内です`, icon: Store },
  paypay: { label: 'PayPayで支払う', note: 'PayPayの画面へ移ります', icon: Smartphone },
} as const;

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
        {payment.refusal && <Refusal {...payment.refusal} />}
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
          amount={amount}
          isAtStore={choice === 'konbini'}
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

interface PayButtonProps {
  amount: number;
  isAtStore: boolean;
  isPaying: boolean;
  isReady: boolean;
}

/** States the amount to be charged. */
function PayButton({ amount, isAtStore, isPaying, isReady }: PayButtonProps) {
  return (
    <div className={styles.pay}>
      <Button
        type="submit"
        variant="primary"
        size="large"
        isBlock
        icon={<Icon icon={Lock} />}
        isLoading={isPaying}
        disabled={!isReady}
      >
        {isAtStore ? `${formatYen(amount)}の支払い番号を受け取る` : `${formatYen(amount)}を支払う`}
      </Button>
      <p className={styles.safe}>
        {isPaying
          ? 'この画面を閉じても、確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。'
          : 'カード番号は決済会社に直接送られ、まなびばには保存されません。'}
      </p>
    </div>
  );
}

function Refusal({ message }: NonNullable<Payment['refusal']>) {
  return (
    <Notice tone="error" role="alert">
      {message}
    </Notice>
  );
}

function optionsOf(methods: readonly PaymentMethod[], savedCard: StripeCard | undefined): RadioCard[] {
  const options = methods.map((value) => ({
    value,
    label: value === 'card' && savedCard ? '別のカードを使う' : METHODS[value].label,
    note: METHODS[value].note,
    icon: <Icon icon={METHODS[value].icon} />,
  }));
  if (!savedCard) return options;
  const note = `有効期限 ${formatExpiry(savedCard)}`;
  const icon = <Icon icon={CreditCard} />;
  return [{ value: 'saved_card', label: formatCard(savedCard), note, icon }, ...options];
}

interface MethodsProps {
  amount: number;
  choice: PaymentChoice;
  savedCard: StripeCard | undefined;
  isDisabled: boolean;
  onChoose: (choice: PaymentChoice) => void;
  onReady: (of: PaymentMethod) => (payer: Payer | null) => void;
}

/** The payment methods with the fields of the selected one. Card input is kept while another method is selected. */
function Methods({ amount, choice, savedCard, isDisabled, onChoose, onReady }: MethodsProps) {
  const { data: config, error, retry } = useEndpoint(getPaymentConfig, {});
  const [wasCardChosen, setWasCardChosen] = useState(false);
  if (choice === 'card' && !wasCardChosen) setWasCardChosen(true);
  const fields = (of: 'card' | 'paypay') =>
    config ? (
      <LazyPart
        load={loadFields}
        props={{ config, amount, method: of, onReady: onReady(of) }}
        fallback={<FieldsSkeleton />}
        failure={(again) => <ErrorState title="お支払いの入力欄を表示できませんでした。" onRetry={again} />}
      />
    ) : (
      <FieldsSkeleton />
    );
  return (
    <section className={styles.block} aria-labelledby="checkout-method">
      <h2 id="checkout-method">お支払い方法</h2>
      {error && !config ? (
        <ErrorState title="お支払い方法を表示できませんでした。" onRetry={retry} />
      ) : (
        <>
          <RadioCards
            legend="お支払い方法"
            isLegendHidden
            value={choice}
            disabled={isDisabled}
            onChange={({ target }) => onChoose(target.value as PaymentChoice)}
            options={optionsOf(config?.methods ?? ['card'], savedCard)}
          />
          {wasCardChosen && (
            <div className={styles.fields} hidden={choice !== 'card'}>
              {fields('card')}
            </div>
          )}
          {choice === 'paypay' && <div className={styles.fields}>{fields('paypay')}</div>}
        </>
      )}
    </section>
  );
}

const FieldsSkeleton = () => (
  <SkeletonGroup>
    <Skeleton shape="button" />
    <Skeleton shape="button" />
  </SkeletonGroup>
);
