import { runStaffCommand } from '../../staff';
import { startTestApp, type TestApp } from '../../testing/start-test-app';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  const { adult, otherAdult } = api.people;
  await runStaffCommand(['suspend', adult, '規約違反のため。'], { env: api.env, who: 'sato' });
  await runStaffCommand(['reinstate', adult, '確認が済んだため。'], { env: api.env, who: 'sato' });
  await runStaffCommand(['suspend', otherAdult, '迷惑行為のため。'], { env: api.env, who: api.people.staff });
});
afterAll(() => api.close());

const list = async (query = '') => (await api.as('staff').get(`/staff/audit_log${query}`)).body;
const actionsOf = ({ items }: { items: { who: string; action: string }[] }) =>
  items.map(({ who, action }) => `${who} ${action}`);

it('shows who did what to whom, why, and what changed, newest first', async () => {
  const { items, nextCursor } = await list();
  expect(items).toMatchObject([
    { who: api.people.staff, whoName: expect.any(String), subjectId: api.people.otherAdult, action: 'suspend' },
    {
      who: 'sato',
      whoName: null,
      action: 'reinstate',
      detail: '確認が済んだため。',
      before: 'suspended',
      after: 'active',
    },
    {
      who: 'sato',
      action: 'suspend',
      subjectId: api.people.adult,
      subjectName: expect.any(String),
      detail: '規約違反のため。',
      before: 'active',
      after: 'suspended',
    },
  ]);
  expect(nextCursor).toBeNull();
});

it('filters by who, by action and by subject', async () => {
  expect(actionsOf(await list('?who=sato'))).toEqual(['sato reinstate', 'sato suspend']);
  expect(actionsOf(await list('?action=suspend'))).toEqual([`${api.people.staff} suspend`, 'sato suspend']);
  expect(actionsOf(await list(`?subjectId=${api.people.adult}&action=reinstate`))).toEqual(['sato reinstate']);
  expect(actionsOf(await list('?who=nobody'))).toEqual([]);
});

it('names everybody who is in it, whatever the filter', async () => {
  const { actors } = await list('?action=reinstate');
  expect(actors).toHaveLength(2);
  expect(actors).toEqual(expect.arrayContaining([{ who: 'sato', name: null }]));
});

it('comes in pages', async () => {
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect([first.items.length, second.items.length, second.nextCursor]).toEqual([2, 1, null]);
  expect((await api.as('staff').get('/staff/audit_log?cursor=x')).status).toBe(422);
});
