import type { StripeConstructor } from '@stripe/stripe-js';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { type Payer, PaymentFields } from './payment-fields';

const config = { publishableKey: 'pk_test_1', scriptUrl: 'http://provider.test/stripe.js' };
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>(`script[src="${config.scriptUrl}"]`)];

/** The provider's script, as far as the fields use it. */
function aProvider(answers: Record<string, unknown> = {}) {
  const asked: [string, unknown][] = [];
  const answering = (name: string) => (given: unknown) => {
    asked.push([name, given]);
    return Promise.resolve(answers[name] ?? {});
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
  const stripe = {
    elements(options: unknown) {
      asked.push(['elements', options]);
      return elements;
    },
    createToken: answering('createToken'),
    createPaymentMethod: answering('createPaymentMethod'),
    confirmCardPayment: answering('confirmCardPayment'),
    confirmPayment: answering('confirmPayment'),
    handleNextAction: answering('handleNextAction'),
  };
  return { asked, stripe };
}

/** Which one the script makes. It is loaded once for all tests, as for all pages of a window. */
let current: ReturnType<typeof aProvider>['stripe'];

function setUp(answers: Record<string, unknown> = {}, amount: number | null = 1500) {
  const provider = aProvider(answers);
  current = provider.stripe;
  let payer: Payer | null = null;
  const view = render(
    <PaymentFields config={config} amount={amount} method="card" onReady={(ready) => (payer = ready)} />,
  );
  const load = () => {
    window.Stripe = (() => current) as unknown as StripeConstructor;
    act(() => void scripts()[0]?.dispatchEvent(new Event('load')));
  };
  const ready = async () => {
    await waitFor(() => expect(payer).not.toBeNull());
    return payer as unknown as Payer;
  };
  return { ...view, ...provider, load, ready };
}

afterEach(() => {
  delete window.Stripe;
  for (const script of scripts()) script.remove();
});

it('says that the script of the provider did not come, that nothing was paid, and tries again', async () => {
  const { load, ready } = setUp();
  act(() => void scripts()[0]?.dispatchEvent(new Event('error')));
  expect(await screen.findByRole('alert')).toHaveTextContent('お支払いは行われていません。');
  expect(scripts()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(scripts()).toHaveLength(1);
  load();
  expect(await (await ready()).check()).toBe(true);
});

it('pays with what is typed, and tells the sentence of the provider where that is refused', async () => {
  const refused = { confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } };
  const { asked, ready } = setUp(refused);
  const payer = await ready();
  const paid = await payer.pay({ clientSecret: 'pi_1_secret_1', returnUrl: 'http://localhost/' });
  expect(paid).toEqual({ error: 'カード会社で承認されませんでした。' });
  expect(asked.find(([name]) => name === 'elements')?.[1]).toMatchObject({ mode: 'payment', amount: 1500 });
  expect(asked.at(-1)?.[1]).toMatchObject({ clientSecret: 'pi_1_secret_1', redirect: 'if_required' });
});

it('keeps a card where nothing is paid now', async () => {
  const { asked, ready } = setUp({ createPaymentMethod: { paymentMethod: { id: 'pm_1' } } }, null);
  const payer = await ready();
  expect(await payer.keepCard()).toEqual({ paymentMethodId: 'pm_1' });
  expect(await payer.answerBank('seti_1_secret_1')).toEqual({});
  expect(asked.find(([name]) => name === 'elements')?.[1]).toMatchObject({ mode: 'setup' });
  expect(asked.at(-1)).toEqual(['handleNextAction', { clientSecret: 'seti_1_secret_1' }]);
});
