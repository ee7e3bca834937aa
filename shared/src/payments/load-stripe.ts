import type { Stripe, StripeConstructor } from '@stripe/stripe-js';

declare global {
  interface Window {
    /** Set by the payment provider's script. */
    Stripe?: StripeConstructor;
  }
}

export interface PaymentConfig {
  publishableKey: string;
  scriptUrl: string;
}

let loading: Promise<StripeConstructor> | undefined;

function loadScript(url: string): Promise<StripeConstructor> {
  return new Promise((done, fail) => {
    const script = document.createElement('script');
    const giveUp = () => {
      script.remove();
      loading = undefined;
      fail(new Error(`The payment script ${url} did not load.`));
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => (window.Stripe ? done(window.Stripe) : giveUp()));
    script.addEventListener('error', giveUp);
    document.head.append(script);
  });
}

/** Loads the provider's script once. Rejects when it fails to load; calling it again retries. */
export async function loadStripe({ scriptUrl, publishableKey }: PaymentConfig): Promise<Stripe> {
  loading ??= window.Stripe ? Promise.resolve(window.Stripe) : loadScript(scriptUrl);
  const construct = await loading;
  return construct(publishableKey, { locale: 'ja' });
}
