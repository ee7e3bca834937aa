import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements, StripeElementsOptions } from '@stripe/stripe-js';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';

import { ErrorState } from '../ui/error-state';
import { Skeleton, SkeletonGroup } from '../ui/skeleton';
import { isPageDark, usePageAppearance } from '../ui/use-page-appearance';
import { loadStripe, type PaymentConfig } from './load-stripe';

/** The operations of the payment fields for a form. Errors are user-facing messages. */
export interface Payer {
  /** Validates the input; invalid fields show their own errors. */
  check(): Promise<boolean>;
  /** Pays. Resolves once the user has nothing more to do; a redirect method leaves the page. */
  pay(given: { clientSecret: string; returnUrl: string }): Promise<{ intentId: string } | { error: string }>;
  /** Passes the card to the provider and returns its id, without a payment. For fields created without an amount. */
  keepCard(): Promise<{ paymentMethodId: string } | { error: string }>;
  /** Runs the bank's authentication when a payment or a saved card requires it. */
  answerBank(clientSecret: string): Promise<{ error?: string }>;
}

interface PaymentFieldsProps {
  config: PaymentConfig;
  /** Whole yen; null when a card is saved without a payment. */
  amount: number | null;
  method: 'card' | 'paypay';
  /** Called when the fields become usable or unusable. */
  onReady: (payer: Payer | null) => void;
}

const NO_SCRIPT = '決済会社に接続できませんでした。お支払いは行われていません。もう一度お試しください。';
const FAILED = 'お支払いの手続きができませんでした。もう一度お試しください。';

/** The provider's payment fields. Their input never leaves the provider. */
export function PaymentFields({ config, amount, method, onReady }: PaymentFieldsProps) {
  const [stripe, setStripe] = useState<Stripe>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  const { publishableKey, scriptUrl } = config;
  const appearance = usePageAppearance(appearanceOfPage);
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
      appearance,
    }),
    [amount, method, appearance],
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
  const notify = useEffectEvent(onReady);
  useEffect(() => () => notify(null), []);
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

/** Pays with a saved card accepted by the intent, and runs the bank's authentication when required. */
export async function payWithSavedCard(
  config: PaymentConfig,
  { clientSecret, cardId, returnUrl }: { clientSecret: string; cardId: string; returnUrl: string },
): ReturnType<Payer['pay']> {
  const stripe = await loadStripe(config).catch(() => null);
  if (!stripe) return { error: NO_SCRIPT };
  const { error, paymentIntent } = await stripe.confirmPayment({
    clientSecret,
    confirmParams: { payment_method: cardId, return_url: returnUrl },
    redirect: 'if_required',
  });
  if (error) return { error: error.message ?? FAILED };
  return paymentIntent.status === 'requires_action' ? { error: FAILED } : { intentId: paymentIntent.id };
}

/** The current theme and colours of the page. */
function appearanceOfPage(): Appearance {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    theme: isPageDark() ? 'night' : 'stripe',
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
