import type { LiveRemote } from '@manabiba/shared/contract/staff-releases';

import { startTestApp, type TestApp } from '../../../testing/start-test-app';

const POLLS = 'mf-polls';
let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await setRole('subscriber', 'staff');
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.pool.query('truncate releases, registry, environment_releases, release_history, release_health');
  await api.pool.query('truncate release_tokens');
  await api.releases.release(POLLS, '1.0.0-a');
});

const setRole = (name: 'subscriber', role: 'user' | 'staff') =>
  api.db.updateTable('users').set({ role }).where('id', '=', api.people[name]).execute();
const live = async (remote = POLLS): Promise<LiveRemote | undefined> =>
  ((await api.as('staff').get('/staff/releases')).body.items as LiveRemote[]).find((each) => each.remote === remote);
type Deed = 'rollout' | 'rollback' | 'retirement' | 'return';
let serial = 0;
/** Carries out a change as the screens do: with the revision that was seen, and a key. */
async function act(deed: Deed, changes: object = {}, by: 'staff' | 'subscriber' = 'staff') {
  const revision = (await live())?.revision ?? 0;
  return send(deed, { revision, ...changes }, by);
}
const send = (deed: Deed, body: object, by: 'staff' | 'subscriber' = 'staff') =>
  api
    .as(by)
    .post(
      `/staff/releases/${POLLS}/${deed}`,
      { reason: '一覧が開かないため', ...body },
      { 'idempotency-key': `${(serial += 1)}` },
    );
const auditLog = async () => (await api.as('staff').get('/staff/audit_log')).body.items as Record<string, unknown>[];
const historyOf = async (query = '') =>
  (await api.as('staff').get(`/staff/release_history${query}`)).body.items as Record<string, unknown>[];

describe('what is live', () => {
  it('is listed by remote, with the release to roll back to and how often each failed', async () => {
    await api.releases.release(POLLS, '1.0.0-b');
    await api.releases.release(POLLS, '1.0.0-c', { percent: 20, rule: { to: 'kinds', kinds: ['learner', 'staff'] } });
    await api.pool.query(
      `insert into release_health (remote, version, minute, views, failures)
       values ($1, '1.0.0-b', date_trunc('minute', now()), 40, 1), ($1, '1.0.0-c', now() - interval '2 days', 9, 9)`,
      [POLLS],
    );
    expect(await live()).toEqual({
      remote: POLLS,
      version: '1.0.0-b',
      revision: 3,
      isRetired: false,
      health: { views: 40, failures: 1 },
      rollout: { version: '1.0.0-c', percent: 20, rule: 'learner, staff', since: expect.any(String), health: null },
      previousVersion: '1.0.0-a',
      goesBackWith: [],
      canBringBack: false,
    });
  });

  it('includes environments', async () => {
    await api.releases.store.environments.publish(
      { remote: POLLS, environment: 'preview', version: '1.0.0-a', who: 'aoi', why: '見るため', evidence: 'proof' },
      async () => undefined,
    );
    expect((await api.as('staff').get('/staff/releases')).body.environments).toEqual([
      { environment: 'preview', remote: POLLS, version: '1.0.0-a', since: expect.any(String) },
    ]);
  });
});

it('the release to roll back to is known after a thousand lines of other history', async () => {
  await api.releases.release(POLLS, '1.0.0-b');
  await api.pool.query(
    `insert into release_history (remote, action, version, who, why)
     select $1, 'refused', '1.0.0-' || n, 'aoi@example.jp', '検査' from generate_series(1, 1000) n`,
    [POLLS],
  );
  expect((await live())?.previousVersion).toBe('1.0.0-a');
});

