import { timingSafeEqual } from 'node:crypto';

import { StripeError } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';
import { type Html, html } from './html';
import { moment, money, page, redirect } from './page';
import type { PageActions } from './page-actions';
import type { PageAnswer, PageRequest, Pages } from './pages';

type Intent = Kinds['payment_intent'] | Kinds['setup_intent'];
type Action = (intent: Intent, outcome: 'fail' | 'succeed') => Promise<Intent>;

const textOf = (request: PageRequest, name: string): string => {
  const value = request.form.get(name) ?? request.url.searchParams.get(name);
  return typeof value === 'string' ? value : '';
};

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const amountOf = (intent: Intent) =>
  intent.object === 'payment_intent' ? money(intent.amount, intent.currency) : null;

/**
 * Registers the pages on which a payer decides the outcome of a bank challenge, PayPay or a konbini payment. Access
 * requires the intent's client secret.
 */
export function registerPayerPages(pages: Pages, actions: PageActions): void {
  async function intentOf(request: PageRequest): Promise<Intent> {
    const id = request.ids[0] ?? '';
    const intent = await actions.find(id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
    if (!intent?.client_secret || !isSame(intent.client_secret, textOf(request, 'client_secret')))
      throw new StripeError({ status: 404, message: 'There is no such page.' });
    return intent;
  }
  const authenticate: Action = (intent, outcome) =>
    intent.object === 'payment_intent'
      ? actions.authenticatePaymentIntent(intent.id, outcome)
      : actions.authenticateSetupIntent(intent.id, outcome);

  const decide = async (request: PageRequest): Promise<PageAnswer> => {
    const intent = await intentOf(request);
    const outcome = textOf(request, 'outcome');
    if (outcome !== 'fail' && outcome !== 'succeed')
      throw new StripeError({ status: 400, message: 'The outcome must be fail or succeed.' });
    // Submitted twice or from a stale page: the first decision stands.
    const ended = isWaiting(intent) ? await authenticate(intent, outcome) : intent;
    if (textOf(request, 'frame') === '1') return doneInFrame();
    return intent._returnUrl ? redirect(backTo(intent._returnUrl, ended)) : doneAlone(ended);
  };

  const challenge = async (request: PageRequest) => {
    const intent = await intentOf(request);
    const isFramed = textOf(request, 'frame') === '1';
    if (!isWaiting(intent)) return isFramed ? doneInFrame() : doneAlone(intent);
    return challengePage(intent, isFramed);
  };
  pages.register('GET', '/challenge/:id', challenge);
  pages.register('POST', '/challenge/:id', decide);
  pages.register('GET', '/paypay/:id', async (request) => {
    const intent = await intentOf(request);
    return isWaiting(intent) ? paypayPage(intent) : doneAlone(intent);
  });
  pages.register('POST', '/paypay/:id', decide);
  pages.register('GET', '/konbini/:id', async (request) => konbiniPage(await intentOf(request)));
  pages.register('POST', '/konbini/:id', async (request) => {
    const intent = await intentOf(request);
    if (intent.next_action?.type === 'konbini_display_details') await actions.payAtTheShop(intent.id);
    return redirect(`${request.url.pathname}?client_secret=${encodeURIComponent(intent.client_secret ?? '')}`);
  });
}

const isWaiting = ({ status, next_action: action }: Intent) =>
  status === 'requires_action' && action?.type !== 'konbini_display_details';

/** Adds Stripe's query parameters to a `return_url`. */
function backTo(returnUrl: string, intent: Intent): string {
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'requires_payment_method' ? 'failed' : 'succeeded');
  return url.href;
}

const secretField = (intent: Intent) =>
  html`<input type="hidden" name="client_secret" value="${intent.client_secret}" />`;

function challengePage(intent: Intent, isFramed: boolean): PageAnswer {
  const amount = amountOf(intent);
  return page({
    title: 'カード会社での本人確認',
    isFramed,
    body: html`<main class="sheet">
      <p class="tag">テスト環境</p>
      <h1>カード会社での本人確認</h1>
      <p>
        ${amount ? html`${amount}のお支払いを確認しています。ご本人の操作ですか。` : 'カードの登録を確認しています。ご本人の操作ですか。'}
      </p>
      <form method="post" action="/challenge/${intent.id}" class="actions">
        ${secretField(intent)}${isFramed && html`<input type="hidden" name="frame" value="1" />`}
        <button class="primary" name="outcome" value="succeed">承認する</button>
        <button name="outcome" value="fail">拒否する</button>
      </form>
      <p class="soft">3Dセキュアの画面の代わりです。実際のカード会社にはつながっていません。</p>
    </main>`,
  });
}

function paypayPage(intent: Intent): PageAnswer {
  return page({
    title: 'PayPayでのお支払い',
    body: html`<main class="sheet">
      <p class="tag">テスト環境</p>
      <h1>PayPayで支払いますか</h1>
      <p class="amount">${amountOf(intent)}</p>
      <form method="post" action="/paypay/${intent.id}" class="actions">
        ${secretField(intent)}
        <button class="primary" name="outcome" value="succeed">支払う</button>
        <button name="outcome" value="fail">支払わずに戻る</button>
      </form>
      <p class="soft">PayPayの画面の代わりです。お金は動きません。</p>
    </main>`,
  });
}

function doneInFrame(): PageAnswer {
  return page({
    title: '確認が終わりました',
    isFramed: true,
    script: 'challenge-done.js',
    body: html`<main class="sheet"><p role="status">確認が終わりました。</p></main>`,
  });
}

function doneAlone(intent: Intent): PageAnswer {
  const words: Partial<Record<Intent['status'], string>> = {
    succeeded: '手続きは完了しています。この画面を閉じて、元の画面にお戻りください。',
    processing: 'お支払いを処理しています。この画面を閉じて、元の画面にお戻りください。',
    canceled: 'このお手続きは取り消されています。',
  };
  return page({
    title: 'お手続き',
    body: html`<main class="sheet">
      <h1>お手続き</h1>
      <p role="status">${words[intent.status] ?? '確認は終わりました。元の画面にお戻りください。'}</p>
    </main>`,
  });
}

const CHAINS = {
  lawson: 'ローソン',
  familymart: 'ファミリーマート',
  ministop: 'ミニストップ',
  seicomart: 'セイコーマート',
};

function konbiniPage(intent: Intent): PageAnswer {
  const details = intent.object === 'payment_intent' ? intent.next_action?.konbini_display_details : null;
  if (!details) return doneAlone(intent);
  const stores: Html[] = [];
  for (const [chain, name] of Object.entries(CHAINS)) {
    const store = details.stores[chain as keyof typeof CHAINS];
    if (!store) continue;
    stores.push(
      html`<tr>
        <th scope="row">${name}</th>
        <td>${store.payment_code}</td>
        <td>${store.confirmation_number ?? ''}</td>
      </tr>`,
    );
  }
  return page({
    title: 'コンビニでのお支払い',
    body: html`<main class="sheet">
      <p class="tag">テスト環境</p>
      <h1>${moment(details.expires_at)}までに${amountOf(intent)}をお支払いください</h1>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">お店</th>
              <th scope="col">受付番号</th>
              <th scope="col">確認番号</th>
            </tr>
          </thead>
          <tbody>
            ${stores}
          </tbody>
        </table>
      </div>
      <form method="post" action="/konbini/${intent.id}" class="actions">
        ${secretField(intent)}
        <button class="primary">店頭で支払ったことにする</button>
      </form>
    </main>`,
  });
}
