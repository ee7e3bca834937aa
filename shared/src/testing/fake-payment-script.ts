import type { StripeConstructor } from '@stripe/stripe-js';

type Answers = Partial<Record<'submit' | 'confirmPayment' | 'createPaymentMethod' | 'handleNextAction', object>>;

/** The current results of the script. It is loaded once for all tests, as for all pages of a window. */
let current: object;
const construct = (() => current) as unknown as StripeConstructor;

export interface FakePaymentScript {
  /** The recorded requests, by name. */
  asked: [keyof Answers, unknown][];
  /** The options each group of fields was created with, and its later updates. */
  groups: unknown[];
  /** Adds it to the window, as if it had just loaded. */
  install: () => void;
  remove: () => void;
}

/**
 * A fake of the payment provider's script, limited to what our forms use: its fields are ready at once, and it returns
 * the test's results. By default everything succeeds.
 */
export function fakePaymentScript(answers: Answers = {}): FakePaymentScript {
  const asked: [keyof Answers, unknown][] = [];
  const groups: unknown[] = [];
  const usual: Required<Answers> = {
    submit: {},
    confirmPayment: { paymentIntent: { id: 'pi_1', status: 'succeeded' } },
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
    update: (options: unknown) => groups.push(options),
    getElement: () => element,
    submit: answering('submit'),
  };
  const stripe = {
    elements: (options: unknown) => {
      groups.push(options);
      return elements;
    },
    createToken: () => undefined,
    createPaymentMethod: answering('createPaymentMethod'),
    confirmCardPayment: () => undefined,
    confirmPayment: answering('confirmPayment'),
    handleNextAction: answering('handleNextAction'),
  };
  return {
    asked,
    groups,
    install: () => {
      current = stripe;
      window.Stripe = construct;
    },
    remove: () => {
      delete window.Stripe;
    },
  };
}

/** The same, already loaded. */
export function installPaymentScript(answers: Answers = {}): FakePaymentScript {
  const script = fakePaymentScript(answers);
  script.install();
  return script;
}