describe('a rollout', () => {
  beforeEach(() => api.releases.release(POLLS, '1.0.0-b', { percent: 10 }));

  it('advances, with the history of releases and the log of the staff', async () => {
    expect((await act('rollout', { percent: 50, reason: '10%で失敗がないため' })).status).toBe(204);
    expect(await live()).toMatchObject({ version: '1.0.0-a', rollout: { version: '1.0.0-b', percent: 50 } });
    expect((await historyOf())[0]).toMatchObject({
      action: 'rollout_started',
      version: '1.0.0-b',
      percent: 50,
      who: api.people.staff,
      whoName: '運営',
      why: '10%で失敗がないため',
    });
    expect((await auditLog())[0]).toMatchObject({
      action: 'advance-rollout',
      who: api.people.staff,
      subjectId: POLLS,
      detail: '10%で失敗がないため',
      before: '1.0.0-b 10%',
      after: '1.0.0-b 50%',
    });
  });

  it('does not advance onto a page that another remote has got meanwhile', async () => {
    await api.releases.release('mf-votes', '1.0.0-a', { percent: null, path: '/polls' });
    expect(await act('rollout', { percent: null })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await live())?.rollout?.version).toBe('1.0.0-b');
  });

  it('stays worth a reload when it advances', async () => {
    await api.releases.release(POLLS, '1.0.0-c', { percent: 10, isWorthReload: true });
    const worthAt = async () => (await api.releases.store.reloadReasons()).get(POLLS)?.worthAt;
    const first = await worthAt();
    await act('rollout', { percent: null });
    expect(Number(await worthAt())).toBeGreaterThan(Number(first));
  });

  it('ends when everybody gets the release', async () => {
    expect((await act('rollout', { percent: null })).status).toBe(204);
    expect(await live()).toMatchObject({ version: '1.0.0-b', rollout: null, previousVersion: '1.0.0-a' });
    expect((await auditLog())[0]).toMatchObject({ before: '1.0.0-b 10%', after: '1.0.0-b' });
  });

  it.each([5, 10, 100])('does not advance to %i %% of everybody', async (percent) => {
    expect((await act('rollout', { percent })).body).toMatchObject({
      code: 'invalid',
      fields: { percent: expect.any(String) },
    });
    expect((await live())?.rollout?.percent).toBe(10);
  });

  it('reaches all whom its rule lets in, who stay the only ones until it is for everybody', async () => {
    await api.releases.release(POLLS, '1.0.0-c', { percent: 10, rule: { to: 'signed-in' } });
    expect((await act('rollout', { percent: 100 })).status).toBe(204);
    expect((await live())?.rollout).toMatchObject({ version: '1.0.0-c', percent: 100, rule: 'signed-in' });
    expect((await act('rollout', { percent: null })).status).toBe(204);
    expect(await live()).toMatchObject({ version: '1.0.0-c', rollout: null });
  });

  it('is stopped, and what is live stays live', async () => {
    expect((await act('rollback')).status).toBe(204);
    expect(await live()).toMatchObject({ version: '1.0.0-a', rollout: null });
    expect((await historyOf())[0]?.['action']).toBe('rollout_withdrawn');
    expect((await auditLog())[0]).toMatchObject({ action: 'roll-back-release', before: '1.0.0-b', after: '1.0.0-a' });
  });

  it('advances once when two members of the staff advance it at the same moment', async () => {
    const logged = (await auditLog()).length;
    const revision = (await live())?.revision;
    const answers = await Promise.all([
      send('rollout', { revision, percent: 20 }, 'staff'),
      send('rollout', { revision, percent: 50 }, 'subscriber'),
      send('rollback', { revision }, 'subscriber'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
    expect((await auditLog()).length).toBe(logged + 1);
    expect((await historyOf()).length).toBe(3);
  });

  it('leaves no trace when the log of the staff cannot be written', async () => {
    await api.pool.query("alter table audit_log add constraint no_log check (detail <> '残せない') not valid");
    const { status } = await act('rollback', { reason: '残せない' });
    await api.pool.query('alter table audit_log drop constraint no_log');
    expect(status).toBe(500);
    expect((await historyOf()).length).toBe(2);
    expect((await live())?.rollout?.version).toBe('1.0.0-b');
  });
});

describe('rolling back', () => {
  it('restores the release before', async () => {
    await api.releases.release(POLLS, '1.0.0-b');
    expect((await act('rollback')).status).toBe(204);
    expect((await live())?.version).toBe('1.0.0-a');
    expect((await auditLog())[0]).toMatchObject({ before: '1.0.0-b', after: '1.0.0-a' });
  });

  it.each([
    ['there is no release before', async () => undefined],
    [
      'the files of the release before are gone',
      async () => {
        await api.releases.release(POLLS, '1.0.0-b');
        await api.releases.loseFiles(POLLS, '1.0.0-a');
      },
    ],
  ])('is refused when %s', async (_what, given) => {
    await given();
    const before = await live();
    expect((await act('rollback')).body.code).toBe('conflict');
    expect(await live()).toEqual(before);
  });

  it('is refused for a remote that is not there, and for a name that is none', async () => {
    const body = { revision: 1, reason: '理由' };
    expect((await api.as('staff').post('/staff/releases/mf-nothing/rollback', body)).body.code).toBe('conflict');
    expect((await api.as('staff').post('/staff/releases/a%20b/rollback', body)).status).toBe(404);
  });
});

describe('a retirement', () => {
  it('takes the remote away, and the last release comes back', async () => {
    await api.releases.release(POLLS, '1.0.0-b');
    expect((await act('retirement')).status).toBe(204);
    expect(await live()).toMatchObject({
      version: '1.0.0-b',
      isRetired: true,
      canBringBack: true,
      previousVersion: null,
    });
    expect((await auditLog())[0]).toMatchObject({ action: 'retire-remote', before: '1.0.0-b', after: 'retired' });
    expect((await act('retirement')).status).toBe(409);
    expect((await act('return')).status).toBe(204);
    expect(await live()).toMatchObject({ version: '1.0.0-b', isRetired: false, previousVersion: null });
    expect((await auditLog())[0]).toMatchObject({ action: 'bring-back-remote', before: 'retired', after: '1.0.0-b' });
    expect((await act('return')).status).toBe(409);
  });

  it.each([
    ['its files are gone', () => api.releases.loseFiles(POLLS, '1.0.0-a'), false],
    [
      'another remote has its pages by now',
      async () => {
        const { rows } = await api.pool.query<{ manifest: object }>('select manifest from releases');
        const manifest = { ...rows[0]?.manifest, remote: 'mf-votes', container: 'mf_votes', version: '1.0.0-a' };
        await api.releases.release('mf-votes', '1.0.0-a');
        await api.pool.query("delete from registry where remote = 'mf-votes'");
        await api.pool.query("delete from releases where remote = 'mf-votes'");
        await api.releases.store.stage(manifest, 'ren');
        const votes = { remote: 'mf-votes', version: '1.0.0-a', percent: null, who: 'ren', why: '新しい投票' };
        await api.releases.store.publish(votes);
      },
      true,
    ],
  ])('is for good when %s', async (_what, given, canBringBack) => {
    await act('retirement');
    await given();
    expect(await live()).toMatchObject({ isRetired: true, canBringBack });
    expect((await act('return')).body.code).toBe('conflict');
    expect(await live()).toMatchObject({ isRetired: true });
  });
});

describe('bad input', () => {
  it.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason that is too long', { reason: 'あ'.repeat(301) }, 'reason'],
    ['no revision', { revision: undefined }, 'revision'],
  ])('is refused: %s', async (_what, changes, field) => {
    for (const deed of ['rollback', 'retirement', 'return'] as const)
      expect((await act(deed, changes)).body).toMatchObject({
        code: 'invalid',
        fields: { [field]: expect.any(String) },
      });
  });

  it.each([0, 101, 1.5, '50', undefined])('is refused: a share of %s', async (percent) => {
    expect((await act('rollout', { percent })).body).toMatchObject({ fields: { percent: expect.any(String) } });
  });
});

