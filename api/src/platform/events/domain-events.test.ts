import { addDays, addMilliseconds, subMilliseconds } from 'date-fns';

import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { inTransaction } from '../database/transaction';
import {
  createDomainEventDispatcher,
  deleteOldDomainEvents,
  type DomainEvent,
  type DomainEventDispatcher,
  publish,
} from './domain-events';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('domain_events').execute();
  now = new Date();
});

/** A fixed clock, so that delays are exact. */
let now: Date;
const clock = { now: () => now };
const advance = (ms: number) => {
  now = addMilliseconds(now, ms);
};

const start = (classroomId: string) =>
  inTransaction(api.db, (trx) => publish(trx, 'classroomStarted', { classroomId }));
const cancel = (classroomId: string) =>
  inTransaction(api.db, (trx) => publish(trx, 'classroomCancelled', { classroomId }));
const deliveries = () => api.db.selectFrom('domain_event_deliveries').selectAll().orderBy('event_id').execute();

interface Consumer {
  events: DomainEventDispatcher;
  /** Handled events, in order. */
  handled: string[];
  /** Subjects whose handlers fail. */
  failing: Set<string>;
  troubles: string[];
}

/** Creates a consumer of classroom starts and cancellations. */
function consumer(name = 'test'): Consumer {
  const [handled, failing, troubles]: [string[], Set<string>, string[]] = [[], new Set(), []];
  const events = createDomainEventDispatcher({ db: api.db, clock, onTrouble: (error) => troubles.push(String(error)) });
  const handle = (
    _trx: unknown,
    { name: event, payload: { classroomId } }: DomainEvent<'classroomStarted' | 'classroomCancelled'>,
  ) => {
    if (failing.has(classroomId)) return Promise.reject(new Error(`no ${classroomId}`));
    handled.push(`${event} ${classroomId}`);
    return Promise.resolve();
  };
  events.consume(name, { classroomStarted: handle, classroomCancelled: handle });
  return { events, handled, failing, troubles };
}

it('delivers an event once with its payload to every consumer that handles it', async () => {
  const { events, handled } = consumer();
  const follows: unknown[] = [];
  events.consume('follows', {
    userFollowed: (_trx, { name, payload }) => {
      follows.push([name, payload]);
      return Promise.resolve();
    },
  });
  await start('cls_a');
  await inTransaction(api.db, (trx) => publish(trx, 'userFollowed', { followerId: 'usr_1', followeeId: 'usr_2' }));
  await events.runDue();
  await events.runDue();
  expect(handled).toEqual(['classroomStarted cls_a']);
  expect(follows).toEqual([['userFollowed', { followerId: 'usr_1', followeeId: 'usr_2' }]]);
  expect(await deliveries()).toEqual([]);
});

it('delivers nothing of a rolled back transaction', async () => {
  const { events, handled } = consumer();
  await expect(
    inTransaction(api.db, async (trx) => {
      await publish(trx, 'classroomStarted', { classroomId: 'cls_a' });
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  await events.runDue();
  expect(handled).toEqual([]);
});

it('keeps the order of a subject after a failure without blocking others', async () => {
  const { events, handled, failing, troubles } = consumer();
  failing.add('cls_a');
  await start('cls_a');
  await start('cls_b');
  await cancel('cls_a');
  await events.runDue();
  expect(handled).toEqual(['classroomStarted cls_b']);
  expect(troubles).toEqual(['Error: no cls_a']);
  expect(await deliveries()).toMatchObject([
    { subject: 'cls_a', attempts: 1, last_error: 'no cls_a' },
    { subject: 'cls_a', attempts: 0 },
  ]);
  failing.clear();
  await events.runDue();
  expect(handled).toEqual(['classroomStarted cls_b']);
  advance(1000);
  await events.runDue();
  expect(handled).toEqual(['classroomStarted cls_b', 'classroomStarted cls_a', 'classroomCancelled cls_a']);
});

it('backs off after each failure, up to ten minutes', async () => {
  const { events, failing, troubles } = consumer();
  failing.add('cls_a');
  await start('cls_a');
  await events.runDue();
  for (const pauseMs of [1000, 2000, 4000]) {
    advance(pauseMs - 1);
    await events.runDue();
    const before = troubles.length;
    advance(1);
    await events.runDue();
    expect(troubles).toHaveLength(before + 1);
  }
  await api.db.updateTable('domain_event_deliveries').set({ attempts: 60, due_at: now }).execute();
  await events.runDue();
  const [row] = await deliveries();
  expect(row?.due_at.getTime()).toBe(now.getTime() + 600_000);
});

it('rolls back what a handler wrote before it failed', async () => {
  const events = createDomainEventDispatcher({ db: api.db, clock, onTrouble: () => undefined });
  events.consume('writer', {
    classroomStarted: async (trx) => {
      await trx.updateTable('users').set({ job: '配達済み' }).where('id', '=', api.people.adult).execute();
      throw new Error('after writing');
    },
  });
  await start('cls_a');
  await events.runDue();
  expect(
    await api.db.selectFrom('users').select('job').where('id', '=', api.people.adult).executeTakeFirstOrThrow(),
  ).toEqual({ job: '会社員' });
});

it('handles each event once when several processes deliver concurrently', async () => {
  const all = [consumer(), consumer(), consumer()];
  for (let index = 0; index < 30; index += 1) await start(`cls_${index % 7}`);
  await Promise.all(all.map(({ events }) => events.runDue()));
  await all[0]?.events.runDue();
  expect(all.flatMap(({ handled }) => handled)).toHaveLength(30);
});

it('accepts events with unknown names, such as those of an earlier version', async () => {
  const { events } = consumer();
  await api.db
    .insertInto('domain_events')
    .values({ name: 'reservedClassroomStarted', payload: JSON.stringify({ classroomId: 'cls_a' }) })
    .execute();
  await events.runDue();
  expect(events.lag).toEqual({ pending: 0, oldestSeconds: 0 });
});

it('rejects a second consumer with the same name', () => {
  const { events } = consumer('twice');
  expect(() => events.consume('twice', {})).toThrow('registered twice');
});

it('reports its lag', async () => {
  const { events, failing } = consumer();
  failing.add('cls_a');
  await start('cls_a');
  await start('cls_a');
  await api.db
    .updateTable('domain_events')
    .set({ created_at: subMilliseconds(now, 90_000) })
    .execute();
  await events.runDue();
  expect(events.lag).toEqual({ pending: 2, oldestSeconds: 90 });
});

it('deletes events a week after they were handled, but never pending ones', async () => {
  const { events, failing } = consumer();
  failing.add('cls_b');
  await start('cls_a');
  await start('cls_b');
  await events.runDue();
  const later = (days: number) => addDays(now, days);
  await deleteOldDomainEvents(api.db, later(6));
  expect(await api.db.selectFrom('domain_events').select('subject').orderBy('id').execute()).toEqual([
    { subject: 'cls_a' },
    { subject: 'cls_b' },
  ]);
  await deleteOldDomainEvents(api.db, later(8));
  expect(await api.db.selectFrom('domain_events').select('subject').execute()).toEqual([{ subject: 'cls_b' }]);
});
