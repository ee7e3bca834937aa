import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements, StripeElementsOptions } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { ErrorState } from '../ui/error-state';
import { Skeleton, SkeletonGroup } from '../ui/skeleton';
import { loadStripe, type PaymentConfig } from './load-stripe';

/** What a form does with the fields. Errors are sentences for the person. */
export interface Payer {
  /** Checks what is typed; wrong fields say so themselves. */
  check(): Promise<boolean>;
  /** Pays. Resolves once nothing more is asked of the person; a method that leads away leaves the page. */
  pay(given: { clientSecret: string; returnUrl: string }): Promise<{ intentId: string } | { error: string }>;
  /** Hands the card to the provider and gives its id, without a payment. For fields that were made without an amount. */
  keepCard(): Promise<{ paymentMethodId: string } | { error: string }>;
  /** Has the bank ask the person, where a payment or a kept card wants that. */
  answerBank(clientSecret: string): Promise<{ error?: string }>;
}

interface PaymentFieldsProps {
  config: PaymentConfig;
  /** Whole yen; null where a card is kept and nothing is paid now. */
  amount: number | null;
  method: 'card' | 'paypay';
  /** The fields can be used, or no more. */
  onReady: (payer: Payer | null) => void;
}

const FAILED = 'お支払いの手続きができませんでした。もう一度お試しください。';

/** The provider's fields. What is typed in them stays with the provider. */
export function PaymentFields({ config, amount, method, onReady }: PaymentFieldsProps) {
  const [stripe, setStripe] = useState<Stripe>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  const { publishableKey, scriptUrl } = config;
  useEffect(() => {
    let isCurrent = true;
    loadStripe({ publishableKey, scriptUrl }).then(
      (loaded) => isCurrent && setStripe(loaded),
      () => isCurrent && setFailedAttempt(attempt),
    );
    return () => {
      isCurrent = false;
    };
  }, [publishableKey, scriptUrl, attempt]);
  const options = useMemo(
    (): StripeElementsOptions => ({
      ...(amount === null ? { mode: 'setup', paymentMethodCreation: 'manual' as const } : { mode: 'payment', amount }),
      currency: 'jpy',
      locale: 'ja',
      allowedPaymentMethodTypes: [method],
      appearance: appearanceOfPage(),
    }),
    [amount, method],
  );
  if (stripe)
    return (
      <Elements stripe={stripe} options={options}>
        <Fields onReady={onReady} />
      </Elements>
    );
  if (failedAttempt === attempt)
    return (
      <ErrorState
        title="決済会社の入力欄を表示できませんでした。"
        hint="通信の状態を確認して、もう一度お試しください。お支払いは行われていません。"
        onRetry={() => setAttempt(attempt + 1)}
      />
    );
  return (
    <SkeletonGroup>
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </SkeletonGroup>
  );
}

function Fields({ onReady }: Pick<PaymentFieldsProps, 'onReady'>) {
  const [stripe, elements] = [useStripe(), useElements()];
  const tell = useEffectEvent(onReady);
  useEffect(() => () => tell(null), []);
  function handleReady() {
    if (!stripe || !elements) return;
    onReady(payerOf(stripe, elements));
  }
  return <PaymentElement onReady={handleReady} options={{ layout: 'tabs' }} />;
}

function payerOf(stripe: Stripe, elements: StripeElements): Payer {
  return {
    check: async () => (await elements.submit()).error === undefined,
    async pay({ clientSecret, returnUrl }) {
      const { error, paymentIntent } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (error) return { error: error.message ?? FAILED };
      return paymentIntent.status === 'requires_action' ? { error: FAILED } : { intentId: paymentIntent.id };
    },
    async keepCard() {
      const { error, paymentMethod } = await stripe.createPaymentMethod({ elements });
      return error ? { error: error.message ?? FAILED } : { paymentMethodId: paymentMethod.id };
    },
    async answerBank(clientSecret) {
      const { error } = await stripe.handleNextAction({ clientSecret });
      return error ? { error: error.message ?? FAILED } : {};
    },
  };
}

/** Light or dark, and the colours, as the page has them now. */
function appearanceOfPage(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: style.colorScheme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: token('--color-action'),
      colorBackground: token('--color-surface'),
      colorText: token('--color-ink'),
      colorTextSecondary: token('--color-ink-soft'),
      colorDanger: token('--color-live'),
      borderRadius: token('--radius-control'),
    },
  };
}
