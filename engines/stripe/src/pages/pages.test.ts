import type Stripe from 'stripe';

import {
  closeAll,
  payment,
  startEndpoint,
  startTestEngine,
  type TestEngine,
  WEBHOOK_SECRET,
} from '../testing/start-test-engine';
import { registerPages } from './register-pages';

let made: TestEngine;
beforeEach(async () => {
  const endpoint = await startEndpoint(() => made.stripe);
  made = await startTestEngine({ webhooks: { endpoints: [{ url: endpoint.url, secret: WEBHOOK_SECRET }] } });
  received = endpoint.events;
  registerPages(made.engine, { assets: '/nowhere', hasDeveloperPage: true });
});
afterEach(closeAll);

let received: Stripe.Event[];

const open = (path: string) => fetch(made.url + path);
const post = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(made.url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });
const path = (address: string | null | undefined) => (address ?? '').replace(made.url, '');

const konbini = () =>
  made.stripe.paymentIntents.create({
    amount: 1500,
    currency: 'jpy',
    allowed_payment_method_types: ['konbini'],
    confirm: true,
    payment_method_data: { type: 'konbini', billing_details: { name: '宮下 紗季', email: 'saki@example.jp' } },
  });

describe('the onboarding page', () => {
  const shop = { return_url: 'https://shop.example/back', refresh_url: 'https://shop.example/again' };
  async function link() {
    const { id } = await made.stripe.accounts.create({
      type: 'express',
      capabilities: { transfers: { requested: true } },
    });
    const { url } = await made.stripe.accountLinks.create({ account: id, type: 'account_onboarding', ...shop });
    return { id, address: path(url) };
  }
  const isReady = async (id: string) => (await made.stripe.accounts.retrieve(id)).payouts_enabled;
  const visit = (address: string) => fetch(made.url + address, { redirect: 'manual' });

  it('completes the account and returns to the platform', async () => {
    const { id, address } = await link();
    expect(await (await visit(address)).text()).toContain('本人確認と口座の登録');
    expect((await post(address, { outcome: 'complete' })).headers.get('location')).toBe(shop.return_url);
    expect(await isReady(id)).toBe(true);
  });

  it('returns without changes when the owner postpones it', async () => {
    const { id, address } = await link();
    await visit(address);
    expect((await post(address, { outcome: 'later' })).headers.get('location')).toBe(shop.return_url);
    expect(await isReady(id)).toBe(false);
  });

  it('opens once; afterwards, or without an opened link, a new link is required', async () => {
    const { id, address } = await link();
    expect((await post(address, { outcome: 'complete' })).headers.get('location')).toBe(shop.refresh_url);
    await visit(address);
    expect((await visit(address)).headers.get('location')).toBe(shop.refresh_url);
    expect((await visit('/onboarding/nobody')).status).toBe(404);
    expect(await isReady(id)).toBe(false);
  });
});

describe('payer pages', () => {
  it('pays a konbini payment on the page with its numbers', async () => {
    const intent = await konbini();
    const details = intent.next_action?.konbini_display_details;
    const address = path(details?.hosted_voucher_url);
    const shown = await (await open(address)).text();
    expect(shown).toContain(details?.stores.lawson?.payment_code);
    expect(shown).toContain('1,500円');
    const answer = await post(`/konbini/${intent.id}`, { client_secret: intent.client_secret ?? '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, address]);
    expect(await made.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
    expect(await (await open(address)).text()).toContain('手続きは完了しています');
  });

  it('returns to the shop from a full-window challenge and keeps the first decision', async () => {
    const intent = await made.stripe.paymentIntents.create(
      payment({ payment_method: 'pm_card_threeDSecure2Required', return_url: 'https://shop.example/back?order=1' }),
    );
    const decide = (outcome: string) =>
      post(`/challenge/${intent.id}`, { client_secret: intent.client_secret ?? '', outcome });
    const location = new URL((await decide('succeed')).headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe('https://shop.example/back');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      order: '1',
      payment_intent: intent.id,
      payment_intent_client_secret: intent.client_secret,
      redirect_status: 'succeeded',
    });
    expect((await decide('fail')).headers.get('location')).toBe(location.href);
    expect(await made.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  it('shows nothing without the client secret of the intent', async () => {
    const { id } = await konbini();
    for (const address of [`/konbini/${id}`, `/konbini/${id}?client_secret=x`, `/challenge/${id}`, `/paypay/pi_none`])
      expect((await open(address)).status).toBe(404);
    expect((await post(`/konbini/${id}`, { client_secret: 'x' })).status).toBe(404);
    expect(await made.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_action' });
  });

  it('allows pages to run only files of the engine', async () => {
    const answer = await open('/elements/fields');
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'",
    );
    expect(await answer.text()).not.toMatch(/<script>|<style|\son\w+=/);
    const intent = await konbini();
    const address = path(intent.next_action?.konbini_display_details?.hosted_voucher_url);
    expect((await open(address)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });
});

describe('the developer page', () => {
  it('shows payments, events and customers with escaped names', async () => {
    await made.stripe.customers.create({ name: '<script>alert(1)</script>' });
    await made.stripe.paymentIntents.create(payment({ description: '"><img src=x>' }));
    const shown = await (await open('/')).text();
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(shown).toContain('&quot;&gt;&lt;img src=x&gt;');
    expect(shown).toContain('支払い済み');
    expect(shown).toContain('payment_intent.succeeded');
  });

  it('pays a konbini payment and advances the clock', async () => {
    const [paid, forgotten] = [await konbini(), await konbini()];
    expect((await post(`/developer/payments/${paid.id}/pay`)).status).toBe(303);
    expect(await made.stripe.paymentIntents.retrieve(paid.id)).toMatchObject({ status: 'succeeded' });
    expect((await post('/developer/clock', { step: 'month' })).status).toBe(303);
    expect(await made.stripe.paymentIntents.retrieve(forgotten.id)).toMatchObject({
      status: 'requires_payment_method',
    });
  });

  it('resends an event', async () => {
    await made.stripe.paymentIntents.create(payment());
    const [event] = (await made.stripe.events.list({ type: 'payment_intent.succeeded' })).data;
    await made.engine.runDue();
    const times = () => received.filter(({ id }) => id === event?.id).length;
    expect(times()).toBe(1);
    expect((await post(`/developer/events/${event?.id}/send`)).status).toBe(303);
    await made.engine.runDue();
    expect(times()).toBe(2);
  });

  it('sends events twice when set to', async () => {
    expect((await post('/developer/faults', { duplicate: '100', delay: '0' })).status).toBe(303);
    await made.stripe.paymentIntents.create(payment());
    await made.engine.runDue();
    const ids = received.map(({ id }) => id);
    expect(ids.length).toBe(2 * new Set(ids).size);
    expect((await post('/developer/faults', { duplicate: '101', delay: '0' })).status).toBe(400);
  });

  it('accepts its own forms, for which browsers send a null origin', async () => {
    const { id } = await konbini();
    const own = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    expect((await post(`/developer/payments/${id}/pay`, {}, own)).status).toBe(303);
    expect(await made.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded' });
  });

  it.each([
    ['by its origin', { origin: 'https://evil.example' }],
    ['without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('rejects requests of another origin: %s', async (_how, headers) => {
    const { id } = await konbini();
    expect((await post(`/developer/payments/${id}/pay`, {}, headers)).status).toBe(403);
    expect(await made.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_action' });
  });
});
