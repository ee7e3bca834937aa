import { isFullRun } from '@manabiba/shared/testing/test-level';
import { addMinutes } from 'date-fns';
import { millisecondsInHour, minutesInDay } from 'date-fns/constants';

import { insertArchiveTicket } from '../../api/src/modules/archives/testing/insert-archive-ticket';
import { createGuestTokens } from '../../api/src/modules/participations/guest-tokens';
import { insertPaidSeries } from '../../api/src/modules/series/testing/insert-series';
import { insertCategories, insertEvent, insertTicketType } from '../../api/src/testing/rows';
import { expectEqualLedger, type PayingApp, startPayingApp } from '../../api/src/testing/start-paying-app';
import { emailOf } from '../../api/src/testing/test-people';
import { buildKillableApi, type KillableApi } from './testing/killable-api';

// Runs the api in a separate process on a real PostgreSQL and kills it during purchases and webhooks.

/** Answers in a round without a kill, about. */
const ANSWERS = 18;
/** All of them kill once after each answer. */
const ROUNDS = isFullRun ? ANSWERS : 4;
const BUYERS = ['adult', 'otherAdult', 'student', 'otherStudent'] as const;
/** Gives the seat to the recipient after buying it, where it is one. */
const GIVER = 'adult';
const RECIPIENT = 'subscriber';
const PRICE = 1500;
/** Half of the buyers pay less by a code. */
const DISCOUNT = { code: 'HANGAKU', amount_off: 500, max_uses: BUYERS.length / 2 };
/** Buys a seat for somebody else as well, where there are seats. */
const HOST = 'otherAdult';
const COMPANIONS = ['花'];
/** Buys another date of the same series at once, where there are seats. */
const REGULAR = 'otherStudent';
/** One fewer than all of them want; the last round has enough. */
const SEATS = BUYERS.length + COMPANIONS.length - 1;
const RETURN_URL = 'https://manabiba.test/';

let world: PayingApp;
let killable: KillableApi;
let url: string;
/** The number of responses in this round, and the number after which the process is killed. */
let answers = 0;
let enough: { at: number; reached: () => void };
const delivered = new Set<string>();

beforeAll(async () => {
  killable = await buildKillableApi();
  world = await startPayingApp();
  await insertCategories(world.db);
}, 120_000);
afterAll(async () => {
  await killable.remove();
  await world.close();
});

async function start(): Promise<void> {
  const { databaseUrl, sessionSecret, storageUrl, payments } = world.env;
  if (!payments) throw new Error('The tests of payments need a provider');
  url = await killable.start({
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: sessionSecret,
    STORAGE_URL: storageUrl,
    STRIPE_SECRET_KEY: payments.secretKey,
    STRIPE_PUBLISHABLE_KEY: payments.publishableKey,
    STRIPE_WEBHOOK_SECRET: payments.webhookSecret,
    STRIPE_ENGINE_URL: payments.apiUrl,
  });
}

/** Calls the process under test. Rejects when it is killed before it has responded. */
async function post(path: string, body: string, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  await answer.clone().text();
  answers += 1;
  if (answers >= enough.at) enough.reached();
  return answer;
}

interface Sale {
  event: string;
  ticket: string;
  /** The series of the event, and all its dates; null for an archive. */
  series: { id: string; eventIds: string[] } | null;
}

