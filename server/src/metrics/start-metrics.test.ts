import { createConnection } from 'node:net';

import { observed } from '@manabiba/telemetry/observed';
import { subHours } from 'date-fns';

import { publish } from '../../../api/src/platform/events/domain-events';
import { insertCategories, insertLiveRoom } from '../../../api/src/testing/rows';
import { startTestApp, type TestApp } from '../../../api/src/testing/start-test-app';
import { emailOf } from '../../../api/src/testing/test-people';
import { answersToPipelined } from '../testing/pipelined-requests';
import { type RunningMetrics, startMetrics } from './start-metrics';

let world: TestApp;
let metrics: RunningMetrics;
const errors: string[] = [];
const note = (_details: object, message: string) => void errors.push(message);
const logger = { error: note, warn: note };

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  const started = await startMetrics({ env: { METRICS_PORT: '0' }, pool: world.pool, logger });
  if (!started) throw new Error('The metrics are off');
  metrics = started;
});
afterAll(async () => {
  await metrics.close();
  await world.close();
});

/** Returns all samples by name with labels, as Prometheus would read them. */
async function scrape(): Promise<Map<string, number>> {
  const answer = await fetch(metrics.url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

it('is off unless METRICS_PORT is set, and refuses what is no port', async () => {
  expect(await startMetrics({ env: {}, pool: world.pool, logger })).toBeNull();
  await expect(startMetrics({ env: { METRICS_PORT: '12x' }, pool: world.pool, logger })).rejects.toThrow(
    'METRICS_PORT must be a number',
  );
});

it('listens on loopback only, and serves nothing but metrics', async () => {
  const { hostname, origin, port } = new URL(metrics.url);
  expect(hostname).toBe('127.0.0.1');
  expect((await fetch(`${origin}/`)).status).toBe(404);
  const socket = createConnection({ port: Number(port), host: '127.0.0.1' });
  await new Promise((done) => socket.once('connect', done));
  socket.destroy();
});

it('closes a connection that sends many requests without waiting for an answer', async () => {
  expect(await answersToPipelined(metrics.url, 17)).toBe(0);
});

it('counts requests by endpoint and class of status, and never by path', async () => {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
  await world.as('adult').get('/me');
  await world.as('unauthenticated').get('/me');
  await world.as('unauthenticated').get('/no/such/path/secret-of-somebody');
  await world.as('adult').post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd1' });

  const samples = await scrape();
  const count = (endpoint: string, status: string) =>
    samples.get(`manabiba_request_duration_seconds_count{endpoint="${endpoint}",status="${status}"}`);
  expect(count('getMe', '2xx')).toBe(1);
  expect(count('getMe', '4xx')).toBe(1);
  expect(count('none', '4xx')).toBe(1);
  expect(samples.get('manabiba_joins_total')).toBe(1);
  expect([...samples.keys()].join('\n')).not.toMatch(/secret-of-somebody|\/v1\//);
  expect([...samples.keys()].join('\n')).not.toContain(id);
});

it('reports what waits in the database and for how long, until it is done', async () => {
  await world.db
    .transaction()
    .execute((trx) => publish(trx, 'participationConfirmed', { participationId: 'p-1', eventId: 'e-1' }));
  await world.db
    .updateTable('domain_events')
    .set({ created_at: new Date(Date.now() - 90_000) })
    .execute();
  const before = await scrape();
  expect(before.get('manabiba_queue_waiting{queue="domain_events"}')).toBe(1);
  expect(before.get('manabiba_queue_oldest_seconds{queue="domain_events"}')).toBeGreaterThanOrEqual(90);
  expect(before.get('manabiba_queue_waiting{queue="live_documents"}')).toBeGreaterThan(0);
  for (const queue of ['mails', 'notifications_mail', 'notifications_push'])
    expect(before.get(`manabiba_queue_waiting{queue="${queue}"}`)).toBe(0);

  await world.events.runDue();
  await world.runJobs();
  const after = await scrape();
  expect(after.get('manabiba_queue_waiting{queue="domain_events"}')).toBe(0);
  expect(after.get('manabiba_queue_oldest_seconds{queue="domain_events"}')).toBe(0);
  expect(after.get('manabiba_domain_events_total{event="participationConfirmed"}')).toBe(1);
  expect(after.get('manabiba_purchases_total{kind="ticket"}')).toBe(1);
  expect(after.get('manabiba_job_duration_seconds_count{name="sweep-rooms"}')).toBe(1);
});

it('counts mails that are sent and mails that wait for their server', async () => {
  const signUp = (email: string) => world.as('unauthenticated').post('/auth/reset-password-link', { email });
  const email = emailOf('adult');
  world.mail.isDown = true;
  expect((await signUp(email)).status).toBeLessThan(300);
  await world.mail.deliver();
  const down = await scrape();
  expect(down.get('manabiba_queue_waiting{queue="mails"}')).toBe(1);
  expect(down.get('manabiba_deliveries_total{channel="mail",outcome="later"}')).toBe(1);
  world.mail.isDown = false;
  world.clock.advance(60_000);
  await world.mail.deliver();
  const up = await scrape();
  expect(up.get('manabiba_queue_waiting{queue="mails"}')).toBe(0);
  expect(up.get('manabiba_deliveries_total{channel="mail",outcome="sent"}')).toBe(1);
});

it('ages the mails that wait for their server, and not one that is refused while others are sent', async () => {
  const ask = (name: 'adult' | 'student') =>
    world.as('unauthenticated').post('/auth/reset-password-link', { email: emailOf(name) });
  const age = async () => (await scrape()).get('manabiba_queue_oldest_seconds{queue="mails"}');
  await world.db.deleteFrom('mails').execute();
  world.mail.isDown = true;
  await ask('adult');
  await world.mail.deliver();
  await world.db
    .updateTable('mails')
    .set({ created_at: subHours(new Date(), 1) })
    .execute();
  expect(await age()).toBeGreaterThanOrEqual(3600);
  world.mail.isDown = false;
  await ask('student');
  await world.mail.deliver();
  expect((await scrape()).get('manabiba_queue_waiting{queue="mails"}')).toBe(1);
  expect(await age()).toBe(0);
});

it('reports the pool, the event loop and the releases', async () => {
  await world.pool.query(
    `insert into releases (remote, version, manifest, created_by) values ('mf-events', '1.0.0', '{}', 'test'), ('mf-events', '1.1.0', '{}', 'test')`,
  );
  await world.pool.query(
    `insert into registry (remote, version, rollout_version, rollout_percent) values ('mf-events', '1.0.0', '1.1.0', 10)`,
  );
  observed.releaseView.report({ remote: 'mf-events', version: '1.0.0' });
  observed.releaseFailure.report({ remote: 'mf-events', version: '1.0.0' });
  const samples = await scrape();
  expect(samples.get('manabiba_database_connections{state="total"}')).toBeGreaterThan(0);
  expect(samples.get('manabiba_database_connections{state="waiting"}')).toBe(0);
  expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
  expect(samples.get('manabiba_release_info{remote="mf-events",version="1.0.0",state="live"}')).toBe(1);
  expect(samples.get('manabiba_release_info{remote="mf-events",version="1.1.0",state="rollout"}')).toBe(1);
  expect(samples.get('manabiba_release_views_total{remote="mf-events",version="1.0.0"}')).toBe(1);
  expect(samples.get('manabiba_release_failures_total{remote="mf-events",version="1.0.0"}')).toBe(1);
});

it('joins the metrics of several engines into one valid text', async () => {
  const text = (rooms: number) =>
    `# HELP x_rooms Rooms.\n# TYPE x_rooms gauge\nx_rooms ${rooms}\n# TYPE x_join_seconds histogram\nx_join_seconds_bucket{le="1"} ${rooms}\nx_join_seconds_count ${rooms}\n`;
  observed.engine.report({ name: 'media engine 1', isHealthy: true, restarts: 0, metrics: text(3) });
  observed.engine.report({ name: 'media engine 2', isHealthy: false, restarts: 2, metrics: text(4) });
  const samples = await scrape();
  expect(samples.get('x_rooms{engine="media engine 1"}')).toBe(3);
  expect(samples.get('x_join_seconds_bucket{engine="media engine 2",le="1"}')).toBe(4);
  expect(samples.get('manabiba_engine_up{engine="media engine 2"}')).toBe(0);
  expect(samples.get('manabiba_engine_restarts{engine="media engine 2"}')).toBe(2);
  const lines = (await (await fetch(metrics.url)).text()).split('\n');
  expect(lines.filter((line) => line.startsWith('# TYPE x_rooms'))).toHaveLength(1);
  const rooms = lines.flatMap((line, index) => (line.startsWith('x_rooms') ? [index] : []));
  expect(rooms).toEqual([rooms[0], (rooms[0] as number) + 1]);
});

it('goes on serving when the database does not answer', async () => {
  const table = 'live_outbox';
  await world.pool.query(`alter table ${table} rename to gone`);
  try {
    const samples = await scrape();
    expect(samples.get('manabiba_database_up')).toBe(0);
    expect(samples.has('manabiba_queue_waiting{queue="mails"}')).toBe(false);
    expect(samples.has('manabiba_request_duration_seconds_count{endpoint="getMe",status="2xx"}')).toBe(true);
  } finally {
    await world.pool.query(`alter table gone rename to ${table}`);
  }
  expect((await scrape()).get('manabiba_database_up')).toBe(1);
  expect(errors).toEqual(['metrics of the database cannot be read']);
});
