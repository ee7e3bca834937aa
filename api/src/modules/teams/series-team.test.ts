import { MAX_TEAM_MEMBERS } from '@manabiba/shared/contract/limits';
import type { SeriesRole } from '@manabiba/shared/contract/team-rights';

import { clearContent, insertCategories, insertClassroom, insertClassroomUser } from '../../testing/rows';
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';
import { insertSeries } from '../series/testing/insert-series';
import { insertMember, insertTeamInvitation } from './testing/insert-member';

// What the teams of events and series have in common is tested in event-team.test.ts.

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  world.mail.sent.length = 0;
});
afterEach(async () => {
  await world.events.runDue();
  await world.runJobs();
  await clearContent(world.db);
  for (const table of ['notification_causes', 'notifications', 'user_blocks', 'mails', 'rate_limits'] as const)
    await world.db.deleteFrom(table).execute();
});
afterAll(() => world.close());

const person = (name: PersonName) => world.people[name];
const host = () => world.as('professional');
const codeOf = ({ status, body }: TestAnswer) => (status < 300 ? status : `${status} ${body.code}`);

/** Inserts a series of the professional with a date that the student attended. */
async function aSeries() {
  const { id, dates } = await insertSeries(world.db, { host_id: person('professional') }, [
    { state: 'ended', ended_at: world.clock.now(), name: '太陽' },
  ]);
  const [date = ''] = dates;
  const attended = { classroom_id: date, user_id: person('student'), role: 'listener' as const };
  await insertClassroomUser(world.db, { ...attended, joined_at: world.clock.now() });
  return { id, date, path: (rest = '') => `/series/${id}${rest}` };
}
const member = (id: string, roles: SeriesRole[], name: PersonName = 'adult') =>
  insertMember(world, { series_id: id, user_id: person(name), roles });
const invitation = (id: string) => insertTeamInvitation(world, { series_id: id });
async function logOf(id: string, name: PersonName = 'professional'): Promise<string[]> {
  const { body } = await world.as(name).get(`/series/${id}/team/log`);
  return body.items.map((entry: { act: string; subject: string; actor: { nickname: string } | null }) =>
    [entry.actor?.nickname ?? '-', entry.act, entry.subject].join(' ').trim(),
  );
}
const aClassOfTheHost = () => insertClassroom(world.db, { host_id: person('professional'), name: '惑星' });

describe('what a role allows', () => {
  type Setting = Awaited<ReturnType<typeof aSeries>>;
  interface Call {
    by: SeriesRole[];
    send: (client: TestClient, series: Setting) => Promise<TestAnswer>;
    outsider: string;
    success?: number;
  }
  const calls: Record<string, Call> = {
    'read the team': {
      by: ['edit', 'attendance'],
      send: (client, { path }) => client.get(path('/team')),
      outsider: '404 not_found',
    },
    'read the log': {
      by: ['edit', 'attendance'],
      send: (client, { path }) => client.get(path('/team/log')),
      outsider: '404 not_found',
    },
    'edit the texts': {
      by: ['edit'],
      send: (client, { path }) => client.patch(path(), { title: '銀河を学ぶ' }),
      outsider: '403 not_owner',
      success: 204,
    },
    'add a class of the host': {
      by: ['edit'],
      send: async (client, { path }) => client.post(path('/dates'), { classroomIds: [await aClassOfTheHost()] }),
      outsider: '403 not_owner',
      success: 204,
    },
    'take a class out': {
      by: ['edit'],
      send: (client, { path, date }) => client.delete(path(`/dates/${date}`)),
      outsider: '403 not_owner',
      success: 204,
    },
    'read who attended': {
      by: ['attendance'],
      send: (client, { date }) => client.get(`/classrooms/${date}/attendance`),
      outsider: '403 role_required',
    },
    'end it': {
      by: [],
      send: (client, { path }) => client.post(path('/end')),
      outsider: '403 not_owner',
      success: 204,
    },
    'invite somebody': {
      by: [],
      send: (client, { path }) => client.post(path('/team'), { email: 'new@example.test', roles: ['edit'] }),
      outsider: '404 not_found',
      success: 201,
    },
    'change roles': {
      by: [],
      send: async (client, { id, path }) =>
        client.put(path(`/team/${(await invitation(id)).id}`), { roles: ['attendance'] }),
      outsider: '404 not_found',
    },
    'remove somebody': {
      by: [],
      send: async (client, { id, path }) => client.delete(path(`/team/${(await invitation(id)).id}`)),
      outsider: '404 not_found',
      success: 204,
    },
  };

  it.each(Object.entries(calls))('to %s', async (_name, { by, send, outsider, success = 200 }) => {
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = { host: success, outsider };
    for (const role of ['edit', 'attendance'] as const) {
      const series = await aSeries();
      await member(series.id, [role]);
      answers[role] = codeOf(await send(world.as('adult'), series));
      expected[role] = by.includes(role) ? success : '403 role_required';
    }
    answers['host'] = codeOf(await send(host(), await aSeries()));
    answers['outsider'] = codeOf(await send(world.as('adult'), await aSeries()));
    expect(answers).toEqual(expected);
  });

  it('is said by the page and by the list of own series', async () => {
    const { id, path } = await aSeries();
    await member(id, ['attendance', 'edit']);
    const myAccess = { isOwner: false, roles: ['edit', 'attendance'] };
    expect((await world.as('adult').get(path())).body).toMatchObject({ isHost: false, myAccess });
    expect((await world.as('adult').get('/me/series')).body.items).toMatchObject([{ id, myAccess }]);
    expect((await world.as('otherAdult').get(path())).body).toMatchObject({ myAccess: null });
    expect((await world.as('otherAdult').get('/me/series')).body.items).toEqual([]);
    expect((await host().get(path())).body).toMatchObject({ myAccess: { isOwner: true, roles: [] } });
  });

  it('is only about the classes of the host, not about those of the member', async () => {
    const { id, path } = await aSeries();
    await member(id, ['edit']);
    const own = await insertClassroom(world.db, { host_id: person('adult') });
    const answer = await world.as('adult').post(path('/dates'), { classroomIds: [own] });
    expect(answer.body.fields.classroomIds).toContain('主催者の教室');
  });

  it('is about the dates of this series alone', async () => {
    const { id } = await aSeries();
    const other = await aSeries();
    await member(id, ['attendance']);
    expect(codeOf(await world.as('adult').get(`/classrooms/${other.date}/attendance`))).toBe('403 role_required');
    await host().delete(other.path(`/dates/${other.date}`));
    expect(codeOf(await world.as('adult').get(`/classrooms/${other.date}/attendance`))).toBe('403 role_required');
  });

  it('lets the team see a series that the staff has hidden, which invites nobody', async () => {
    const { id, path } = await aSeries();
    await member(id, ['attendance']);
    const { token } = await invitation(id);
    await world.db.updateTable('series').set({ hidden_at: world.clock.now() }).where('id', '=', id).execute();
    expect(codeOf(await world.as('adult').get(path()))).toBe(200);
    expect(codeOf(await world.as('otherAdult').get(path()))).toBe('404 not_found');
    expect(codeOf(await host().post(path('/team'), { email: 'new@example.test', roles: ['edit'] }))).toBe(
      '409 conflict',
    );
    expect(codeOf(await world.as('otherAdult').post(`/team_invitations/${token}`))).toBe('410 link_expired');
  });
});

