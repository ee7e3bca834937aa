import { setTimeout as pause } from 'node:timers/promises';

import { answerOf } from './support/calls.mjs';
import { load, median, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';
import { post, sendAll } from './tickets/load.mjs';
import { shuffledWithDuplicates, signatureOf } from './tickets/webhooks.mjs';

const BUYERS = Number(process.env['BENCH_BUYERS'] ?? 2000);
const DELIVERIES = Number(process.env['BENCH_WEBHOOKS'] ?? 10_000);
const SEATS = 100;
const PRICE = 1500;
/** Number of concurrent buyers. */
const CONNECTIONS = 64;
const HOLD_ROUNDS = 5;
const DUPLICATES = 0.3;
/** Average number of the provider's events per payment: three for a successful payment, four for an abandoned one. */
const EVENTS_OF_PAYMENT = 3.2;
const SEED = 20_261_122;
const HOLD_SHARE = 0.6;
const WEBHOOK_SHARE = 0.3;
/** Maximum time until all webhooks are applied, in milliseconds. */
const APPLIED_WITHIN_MS = 600_000;

/** Many buyers compete for the last seats at once; the provider delivers events twice and in any order. */
export function bench() {
  return withHarness(async ({ dataDir, postgres, connect, serve }) => {
    const provider = await serve('tickets/servers', ['provider', postgres.url]);
    const product = await serve('tickets/servers', [
      'product',
      postgres.url,
      dataDir,
      String(BUYERS),
      provider.ready.url,
    ]);
    const limits = await serve('tickets/servers', ['limits', postgres.url]);
    const world = { db: connect(), provider, product, limits, ...product.ready };

    console.log(`  ${load()}`);
    const verdicts = [...(await race(world)), ...(await hold(world)), ...(await webhooks(world))];
    const { ready } = await serve('tickets/guard-off', [postgres.url, String(Math.min(BUYERS, 500))]);
    const { guarded, unguarded } = ready;
    verdicts.push([`with the guard ${guarded} of ${SEATS} seats are given away`, guarded === SEATS]);
    verdicts.push([`with the guard off ${unguarded}: the race finds an oversold ticket`, unguarded > SEATS]);
    return printVerdicts(verdicts);
  });
}

const rowsOf = async (db, text) => (await db.query(text)).rows;
const line = (name, { perSecond, p50, p99, statuses }) =>
  console.log(
    `  ${name.padEnd(28)} ${String(Math.round(perSecond)).padStart(6)}/s   p50 ${p50.toFixed(1)} ms   p99 ${p99.toFixed(1)} ms   ${JSON.stringify(statuses)}`,
  );

/** Every buyer applies once for one of the seats, with an idempotency key as the browser sends it. */
async function race({ db, product, tokens }) {
  const requests = tokens.map((token, index) =>
    post(
      product.port,
      '/v1/me/events/evt_race/participation',
      { ticketTypeId: 'tkt_race' },
      { authorization: `Bearer ${token}`, 'idempotency-key': `race-${index}` },
    ),
  );
  const result = await sendAll({ port: product.port, requests, connections: CONNECTIONS });
  line(`${tokens.length} buyers, ${SEATS} seats`, result);
  const states = Object.fromEntries(
    (
      await rowsOf(db, "select state, count(*)::int as n from participations where event_id = 'evt_race' group by 1")
    ).map(({ state, n }) => [state, n]),
  );
  const [{ sold, held }] = await rowsOf(db, "select sold, held from ticket_types where id = 'tkt_race'");
  const failed = Object.keys(result.statuses).filter((status) => status >= '500');
  const answered = Object.values(result.statuses).reduce((sum, count) => sum + count, 0);
  return [
    [
      `confirmed: ${states['confirmed']} of ${SEATS}, counted as ${sold} sold and ${held} held`,
      states['confirmed'] === SEATS && sold === SEATS && held === 0,
    ],
    [`everybody else waits: ${states['waitlisted'] ?? 0}`, (states['waitlisted'] ?? 0) === tokens.length - SEATS],
    [
      `answered: ${answered} of ${tokens.length}, of the 5xx kind: ${failed.length}`,
      answered === tokens.length && failed.length === 0,
    ],
  ];
}

/**
 * Compares the call that holds a seat, for a sold-out event, with a bare route that runs the conditional UPDATE of the
 * same ticket.
 */
async function hold({ product, limits, tokens }) {
  const path = '/v1/me/events/evt_full/payment_intent';
  const body = { ticketTypeId: 'tkt_full', method: 'card' };
  const targets = {
    'hold call, sold out': {
      port: product.port,
      requests: tokens.map((token) => post(product.port, path, body, { authorization: `Bearer ${token}` })),
    },
    'conditional UPDATE, bare': { port: limits.port, requests: tokens.map(() => post(limits.port, '/update', body)) },
  };
  /** @type {Record<string, any[]>} */
  const results = Object.fromEntries(Object.keys(targets).map((name) => [name, []]));
  for (let round = 0; round <= HOLD_ROUNDS; round += 1)
    for (const [name, target] of Object.entries(targets)) {
      const result = await sendAll({ ...target, connections: CONNECTIONS });
      // The first round is warm-up.
      if (round > 0) results[name]?.push(result);
    }
  for (const [name, all] of Object.entries(results)) line(name, all.at(-1));
  const [calls = [], bare = []] = Object.values(results);
  const share = median(calls.map(({ perSecond }, round) => perSecond / bare[round].perSecond));
  const refused = calls.every(({ statuses }) => statuses[409] === tokens.length);
  return [
    [`everybody is told that it is sold out`, refused],
    [
      `hold call: ${share.toFixed(2)} of a bare route with the conditional UPDATE alone, at least ${HOLD_SHARE}`,
      share >= HOLD_SHARE,
    ],
  ];
}

/**
 * Delivers the same events in order and once, then shuffled with duplicates: both end in the same state, which equals
 * the provider's.
 */
async function webhooks(world) {
  const { db, limits, provider } = world;
  const count = Math.floor((DELIVERIES * (1 - DUPLICATES)) / EVENTS_OF_PAYMENT);
  const payments = Array.from({ length: count }, (_, index) => `pay_bench${index}`);
  provider.child.send({ payments, amount: PRICE });
  const { intents, events } = await answerOf(provider.child);
  const shuffled = shuffledWithDuplicates(events, DELIVERIES, SEED);
  await begin(db, intents);
  await deliver(world, events);
  const ordered = await endState(db);
  await begin(db, intents);
  const { ms } = await deliver(world, shuffled);
  const random = await endState(db);
  const bare = await sendAll({
    port: limits.port,
    requests: shuffled.map((event) => post(limits.port, '/webhook', event)),
    connections: CONNECTIONS,
  });
  line('store and update, bare', bare);
  const perSecond = (shuffled.length / ms) * 1000;
  const share = perSecond / bare.perSecond;
  provider.child.send('ledger');
  const { sums, differences } = await answerOf(provider.child);
  for (const difference of differences) console.log(' ', JSON.stringify(difference));
  return [
    [
      `${shuffled.length} webhooks, ${shuffled.length - events.length} of them again, in random order end as ${events.length} in order`,
      JSON.stringify(random) === JSON.stringify(ordered) && random.states.length > 0,
    ],
    [
      `webhooks: ${Math.round(perSecond)}/s until applied, ${share.toFixed(2)} of a bare store and update, at least ${WEBHOOK_SHARE}`,
      share >= WEBHOOK_SHARE,
    ],
    [
      `ledger: the provider says ${sums.paid.provider} yen, the sale histories say ${sums.paid.books}`,
      differences.length === 0 && sums.paid.provider > 0,
    ],
  ];
}

/** Puts the payments of all buyers in progress. */
async function begin(db, intents) {
  const last = intents.length - 1;
  await db.query(`
    truncate webhook_events;
    delete from payments where id like 'pay_bench%';
    delete from participations where event_id = 'evt_paid';
    update ticket_types set sold = 0, held = ${intents.length} where id = 'tkt_paid';
    update events set participant_count = 0 where id = 'evt_paid';
    insert into participations (id, event_id, ticket_type_id, guest_email, route, state, amount, payment_method, hold_expires_at)
      select 'par_bench' || n, 'evt_paid', 'tkt_paid', 'guest' || n || '@bench.test', 'general', 'held', ${PRICE}, 'card', now() + interval '1 day'
      from generate_series(0, ${last}) n;
    insert into payments (id, participation_id, guest_email, seller_id, title, method, amount, tax_rate, tax, fee, created_at)
      select 'pay_bench' || n, 'par_bench' || n, 'guest' || n || '@bench.test', 'usr_buyer0', '最初の銀河', 'card', ${PRICE}, 10, 136, 54, now()
      from generate_series(0, ${last}) n;`);
  await db.query(
    `update payments p set provider_intent_id = i.id
     from unnest($1::text[]) with ordinality i(id, n) where p.id = 'pay_bench' || (i.n - 1)`,
    [intents],
  );
}

/** Sends all webhooks and waits until the last one is applied. */
async function deliver({ db, product, webhookSecret }, events) {
  const requests = events.map((event) => {
    const payload = JSON.stringify(event);
    return post(product.port, '/v1/webhooks/stripe', payload, {
      'stripe-signature': signatureOf(payload, webhookSecret),
    });
  });
  const began = performance.now();
  const result = await sendAll({ port: product.port, requests, connections: CONNECTIONS });
  line('webhooks', result);
  if (Object.keys(result.statuses).join() !== '200') throw new Error('A webhook was not answered with 200.');
  for (;;) {
    const [{ waiting }] = await rowsOf(
      db,
      'select count(*)::int as waiting from webhook_events where applied_at is null',
    );
    const ms = performance.now() - began;
    if (waiting === 0) return { ms };
    if (ms > APPLIED_WITHIN_MS) throw new Error(`${waiting} webhooks are not applied.`);
    await pause(50);
  }
}

/** Reads the state of payments and seats. */
async function endState(db) {
  const states = await rowsOf(
    db,
    `select p.id, p.state, c.state as seat, p.amount, p.refunded from payments p join participations c on c.id = p.participation_id
     where p.id like 'pay_bench%' order by p.id`,
  );
  const seats = await rowsOf(db, "select sold, held from ticket_types where id = 'tkt_paid'");
  return { states, seats };
}