async function buy(buyer: (typeof BUYERS)[number], { event, ticket: ticketTypeId, series }: Sale): Promise<void> {
  const isArchive = series === null;
  const send = (path: string, body: object) =>
    post(`/v1/me/${path}`, JSON.stringify(body), { authorization: `Bearer ${world.tokens[buyer]}` });
  const call = (path: string, body: object) => send(`events/${event}/${path}`, body);
  const choice = { ticketTypeId, method: 'card', ...(buyer === HOST && !isArchive && { companions: COMPANIONS }) };
  const begin = async () => {
    if (series && buyer === REGULAR) return send(`series/${series.id}/payment_intent`, { eventIds: series.eventIds });
    const reduced = await call('payment_intent', { ...choice, discountCode: DISCOUNT.code });
    return reduced.ok ? reduced : call('payment_intent', choice);
  };
  const begun = await begin();
  if (!begun.ok) return;
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? '';
  await world.stripe.paymentIntents.confirm(paymentIntentId, {
    payment_method: 'pm_card_visa',
    return_url: RETURN_URL,
  });
  await call('participation', { ticketTypeId, paymentIntentId });
  if (buyer !== GIVER) return;
  const offered = await call('seat_transfer', { email: emailOf(RECIPIENT) });
  if (!offered.ok) return;
  const { id } = (await offered.json()) as { id: string };
  const token = createGuestTokens(world.env.sessionSecret, 'seat transfers').tokenOf(id);
  await post(`/v1/seat_offers/${token}`, '{}', { authorization: `Bearer ${world.tokens[RECIPIENT]}` });
}

/** Acts as the provider: sends each event until it is acknowledged. */
async function deliver(): Promise<void> {
  for await (const event of world.stripe.events.list({ limit: 100 })) {
    if (delivered.has(event.id)) continue;
    const payload = JSON.stringify(event);
    const secret = world.env.payments?.webhookSecret ?? '';
    const signature = world.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const { ok } = await post('/v1/webhooks/stripe', payload, { 'stripe-signature': signature });
    if (ok) delivered.add(event.id);
  }
}

/** Makes the event the first of two dates of a series. */
async function insertSeriesOf(event: string): Promise<Sale['series']> {
  const { id, events, rooms } = await insertPaidSeries(world, { host_id: world.people.professional }, { quota: SEATS });
  await world.db
    .updateTable('classrooms')
    .set({ event_id: event })
    .where('id', '=', rooms[0] ?? '')
    .execute();
  return { id, eventIds: [event, ...events.slice(1)] };
}

const ignoringTheKill = (work: Promise<void>) => work.catch(() => undefined);

/** Kills the api within the round, or lets the last one end. */
async function playRound(round: number, isLast = false): Promise<void> {
  const now = new Date();
  const event = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: addMinutes(now, 10 * minutesInDay),
    end_at: addMinutes(now, 10 * minutesInDay + 90),
  });
  // Every other round, from the first one on, sells the archive of the event: seats have the late kills.
  const isArchive = round % 2 === 0;
  const ticket = isArchive
    ? (await insertArchiveTicket(world, { event, price: PRICE })).ticket
    : await insertTicketType(world.db, { event_id: event, price: PRICE, quota: isLast ? SEATS + 1 : SEATS });
  const series = isArchive ? null : await insertSeriesOf(event);
  await world.db
    .insertInto('discount_codes')
    .values({ ...DISCOUNT, id: `dsc_${round}`, event_id: event, percent_off: null, ticket_type_ids: null })
    .execute();
  await start();
  answers = 0;
  // The moment differs in each round, and few rounds have early and late ones: five has no factor in common with 18.
  const isReached = new Promise<void>((reached) => {
    enough = { at: isLast ? Number.POSITIVE_INFINITY : 1 + ((round * 5) % ANSWERS), reached };
  });
  const work = Promise.all([
    ...BUYERS.map((buyer) => ignoringTheKill(buy(buyer, { event, ticket, series }))),
    ignoringTheKill(deliver().then(deliver)),
  ]);
  await Promise.race([isReached, work]);
  await killable.kill();
  await work;
}

/** Completes the unfinished work in this process, which is never killed. */
async function settle(): Promise<void> {
  // What pg-boss does with a job whose worker has stopped responding.
  await world.pool.query(`update pgboss.job set state = 'retry' where state = 'active'`);
  for (let turn = 0; turn < 3; turn += 1) {
    await world.runJobs();
    await world.events.runDue();
    await world.deliverWebhooks();
    // Holds expire, and payments without a webhook are queried at the provider.
    world.clock.advance(2 * millisecondsInHour);
  }
  await world.runJobs();
}

