import type { IncomingHttpHeaders } from 'node:http';

import { secondsInDay, secondsInHour } from 'date-fns/constants';

import { StripeError } from '../http/stripe-error';
import type { EngineEvent, Kinds } from '../work/kinds';
import { type Html, html } from './html';
import { moment, money, page, redirect } from './page';
import type { PageRequest } from './pages';
import type { PagesEngine } from './pages-engine';

const SHOWN = 50;
/** The steps by which the clock can be advanced, in seconds. */
const STEPS = [
  ['hour', '1時間後', secondsInHour],
  ['day', '1日後', secondsInDay],
  ['week', '1週間後', 7 * secondsInDay],
  ['month', '1か月後', 31 * secondsInDay],
] as const;
const MAX_DELAY_MS = 60_000;

const STATES: Record<string, string> = {
  requires_payment_method: '支払い方法を待っている',
  requires_confirmation: '確定を待っている',
  requires_action: '本人の操作を待っている',
  requires_capture: '売上確定を待っている',
  processing: '処理中',
  succeeded: '支払い済み',
  canceled: '取り消し',
};

/**
 * Rejects requests from another origin, so that no other page or rebound host name can advance the clock. Browsers send
 * Sec-Fetch-Site; the origin of a form is null on a page with a no-referrer policy.
 */
function checkOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders): void {
  const isOwn = site === undefined ? origin === undefined || origin === `http://${host}` : site === 'same-origin';
  if (!isOwn) throw new StripeError({ status: 403, message: 'Open the page of the engine itself.' });
}
function checkHost({ host = '' }: IncomingHttpHeaders): void {
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host))
    throw new StripeError({ status: 404, message: 'There is no such page.' });
}

/** Registers the page at /: customers, payments, events, the clock, and the injected delivery faults. */
export function registerDeveloperPage({ pages, actions, setFaults }: PagesEngine): void {
  let faults = { duplicate: 0, delayMs: 0 };
  const act = (path: string, handle: (request: PageRequest) => Promise<void> | void) =>
    pages.register('POST', path, async (request) => {
      checkHost(request.headers);
      checkOrigin(request.headers);
      await handle(request);
      return redirect('/');
    });
  const numberOf = ({ form }: PageRequest, name: string) => Number(form.get(name) ?? Number.NaN);

  pages.register('GET', '/', async ({ headers }) => {
    checkHost(headers);
    const [customers, payments, events] = await Promise.all([
      actions.list({ kind: 'customer', keys: [], limit: SHOWN }),
      actions.list({ kind: 'payment_intent', limit: SHOWN }),
      actions.list({ kind: 'event', limit: SHOWN }),
    ]);
    return page({
      title: 'テスト決済',
      look: 'wide',
      body: html`<header class="top">
          <h1>テスト決済</h1>
          <p class="soft">開発のための画面です。お金は動きません。</p>
        </header>
        <main class="grid">
          ${clockCard(actions.now())} ${faultsCard(faults)} ${paymentsCard(payments)} ${eventsCard(events)}
          ${customersCard(customers)}
        </main>`,
    });
  });
  act('/developer/clock', async ({ form }) => {
    const step = STEPS.find(([name]) => name === form.get('step'));
    if (!step) throw new StripeError({ status: 400, message: 'There is no such step.' });
    await actions.advanceClock(step[2]);
  });
  act('/developer/faults', (request) => {
    const [percent, delayMs] = [numberOf(request, 'duplicate'), numberOf(request, 'delay') * 1000];
    if (!(percent >= 0 && percent <= 100 && delayMs >= 0 && delayMs <= MAX_DELAY_MS))
      throw new StripeError({ status: 400, message: 'The share is 0 to 100, the delay 0 to 60 seconds.' });
    faults = { duplicate: percent / 100, delayMs };
    setFaults(faults);
  });
  act('/developer/payments/:id/pay', async ({ ids: [id = ''] }) => void (await actions.payAtTheShop(id)));
  act('/developer/events/:id/send', ({ ids: [id = ''] }) => actions.sendEventAgain(id));
}

const empty = (words: string) => html`<p class="soft">${words}</p>`;

function clockCard(now: number): Html {
  return html`<section class="card" aria-labelledby="clock">
    <h2 id="clock">時計</h2>
    <p class="amount"><time>${moment(now)}</time></p>
    <form method="post" action="/developer/clock" class="row">
      ${STEPS.map(([name, label]) => html`<button name="step" value="${name}">${label}</button>`)}
    </form>
  </section>`;
}

function faultsCard({ duplicate, delayMs }: { duplicate: number; delayMs: number }): Html {
  return html`<section class="card" aria-labelledby="faults">
    <h2 id="faults">Webhookの配信</h2>
    <form method="post" action="/developer/faults" class="row">
      <label
        >二重に送る割合(%)<input type="number" name="duplicate" min="0" max="100" value="${duplicate * 100}" required
      /></label>
      <label
        >遅らせる(秒まで)<input type="number" name="delay" min="0" max="60" value="${delayMs / 1000}" required
      /></label>
      <button>設定する</button>
    </form>
  </section>`;
}

function paymentsCard(payments: readonly Kinds['payment_intent'][]): Html {
  const rows = payments.map((intent) => {
    const isAtShop = intent.next_action?.type === 'konbini_display_details';
    const title = intent.description ?? intent.id;
    return html`<li class="item">
      <div>
        <strong>${title}</strong>
        <p class="soft">
          ${money(intent.amount, intent.currency)} ${intent.payment_method_types.join(', ')} ${moment(intent.created)}
        </p>
        <p class="soft mono">${intent.id}</p>
      </div>
      <div class="end">
        <span class="state ${intent.status}"
          >${isAtShop ? '店頭での支払いを待っている' : (STATES[intent.status] ?? intent.status)}</span
        >
        ${
          isAtShop &&
          html`<form method="post" action="/developer/payments/${intent.id}/pay">
            <button aria-label="${title}を店頭で支払う">店頭で支払う</button>
          </form>`
        }
      </div>
    </li>`;
  });
  return html`<section class="card" aria-labelledby="payments">
    <h2 id="payments">支払い</h2>
    ${
      rows.length > 0
        ? html`<ul class="list">
            ${rows}
          </ul>`
        : empty('支払いはまだありません。')
    }
  </section>`;
}

function eventsCard(events: readonly EngineEvent[]): Html {
  const rows = events.map(
    (event) =>
      html`<li class="item">
        <div>
          <strong class="mono">${event.type}</strong>
          <p class="soft">${moment(event.created)} <span class="mono">${event.id}</span></p>
        </div>
        <form method="post" action="/developer/events/${event.id}/send">
          <button aria-label="${event.type} ${event.id}をもう一度送る">もう一度送る</button>
        </form>
      </li>`,
  );
  return html`<section class="card" aria-labelledby="events">
    <h2 id="events">イベント</h2>
    ${
      rows.length > 0
        ? html`<ul class="list">
            ${rows}
          </ul>`
        : empty('イベントはまだありません。')
    }
  </section>`;
}

function customersCard(customers: readonly Kinds['customer'][]): Html {
  const rows = customers.map(
    (customer) =>
      html`<li class="item">
        <div>
          <strong>${customer.name ?? customer.email ?? customer.id}</strong>
          <p class="soft">${customer.email} <span class="mono">${customer.id}</span></p>
        </div>
      </li>`,
  );
  return html`<section class="card" aria-labelledby="customers">
    <h2 id="customers">顧客</h2>
    ${
      rows.length > 0
        ? html`<ul class="list">
            ${rows}
          </ul>`
        : empty('顧客はまだいません。')
    }
  </section>`;
}
