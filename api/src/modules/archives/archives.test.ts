import { addMinutes } from 'date-fns';

import { insertClassroom, insertEvent } from '../../testing/rows';
import type { Caller } from '../../testing/start-test-app';
import { type ArchivesApp, useArchivesApp } from './testing/use-archives-app';

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

let serial = 0;
async function archive(
  given: {
    host?: string;
    access?: 'public' | 'signed_in' | 'subscriber' | 'ticket';
    state?: 'processing' | 'ready' | 'hidden' | 'failed';
    title?: string;
    minutes?: number;
    eventId?: string;
  } = {},
): Promise<string> {
  const {
    host = api.people.professional,
    access = 'public',
    state = 'ready',
    title = '星の一生',
    minutes = 0,
    eventId,
  } = given;
  const now = api.clock.now();
  const id = `arc_${(serial += 1)}`;
  await api.db
    .insertInto('archives')
    .values({
      id,
      source: eventId ? 'event' : 'classroom',
      source_id: eventId ?? (await insertClassroom(api.db, { host_id: host, state: 'ended' })),
      host_id: host,
      title,
      category_id: 'cat_space',
      access,
      state,
      duration_seconds: 2700,
      chapters: JSON.stringify([{ at: 60, title: 'はじめに' }]),
      published_at: addMinutes(now, minutes),
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}
const list = (caller: Caller, id: string, query = '') => api.as(caller).get(`/users/${id}/archives${query}`);
const titles = ({ body }: { body: { items: { title: string }[] } }) => body.items.map(({ title }) => title);

it.each<[Caller, number]>([
  ['unauthenticated', 200],
  ['anonymous', 200],
  ['adult', 200],
  ['student', 200],
  ['child', 200],
  ['school', 200],
  ['professional', 200],
  ['staff', 200],
  ['subscriber', 200],
  ['resubmit', 200],
  ['suspended', 403],
  ['withdrawn', 403],
])('lists them for %s: %d', async (caller, status) => {
  const id = await archive();
  const answer = await list(caller, api.people.professional);
  expect(answer.status).toBe(status);
  if (status !== 200) return;
  expect(answer.body).toEqual({
    items: [
      expect.objectContaining({
        id,
        source: 'classroom',
        title: '星の一生',
        hlsUrl: null,
        fileUrl: null,
        durationSeconds: 2700,
        chapters: [{ at: 60, title: 'はじめに' }],
        access: 'public',
        canWatch: true,
        state: 'ready',
        resumeAtSeconds: 0,
        host: expect.objectContaining({ id: api.people.professional, nickname: 'プロ' }),
      }),
    ],
    nextCursor: null,
  });
});

it('lists ready ones, newest first, page by page', async () => {
  for (const [title, minutes] of [
    ['古い', -30],
    ['新しい', -1],
    ['中ごろ', -10],
  ] as const)
    await archive({ title, minutes });
  for (const state of ['processing', 'hidden', 'failed'] as const) await archive({ state, title: state });
  await archive({ host: api.people.adult, title: '人の' });
  const first = await list('adult', api.people.professional, '?limit=2');
  expect(titles(first)).toEqual(['新しい', '中ごろ']);
  const second = await list('adult', api.people.professional, `?limit=2&cursor=${first.body.nextCursor}`);
  expect([titles(second), second.body.nextCursor]).toEqual([['古い'], null]);
});

it('shows who may watch', async () => {
  const event = await insertEvent(api.db, { organizer_id: api.people.professional });
  const now = api.clock.now();
  await api.db
    .insertInto('ticket_types')
    .values({
      id: 'tkt_1',
      event_id: event,
      name: '一般',
      kind: 'general',
      price: 0,
      tax_rate: 10,
      quota: null,
      sale_start_at: now,
      sale_end_at: now,
    })
    .execute();
  await api.db
    .insertInto('participations')
    .values({
      id: 'prt_1',
      event_id: event,
      ticket_type_id: 'tkt_1',
      user_id: api.people.student,
      guest_email: null,
      route: 'general',
      state: 'confirmed',
      payment_intent_id: null,
      amount: 0,
      hold_expires_at: null,
    })
    .execute();
  await archive({ access: 'public', title: 'public' });
  await archive({ access: 'signed_in', title: 'signed_in' });
  await archive({ access: 'subscriber', title: 'subscriber' });
  await archive({ access: 'ticket', title: 'ticket', eventId: event });
  const may = async (caller: Caller) =>
    (await list(caller, api.people.professional)).body.items
      .filter(({ canWatch }: { canWatch: boolean }) => canWatch)
      .map(({ access }: { access: string }) => access)
      .sort();
  expect(await may('unauthenticated')).toEqual(['public']);
  expect(await may('anonymous')).toEqual(['public']);
  expect(await may('adult')).toEqual(['public', 'signed_in']);
  expect(await may('student')).toEqual(['public', 'signed_in', 'ticket']);
  expect(await may('subscriber')).toEqual(['public', 'signed_in', 'subscriber']);
  expect(await may('professional')).toEqual(['public', 'signed_in', 'subscriber', 'ticket']);
});

it('lists none for users of 12 or under, and answers 404 for withdrawn and unknown users', async () => {
  await archive({ host: api.people.child });
  expect((await list('adult', api.people.child)).body).toEqual({ items: [], nextCursor: null });
  for (const id of [api.people.withdrawn, api.people.anonymous, 'usr_nobody'])
    expect(await list('adult', id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
});

it.each(['limit=0', 'limit=51', 'cursor=abc'])('rejects %s', async (query) => {
  expect((await list('adult', api.people.professional, `?${query}`)).status).toBe(422);
});
