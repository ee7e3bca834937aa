import { KONBINI_DAYS } from '@manabiba/shared/contract/limits';
import type { StripeCard } from '@manabiba/shared/contract/plans';
import type { PaymentMethod } from '@manabiba/shared/contract/tickets';
import { getPaymentConfig } from '@manabiba/shared/data/endpoints';
import { formatCard, formatExpiry } from '@manabiba/shared/format/card';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { type RadioCard, RadioCards } from '@manabiba/shared/ui/radio-cards';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';
import { CreditCard, Smartphone, Store } from 'lucide-react';
import { useState } from 'react';

import type { PaymentChoice } from './use-payment';

import styles from './checkout.module.css';

const loadFields = () => import('@manabiba/shared/payments/payment-fields').then(({ PaymentFields }) => PaymentFields);

const METHODS = {
  card: { label: 'カードで支払う', note: undefined, icon: CreditCard },
  konbini: { label: 'コンビニで支払う', note: `お支払い期限は${KONBINI_DAYS}日以内です`, icon: Store },
  paypay: { label: 'PayPayで支払う', note: 'PayPayの画面へ移ります', icon: Smartphone },
} as const;

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
  /** Limits what is offered to these. */
  only?: readonly PaymentMethod[];
  amount: number;
  choice: PaymentChoice;
  savedCard: StripeCard | undefined;
  isDisabled: boolean;
  onChoose: (choice: PaymentChoice) => void;
  onReady: (of: PaymentMethod) => (payer: Payer | null) => void;
}

/** The payment methods with the fields of the selected one. Card input is kept while another method is selected. */
export function Methods({ only, amount, choice, savedCard, isDisabled, onChoose, onReady }: MethodsProps) {
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
            options={optionsOf(only ?? config?.methods ?? ['card'], savedCard)}
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
