import { CardElement, Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeElementsOptions } from '@stripe/stripe-js';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

interface Shop {
  key: string;
  /** The client secret of the intent. A deferred form is shown without it and gets it only on confirmation. */
  clientSecret: string;
  isDeferred?: boolean;
  isSetup?: boolean;
  kind?: 'card' | 'payment';
  methods?: string[];
  theme?: Appearance['theme'];
}

/** A shop page that pays with the unmodified components of Stripe for React. */
function Form({ shop }: { shop: Shop }) {
  const [stripe, elements] = [useStripe(), useElements()];
  const [words, setWords] = useState('');
  const [isReady, setReady] = useState(false);
  const [frameHeight, setFrameHeight] = useState<number>();
  const [isComplete, setComplete] = useState(false);

  async function pay(): Promise<string> {
    if (!stripe || !elements) return 'not ready';
    const { clientSecret, isDeferred, isSetup, kind } = shop;
    if (kind === 'card') {
      const card = elements.getElement(CardElement);
      if (!card) return 'no card';
      const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
      return error ? `${error.code} ${error.message}` : paymentIntent.status;
    }
    if (isDeferred) {
      const { error } = await elements.submit();
      if (error) return `${error.type} ${error.code} ${error.message}`;
    }
    const given = {
      elements,
      ...(isDeferred && { clientSecret }),
      confirmParams: { return_url: location.href },
      redirect: 'if_required',
    } as const;
    if (isSetup) {
      const { error, setupIntent } = await stripe.confirmSetup(given);
      return error ? `${error.code} ${error.message}` : setupIntent.status;
    }
    const { error, paymentIntent } = await stripe.confirmPayment(given);
    return error ? `${error.type} ${error.code} ${error.decline_code ?? ''} ${error.message}` : paymentIntent.status;
  }

  const Field = shop.kind === 'card' ? CardElement : PaymentElement;
  return (
    <form
      data-frame-height={frameHeight}
      onSubmit={(event) => {
        event.preventDefault();
        setWords('');
        void pay().then(setWords, (failure: unknown) => setWords(String(failure)));
      }}
    >
      <Field
        onReady={() => {
          setReady(true);
          setFrameHeight(document.querySelector('form iframe')?.getBoundingClientRect().height);
        }}
        onChange={({ complete }: { complete: boolean }) => setComplete(complete)}
      />
      <button>Pay</button>
      <p role="status">{words}</p>
      <p>
        {isReady ? 'ready' : 'loading'} {isComplete ? 'complete' : 'incomplete'}
      </p>
    </form>
  );
}

Object.assign(window, {
  openShop(shop: Shop) {
    const { Stripe: load } = window;
    if (!load) throw new Error('The script has not run.');
    const stripe = load(shop.key);
    const appearance = { theme: shop.theme ?? 'stripe' } as const;
    const options: StripeElementsOptions = shop.isDeferred
      ? {
          mode: 'payment',
          amount: 1500,
          currency: 'jpy',
          locale: 'ja',
          appearance,
          allowedPaymentMethodTypes: shop.methods ?? ['card'],
        }
      : { clientSecret: shop.clientSecret, locale: 'ja', appearance };
    const place = document.createElement('div');
    document.body.append(place);
    createRoot(place).render(
      <Elements stripe={stripe} options={options}>
        <Form shop={shop} />
      </Elements>,
    );
  },
});
