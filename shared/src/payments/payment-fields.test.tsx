import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { fakePaymentScript } from '../testing/fake-payment-script';
import { type Payer, PaymentFields } from './payment-fields';

const config = { publishableKey: 'pk_test_1', scriptUrl: 'http://provider.test/stripe.js' };
const scripts = () => [...document.querySelectorAll<HTMLScriptElement>(`script[src="${config.scriptUrl}"]`)];

function setUp(answers: Parameters<typeof fakePaymentScript>[0] = {}, amount: number | null = 1500, isLoaded = true) {
  const provider = fakePaymentScript(answers);
  if (isLoaded) provider.install();
  let payer: Payer | null = null;
  const view = render(
    <PaymentFields config={config} amount={amount} method="card" onReady={(ready) => (payer = ready)} />,
  );
  const load = () => {
    provider.install();
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

it('reports that the provider script failed to load and nothing was paid, and retries', async () => {
  const { load, ready } = setUp({}, 1500, false);
  act(() => void scripts()[0]?.dispatchEvent(new Event('error')));
  expect(await screen.findByRole('alert')).toHaveTextContent('お支払いは行われていません。');
  expect(scripts()).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(scripts()).toHaveLength(1);
  load();
  expect(await (await ready()).check()).toBe(true);
});

it('pays with the entered data and shows the provider message on refusal', async () => {
  const refused = { confirmPayment: { error: { message: 'カード会社で承認されませんでした。' } } };
  const { asked, groups, ready } = setUp(refused);
  const payer = await ready();
  const paid = await payer.pay({ clientSecret: 'pi_1_secret_1', returnUrl: 'http://localhost/' });
  expect(paid).toEqual({ error: 'カード会社で承認されませんでした。' });
  expect(groups[0]).toMatchObject({ mode: 'payment', amount: 1500 });
  expect(asked.at(-1)?.[1]).toMatchObject({ clientSecret: 'pi_1_secret_1', redirect: 'if_required' });
});

it('takes the colours of the page, also after a theme change', async () => {
  const { groups, ready } = setUp();
  await ready();
  expect(groups[0]).toMatchObject({ appearance: { theme: 'stripe' } });
  document.documentElement.style.colorScheme = 'dark';
  await act(async () => {
    document.documentElement.dataset.theme = 'dark';
    await Promise.resolve();
  });
  await waitFor(() => expect(groups.at(-1)).toMatchObject({ appearance: { theme: 'night' } }));
  document.documentElement.removeAttribute('style');
  delete document.documentElement.dataset.theme;
});

it('saves a card without a payment', async () => {
  const { asked, groups, ready } = setUp({ createPaymentMethod: { paymentMethod: { id: 'pm_1' } } }, null);
  const payer = await ready();
  expect(await payer.keepCard()).toEqual({ paymentMethodId: 'pm_1' });
  expect(await payer.answerBank('seti_1_secret_1')).toEqual({});
  expect(groups[0]).toMatchObject({ mode: 'setup' });
  expect(asked.at(-1)).toEqual(['handleNextAction', { clientSecret: 'seti_1_secret_1' }]);
});