it(`after ${ROUNDS} kill -9 during purchases and webhooks no buyer pays twice, every payment has a seat or a refund, and no seat or use of a code is sold twice`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await playRound(round);
  // Whatever the kills hit, one seat is given away. Odd rounds sell seats.
  await playRound(ROUNDS + 1, true);
  await settle();

  await expectEqualLedger(world);
  const books = await world.db.selectFrom('payments').select(['state']).execute();
  expect(books.filter(({ state }) => state === 'pending')).toEqual([]);
  // Enough purchases succeeded between the kills for the test to be meaningful.
  expect(books.filter(({ state }) => state === 'paid').length).toBeGreaterThan(ROUNDS / 2);

  // Dates bought at once are paid or not, whole.
  const bundles = await world.pool.query<{ states: string[]; size: number }>(
    `select array_agg(distinct state) as states, count(*)::int as size from payments where bundle_id is not null group by bundle_id`,
  );
  expect(bundles.rows.filter(({ states, size }) => states.length > 1 || size !== 2)).toEqual([]);
  expect(bundles.rows.some(({ states }) => states[0] === 'paid')).toBe(true);

  // A further seat belongs to whoever bought it.
  const places = await world.pool.query<{ user_id: string; own: number; others: number; price: number; kept: number }>(
    `select coalesce(c.user_id, l.user_id) as user_id, c.event_id,
       count(*) filter (where c.state in ('confirmed', 'joined') and c.lead_id is null)::int as own,
       count(*) filter (where c.state in ('confirmed', 'joined') and c.lead_id is not null)::int as others,
       coalesce(sum(c.amount) filter (where c.state in ('confirmed', 'joined')), 0)::int as price, sum(p.kept)::int as kept
     from participations c left join participations l on l.id = c.lead_id cross join lateral (
       select coalesce(sum(amount - refunded) filter (where state = 'paid'), 0) as kept from payments where participation_id = c.id
     ) p group by 1, c.event_id`,
  );
  expect(places.rows.filter(({ own, price, kept }) => kept !== price || own > 1)).toEqual([]);
  // No further seat without its buyer's.
  expect(places.rows.filter(({ own, others }) => others > own * COMPANIONS.length)).toEqual([]);
  expect(places.rows.some(({ others }) => others > 0)).toBe(true);

  const codes = await world.pool.query<{ uses: number; amounts: number[] }>(
    `select count(c.id)::int as uses, array_agg(distinct c.amount) filter (where c.id is not null) as amounts
     from discount_codes d left join participations c on c.discount_code_id = d.id and c.state in ('confirmed', 'joined')
     group by d.id`,
  );
  expect(codes.rows.filter(({ uses }) => uses > DISCOUNT.max_uses)).toEqual([]);
  expect(new Set(codes.rows.flatMap(({ amounts }) => amounts ?? []))).toEqual(new Set([PRICE - DISCOUNT.amount_off]));

  const given = await world.pool.query<{ is_moved: boolean; holder: string; expected: string }>(
    `select t.accepted_at is not null as is_moved, p.user_id as holder, coalesce(t.to_user_id, t.from_user_id) as expected
     from seat_transfers t join participations p on p.id = t.participation_id`,
  );
  expect(given.rows.filter(({ holder, expected }) => holder !== expected)).toEqual([]);
  expect(given.rows.some(({ is_moved: isMoved }) => isMoved)).toBe(true);

  const tickets = await world.pool.query<{ id: string }>(
    `select t.id from ticket_types t where t.sold + t.held > t.quota or t.held <> 0
       or t.sold <> (select count(*) from participations c where c.ticket_type_id = t.id and c.state in ('confirmed', 'joined'))`,
  );
  expect(tickets.rows).toEqual([]);
}, 600_000);
