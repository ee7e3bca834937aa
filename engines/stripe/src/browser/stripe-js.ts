import { stripeObject } from './stripe-object';

// The script served at GET /stripe.js: defines window.Stripe with the interface of Stripe's own script.
const script = document.currentScript;
if (!(script instanceof HTMLScriptElement)) throw new Error('Load this script with a script element.');
const { origin } = new URL(script.src);

Object.assign(globalThis, {
  Stripe: Object.assign(
    (key: string, options?: { locale?: string; stripeAccount?: string }) => {
      if (!/^pk_/.test(key)) throw new Error('Pass a publishable key, which begins with pk_.');
      return stripeObject(origin, key, options);
    },
    { version: 'engine' },
  ),
});