it('lists the history of all remotes or of one, newest first', async () => {
  await api.releases.release('mf-votes', '2.0.0-a');
  expect((await historyOf()).map(({ remote }) => remote)).toEqual(['mf-votes', POLLS]);
  expect((await historyOf(`?remote=${POLLS}`)).map(({ version }) => version)).toEqual(['1.0.0-a']);
  expect((await historyOf('?limit=1')).length).toBe(1);
  expect(await historyOf('?remote=mf-nothing')).toEqual([]);
});

it('knows no failure that no page has reported', async () => {
  const failure = async (number: string) => (await api.as('staff').get(`/staff/failures/${number}`)).body.code;
  expect(await failure('0AF7-6519')).toBe('not_found');
  expect(await failure('0af7')).toBe('not_found');
});

it('lists what live releases use, and those of which that is not known', async () => {
  await api.releases.loseFiles(POLLS, '1.0.0-a');
  const { body } = await api.as('staff').get('/staff/release_uses');
  expect(body).toEqual({
    items: [],
    unknown: [{ remote: POLLS, version: '1.0.0-a', place: 'live', isFacadeOnly: false }],
  });
});

describe('tokens of teams', () => {
  const wanted = { remote: POLLS, person: 'aoi@example.jp', days: 90, reason: '新しい担当' };
  const create = (changes: object = {}) => api.as('staff').post('/staff/release_tokens', { ...wanted, ...changes });
  const list = async () => (await api.as('staff').get('/staff/release_tokens')).body.items as Record<string, unknown>[];
  const revoke = (id: string, by: 'staff' | 'subscriber' = 'staff') =>
    api.as(by).post(`/staff/release_tokens/${id}/revocation`, { reason: '異動のため' });

  it('are shown once, and work', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.secret).toMatch(/^mrt_/);
    const listed = await list();
    expect(listed).toMatchObject([
      { id: body.id, remote: POLLS, person: 'aoi@example.jp', createdBy: api.people.staff, createdByName: '運営' },
    ]);
    expect(JSON.stringify([listed, await auditLog()])).not.toContain(body.secret);
    expect((await auditLog())[0]).toMatchObject({
      action: 'create-release-token',
      subjectId: body.id,
      detail: '新しい担当',
      after: 'aoi@example.jp mf-polls',
    });
  });

  it('end at once, once, with a reason in the log', async () => {
    const { id } = (await create({ remote: null })).body as { id: string };
    const answers = await Promise.all([revoke(id), revoke(id, 'subscriber')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await list())[0]).toMatchObject({ revokedAt: expect.any(String), revokedByName: expect.any(String) });
    expect((await auditLog())[0]).toMatchObject({
      action: 'revoke-release-token',
      subjectId: id,
      detail: '異動のため',
      before: 'aoi@example.jp *',
    });
    expect((await revoke('nothing')).status).toBe(404);
  });

  it.each([
    ['unauthenticated', { person: 'aoi' }, 'person'],
    ['somebody whose address is too long', { person: `${'a'.repeat(200)}@example.jp` }, 'person'],
    ['no day', { days: 0 }, 'days'],
    ['more than a year', { days: 367 }, 'days'],
    ['half a day', { days: 1.5 }, 'days'],
    ['a name that is no remote', { remote: 'mf events' }, 'remote'],
    ['no reason', { reason: '' }, 'reason'],
  ])('are not made for %s', async (_what, changes, field) => {
    expect((await create(changes)).body).toMatchObject({ code: 'invalid', fields: { [field]: expect.any(String) } });
    expect(await list()).toEqual([]);
  });
});
