import type { StripeConstructor } from '@stripe/stripe-js';

type Answers = Partial<Record<'submit' | 'createPaymentMethod' | 'handleNextAction', object>>;

/** What the script makes at this moment. It is loaded once for all tests, as for all pages of a window. */
let current: object;
const construct = (() => current) as unknown as StripeConstructor;

/**
 * The script of the payment provider as far as our forms use it: its fields are ready at once, and it answers what a test
 * says. Without an answer everything works. Returns what it was asked, by name.
 */
export function installPaymentScript(answers: Answers = {}): { asked: [keyof Answers, unknown][]; remove: () => void } {
  const asked: [keyof Answers, unknown][] = [];
  const usual: Required<Answers> = {
    submit: {},
    createPaymentMethod: { paymentMethod: { id: 'pm_new' } },
    handleNextAction: {},
  };
  const answering = (name: keyof Answers) => (given: unknown) => {
    asked.push([name, given]);
    return Promise.resolve(answers[name] ?? usual[name]);
  };
  const element = {
    mount: () => undefined,
    on: (name: string, listener: () => void) => name === 'ready' && setTimeout(listener),
    off: () => undefined,
    destroy: () => undefined,
    update: () => undefined,
  };
  const elements = {
    create: () => element,
    update: () => undefined,
    getElement: () => element,
    submit: answering('submit'),
  };
  current = {
    elements: () => elements,
    createToken: () => undefined,
    createPaymentMethod: answering('createPaymentMethod'),
    confirmCardPayment: () => undefined,
    handleNextAction: answering('handleNextAction'),
  };
  window.Stripe = construct;
  return {
    asked,
    remove: () => {
      delete window.Stripe;
    },
  };
}