describe('an invitation', () => {
  it('goes by mail, notifies its account, and makes whoever accepts it a member', async () => {
    const { id, path } = await aSeries();
    const roles = ['attendance', 'edit'];
    expect(await host().post(path('/team'), { email: emailOf('adult'), roles })).toMatchObject({
      status: 201,
      body: { user: null, email: emailOf('adult'), roles: ['edit', 'attendance'] },
    });
    await world.mail.deliver();
    expect(world.mail.sent.map(({ to }) => to)).toEqual([emailOf('adult')]);
    expect(world.mail.sent[0]?.text).toContain('連続講座「星を学ぶ4週間」');
    const token = /team_invitations\/([\w-]+)/.exec(world.mail.sent[0]?.text ?? '')?.[1];
    await world.events.runDue();
    await world.runJobs();
    expect((await world.as('adult').get('/me/notifications')).body.items).toMatchObject([
      { kind: 'teamInvitation', url: `/team_invitations/${token}`, actor: { id: person('professional') } },
    ]);
    expect((await world.as('unauthenticated').get(`/team_invitations/${token}`)).body).toMatchObject({
      kind: 'series',
      title: '星を学ぶ4週間',
      startAt: null,
      roles: ['edit', 'attendance'],
    });
    expect((await world.as('adult').post(`/team_invitations/${token}`)).body).toEqual({ kind: 'series', id });
    // The menu has a line for those who help with events.
    expect((await world.as('adult').get('/me')).body).toMatchObject({ isEventMember: false });
    expect(await logOf(id, 'adult')).toEqual([
      '大人 member_joined 編集・出席',
      'プロ member_invited ad***@example.test: 編集・出席',
    ]);
  });

  it('has roles of series, and is refused beyond the bound and after the end', async () => {
    const { id, path } = await aSeries();
    const invite = (roles: string[]) => host().post(path('/team'), { email: 'new@example.test', roles });
    expect((await invite(['sales'])).status).toBe(422);
    expect((await invite([])).body.fields).toHaveProperty('roles');
    for (let index = 0; index < MAX_TEAM_MEMBERS; index += 1) await invitation(id);
    expect(codeOf(await invite(['edit']))).toBe('409 conflict');
    const ended = await aSeries();
    const { token } = await invitation(ended.id);
    await host().post(ended.path('/end'));
    expect(codeOf(await host().post(ended.path('/team'), { email: 'new@example.test', roles: ['edit'] }))).toBe(
      '409 conflict',
    );
    expect(codeOf(await world.as('adult').get(`/team_invitations/${token}`))).toBe('410 link_expired');
    expect(codeOf(await world.as('adult').post(`/team_invitations/${token}`))).toBe('410 link_expired');
  });

  it('is accepted once, even by two accounts at the same time', async () => {
    const { id, path } = await aSeries();
    const { token } = await invitation(id);
    const answers = await Promise.all(
      (['adult', 'otherAdult'] as const).map((name) => world.as(name).post(`/team_invitations/${token}`)),
    );
    expect(answers.map(codeOf).sort()).toEqual([200, '410 link_expired']);
    expect((await host().get(path('/team'))).body.members).toHaveLength(1);
  });

  it('is either withdrawn or accepted, when both happen at once', async () => {
    const { id: seriesId, path } = await aSeries();
    const { id, token } = await invitation(seriesId);
    const [accepted, withdrawn] = await Promise.all([
      world.as('adult').post(`/team_invitations/${token}`),
      host().delete(path(`/team/${id}`)),
    ]);
    expect(withdrawn.status).toBe(204);
    expect([200, 410]).toContain(accepted.status);
    expect((await host().get(path('/team'))).body.members).toEqual([]);
    expect(codeOf(await world.as('adult').get(path('/team')))).toBe('404 not_found');
  });

  it('is of no use for the team of another series or event', async () => {
    const { id } = await aSeries();
    const other = await aSeries();
    const own = await member(id, ['edit']);
    expect(codeOf(await host().delete(other.path(`/team/${own}`)))).toBe('404 not_found');
    expect(codeOf(await host().put(other.path(`/team/${own}`), { roles: ['edit'] }))).toBe('404 not_found');
  });

  it('is declined with the link alone', async () => {
    const { id } = await aSeries();
    const { token } = await invitation(id);
    expect(codeOf(await world.as('unauthenticated').post(`/team_invitations/${token}/decline`))).toBe(200);
    expect((await logOf(id))[0]).toContain('- invitation_declined');
  });
});

