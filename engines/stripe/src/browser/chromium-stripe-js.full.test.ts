import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';

import { registerPages } from '../pages/register-pages';
import { closeAll, PUBLISHABLE_KEY, startTestEngine, type TestEngine } from '../testing/start-test-engine';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const CARD = '4242424242424242';

let made: TestEngine;
let folder: string;
let shop: Server;
let shopUrl: string;
let browser: Browser;
let page: Page;
let requests: Request[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stripe-pages-'));
  const { browserBuild } = (await import('./browser-build.mjs')) as {
    browserBuild: (outdir: string) => Parameters<typeof build>[0];
  };
  await build(browserBuild(folder));
  const {
    outputFiles: [bundle],
  } = await build({
    entryPoints: [join(import.meta.dirname, '../testing/shop-page.tsx')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  made = await startTestEngine({ clock: Date.now });
  registerPages(made.engine, { assets: folder, hasDeveloperPage: true });
  shop = createServer((request, response) => {
    const isPage = !request.url?.startsWith('/shop.js');
    response
      .writeHead(200, {
        'content-type': isPage ? 'text/html; charset=utf-8' : 'text/javascript',
        // The policy of a strict shop: only the engine's origin and its own.
        'content-security-policy': `default-src 'self' ${made.url}; frame-src ${made.url}; style-src 'self'`,
      })
      .end(
        isPage
          ? `<!doctype html><html lang="ja"><link rel="icon" href="data:,"><script src="${made.url}/stripe.js"></script><script src="/shop.js" defer></script>`
          : bundle?.text,
      );
  });
  await new Promise<void>((done) => {
    shop.listen(0, '127.0.0.1', done);
  });
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  shop?.close();
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage({ locale: 'ja-JP' });
  requests = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(shopUrl);
});
afterEach(() => page.close());

const intent = (method = 'card') =>
  made.stripe.paymentIntents.create({ amount: 1500, currency: 'jpy', allowed_payment_method_types: [method] });

async function open(given: object) {
  await page.evaluate((shopGiven) => (window as unknown as { openShop(given: object): void }).openShop(shopGiven), {
    key: PUBLISHABLE_KEY,
    ...given,
  });
  await page.getByText('ready').waitFor();
}
const fields = () => page.frameLocator('form iframe');

async function type(number: string, expiry = '1234', cvc = '123') {
  await fields().getByLabel('カード番号').pressSequentially(number);
  await fields().getByLabel('有効期限').fill(expiry);
  await fields().getByLabel('セキュリティコード').fill(cvc);
}
async function pay() {
  await page.getByRole('button', { name: 'Pay' }).click();
}
const outcome = async () => {
  await page.waitForFunction(() => document.querySelector('[role=status]')?.textContent !== '');
  return page.getByRole('status').textContent();
};
const bank = () => page.frameLocator('dialog iframe');

describe('the script of the engine under @stripe/react-stripe-js', () => {
  it('pays with a card that only the engine sees', async () => {
    const { client_secret: clientSecret, id } = await intent();
    await open({ clientSecret });
    await type(CARD);
    await page.getByText('ready complete').waitFor();
    expect(await fields().getByRole('radio').count()).toBe(0);
    await pay();
    expect(await outcome()).toBe('succeeded');
    expect(await made.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount_received: 1500 });
    const withCard = requests.filter((request) => `${request.url()} ${request.postData()}`.includes(CARD));
    expect(withCard.map((request) => [new URL(request.url()).pathname, request.frame() === page.mainFrame()])).toEqual([
      ['/v1/payment_methods', false],
    ]);
  });

  it('pays when the form is shown before the intent exists', async () => {
    const { client_secret: clientSecret } = await intent();
    await open({ clientSecret, isDeferred: true });
    await type(CARD);
    await pay();
    expect(await outcome()).toBe('succeeded');
  });

  it.each(['card', 'paypay'])('has its final height when the fields of %s are ready', async (method) => {
    await open({ clientSecret: (await intent(method)).client_secret, isDeferred: true, methods: [method] });
    const atReady = Number(await page.locator('form').getAttribute('data-frame-height'));
    // Two frames later every observer of sizes has run.
    const later = await page.evaluate(
      () =>
        new Promise((done) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() => done(document.querySelector('form iframe')?.getBoundingClientRect().height)),
          ),
        ),
    );
    expect(atReady).toBeGreaterThan(0);
    expect(later).toBe(atReady);
  });

  it('reports missing input at the fields and to the page, and moves the focus there', async () => {
    await open({ clientSecret: (await intent()).client_secret, isDeferred: true });
    await type(CARD, '12');
    await pay();
    expect(await outcome()).toBe('validation_error incomplete_expiry 有効期限を月と年で入力してください。');
    expect(await fields().getByText('有効期限を月と年で入力してください。').isVisible()).toBe(true);
    expect(
      await fields()
        .getByLabel('有効期限')
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    expect(await fields().getByLabel('有効期限').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [
      '4000000000000002',
      'card_error card_declined generic_decline カード会社で承認されませんでした。別のカードをお試しください。',
    ],
    ['4000000000009995', 'card_error card_declined insufficient_funds カードの残高または利用可能額が足りません。'],
    ['4000000000000069', 'card_error expired_card expired_card カードの有効期限が過ぎています。'],
  ])(
    'explains in Japanese why %s was declined, and accepts another card for the same intent',
    async (number, words) => {
      await open({ clientSecret: (await intent()).client_secret });
      await type(number);
      await pay();
      expect(await outcome()).toBe(words);
      await fields().getByLabel('カード番号').fill('');
      await type(CARD);
      await pay();
      await page.getByText('succeeded').waitFor();
    },
  );

  it('fills in a test card with one click', async () => {
    await open({ clientSecret: (await intent()).client_secret });
    await fields().getByText('テスト用のカード').click();
    await fields().getByRole('button', { name: '承認される' }).click();
    expect(await fields().getByLabel('カード番号').inputValue()).toBe('4242 4242 4242 4242');
    await pay();
    expect(await outcome()).toBe('succeeded');
  });

  it.each([
    ['approved', '承認する', 'succeeded'],
    [
      'refused',
      '拒否する',
      'card_error payment_intent_authentication_failure  カード会社での本人確認ができませんでした。',
    ],
  ])('shows a challenge over the page: %s', async (_outcome, button, words) => {
    await open({ clientSecret: (await intent()).client_secret });
    await type('4000000000003220');
    await pay();
    await bank().getByRole('button', { name: button }).click();
    expect(await outcome()).toBe(words);
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it.each(['button', 'key'])('treats a challenge closed by a %s as failed', async (way) => {
    const { client_secret: clientSecret, id } = await intent();
    await open({ clientSecret });
    await type('4000000000003220');
    await pay();
    await bank().getByRole('button', { name: '承認する' }).waitFor();
    if (way === 'key') await page.keyboard.press('Escape');
    else await page.getByRole('button', { name: '確認をやめる' }).click();
    expect(await outcome()).toContain('payment_intent_authentication_failure');
    expect(await made.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'requires_payment_method' });
  });

  it('redirects to PayPay and returns with the outcome', async () => {
    const { client_secret: clientSecret, id } = await intent('paypay');
    await open({ clientSecret, isDeferred: true, methods: ['paypay'] });
    await pay();
    await page.getByRole('button', { name: '支払う', exact: true }).click();
    await page.waitForURL(`${shopUrl}/?**`);
    const { searchParams } = new URL(page.url());
    expect(Object.fromEntries(searchParams)).toEqual({
      payment_intent: id,
      payment_intent_client_secret: clientSecret,
      redirect_status: 'succeeded',
    });
  });

  it('saves a card with a setup intent', async () => {
    const { client_secret: clientSecret } = await made.stripe.setupIntents.create({
      allowed_payment_method_types: ['card'],
    });
    await open({ clientSecret, isSetup: true });
    await type(CARD);
    await pay();
    expect(await outcome()).toBe('succeeded');
  });

  it('pays with the card element', async () => {
    await open({ clientSecret: (await intent()).client_secret, kind: 'card' });
    await type(CARD);
    await pay();
    expect(await outcome()).toBe('succeeded');
  });

  it('uses the dark theme of the page', async () => {
    await open({ clientSecret: (await intent()).client_secret, theme: 'night' });
    const color = await fields()
      .locator('body')
      .evaluate((body) => getComputedStyle(body).color);
    expect(color).toBe('rgb(237, 239, 243)');
  });
});