describe('a member', () => {
  it('who edits changes the texts, and not the discount on tickets', async () => {
    const { id, path } = await aSeries();
    await member(id, ['edit']);
    const change = { title: '銀河を学ぶ', discountPercent: 50 };
    expect(codeOf(await world.as('adult').patch(path(), change))).toBe('403 role_required');
    expect((await host().get(path())).body).toMatchObject({ title: '星を学ぶ4週間', discountPercent: 0 });
  });

  it('who is removed can do nothing any more, also not at the same moment', async () => {
    const { id, path } = await aSeries();
    const own = await member(id, ['edit']);
    const [edited, removed] = await Promise.all([
      world.as('adult').patch(path(), { title: '銀河を学ぶ' }),
      host().delete(path(`/team/${own}`)),
    ]);
    expect(removed.status).toBe(204);
    const log = await logOf(id);
    // Whichever came first, what was refused is neither done nor logged.
    expect(log.some((entry) => entry.includes('series_updated'))).toBe(edited.status === 204);
    expect((await host().get(path())).body.title).toBe(edited.status === 204 ? '銀河を学ぶ' : '星を学ぶ4週間');
    expect(codeOf(await world.as('adult').patch(path(), { title: '月' }))).toBe('403 not_owner');
  });

  it('who adds a date while they are removed has either added it or not', async () => {
    const series = await Promise.all(Array.from({ length: 6 }, aSeries));
    for (const { id, path } of series) {
      const own = await member(id, ['edit']);
      const classroomId = await aClassOfTheHost();
      const [added, removed] = await Promise.all([
        world.as('adult').post(path('/dates'), { classroomIds: [classroomId] }),
        host().delete(path(`/team/${own}`)),
      ]);
      expect(removed.status).toBe(204);
      expect([204, 403, 404]).toContain(added.status);
      expect((await host().get(path())).body.dates).toHaveLength(added.status === 204 ? 2 : 1);
    }
  });

  it('can leave, and remove nobody else', async () => {
    const { id, path } = await aSeries();
    const own = await member(id, ['edit']);
    const other = await member(id, ['edit'], 'otherAdult');
    expect(codeOf(await world.as('adult').delete(path(`/team/${other}`)))).toBe('403 role_required');
    expect(codeOf(await world.as('adult').delete(path(`/team/${own}`)))).toBe(204);
    expect(await logOf(id)).toEqual(['大人 member_left']);
  });

  it('can still reserve all dates', async () => {
    const { id, path } = await aSeries();
    await member(id, ['edit']);
    expect(codeOf(await world.as('adult').post(path('/reservations')))).toBe(200);
  });
});

it('the log shows what was done, once each', async () => {
  const { id, path } = await aSeries();
  await member(id, ['edit']);
  const classroomId = await aClassOfTheHost();
  const helper = world.as('adult');
  for (let time = 0; time < 2; time += 1) {
    await helper.patch(path(), { title: '銀河を学ぶ', categoryId: 'cat_space' });
    await helper.post(path('/dates'), { classroomIds: [classroomId] });
  }
  for (let time = 0; time < 2; time += 1) await helper.delete(path(`/dates/${classroomId}`));
  for (let time = 0; time < 2; time += 1) await host().post(path('/end'));
  expect(await logOf(id, 'adult')).toEqual([
    'プロ series_ended',
    '大人 date_removed 惑星',
    '大人 date_added 惑星',
    '大人 series_updated タイトル',
  ]);
});
