import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { ServedRegistry } from '@manabiba/releases';
import { contract } from '@manabiba/shared/contract/contract';
import type { Me } from '@manabiba/shared/contract/users';
import type { InitialQueries } from '@manabiba/shared/navigation/initial-queries';
import { aMe } from '@manabiba/shared/testing/builders';

import type { ApiCall, AskApi } from './ask-api';
import { findPage } from './known-pages';
import { prefetchAnswers } from './prefetched-answers';

const registry: ServedRegistry = {
  remotes: {
    'mf-any': {
      container: 'mf_any',
      version: '1',
      entry: '/e.js',
      integrity: {},
      preloads: { pages: {}, slots: {} },
      slots: ['top-classrooms'],
      routes: [
        { path: '/classrooms', page: 'list', title: '教室', access: 'anyone' },
        { path: '/classrooms/{id}', page: 'one', title: '教室', access: 'anyone' },
        { path: '/org', page: 'org', title: '団体', access: 'professional' },
        { path: '/org/events/{id}', page: 'own-event', title: 'イベント', access: 'professional' },
      ],
      firstCalls: {
        pages: {
          list: [
            { call: 'listEvents', when: { tab: '' } },
            { call: 'listEvents', query: { state: 'ended' }, when: { tab: 'past' } },
          ],
          one: [
            { call: 'getClassroom', params: { id: '{id}' }, query: { key: '{?key}' } },
            { call: 'listClassrooms', query: { state: 'live', reserved: 'true' }, for: 'person' },
            { call: 'signOut' },
            { call: 'toString' },
            { call: 'getUser' },
          ],
          org: [{ call: 'listNotifications' }],
          'own-event': [{ call: 'getOrganizedEvent', params: { id: '{id}' } }],
        },
        slots: { 'top-classrooms': [{ call: 'listClassrooms', query: { state: 'live' } }, { call: 'listCategories' }] },
      },
    },
  },
};

const OF_SHELL = '/v1/terms_versions';

/** `asked` are the queries of the page itself. */
async function ask(
  path: string,
  {
    me = null,
    token,
    answer = () => Promise.resolve({ status: 200, body: {} }),
    withinMs = 20_000,
  }: { me?: Me | null; token?: string; answer?: AskApi; withinMs?: number } = {},
) {
  const asked: ApiCall[] = [];
  const [pathname = '', search = ''] = path.split(/(?=\?)/);
  const page = findPage(pathname, registry, { isDevelopment: false });
  if (!page) throw new Error(`no page at ${path}`);
  const { answers, isMissing } = await prefetchAnswers(
    (call) => {
      asked.push(call);
      return answer(call);
    },
    { page, registry, location: { pathname, search }, me, token, address: '10.0.0.1', withinMs },
  );
  const isOfShell = (call: ApiCall) => call.path === OF_SHELL;
  return { asked: asked.filter((call) => !isOfShell(call)), ofShell: asked.filter(isOfShell), answers, isMissing };
}
const pathsOf = async (...given: Parameters<typeof ask>) => (await ask(...given)).asked.map(({ path }) => path);

it('requests what the page declares, with its URL parameters, as a prefetch and on behalf of the user', async () => {
  const { asked, answers } = await ask('/classrooms/cls_1?key=a%26b', { me: aMe(), token: 'access' });
  expect(asked).toEqual([
    { method: 'GET', path: '/v1/classrooms/cls_1?key=a%26b', address: '10.0.0.1', isPrefetch: true, token: 'access' },
    {
      method: 'GET',
      path: '/v1/classrooms?state=live&reserved=true',
      address: '10.0.0.1',
      isPrefetch: true,
      token: 'access',
    },
  ]);
  expect(answers?.pattern).toBe('/classrooms/{id}');
  expect(answers?.calls.map(({ call, tags }) => [call, tags])).toEqual([
    ['getClassroom', ['Classroom']],
    ['listClassrooms', ['Classroom']],
    ['listTermsVersions', []],
  ]);
});

it('requests on every page what the notices show, for all viewers alike: without a session', async () => {
  for (const path of ['/classrooms/cls_1', '/classrooms?tab=other', '/law']) {
    const { ofShell, answers } = await ask(path, { me: aMe(), token: 'access' });
    expect(ofShell).toEqual([{ method: 'GET', path: OF_SHELL, address: '10.0.0.1', isPrefetch: true }]);
    expect(answers?.calls.map(({ call }) => call)).toContain('listTermsVersions');
  }
});

it('repeats nothing of the URL', async () => {
  const { answers } = await ask('/classrooms/cls_1?key=secret', { me: aMe() });
  expect(JSON.stringify(answers)).toContain('getClassroom');
  expect(JSON.stringify(answers)).not.toMatch(/cls_1|secret/);
});

it('skips user queries for anonymous viewers, and all queries for suspended or unentitled users', async () => {
  expect(await pathsOf('/classrooms/cls_1')).toEqual(['/v1/classrooms/cls_1']);
  expect(await pathsOf('/classrooms/cls_1', { me: aMe('anonymous') })).toEqual(['/v1/classrooms/cls_1']);
  expect(await pathsOf('/classrooms/cls_1', { me: aMe('adult', { state: 'suspended' }) })).toEqual([]);
  expect(await pathsOf('/org', { me: aMe('adult') })).toEqual([]);
  expect(await pathsOf('/org', { me: aMe('professional') })).toEqual(['/v1/me/notifications']);
});

it('follows the choices in the URL', async () => {
  expect(await pathsOf('/classrooms')).toEqual(['/v1/events']);
  expect(await pathsOf('/classrooms?tab=past')).toEqual(['/v1/events?state=ended']);
  expect(await pathsOf('/classrooms?tab=other')).toEqual([]);
});

it('includes the slots of a page', async () => {
  expect(await pathsOf('/')).toEqual(['/v1/classrooms?state=live', '/v1/categories']);
});

it('includes neither refusals nor failures, and does not wait for slow answers', async () => {
  const refused = await ask('/', {
    answer: ({ path }) =>
      path === '/v1/categories' ? Promise.reject(new Error('down')) : Promise.resolve({ status: 404, body: {} }),
  });
  expect(refused.answers).toBeUndefined();
  const slow = await ask('/', {
    answer: ({ path }) =>
      path === '/v1/categories'
        ? Promise.resolve({ status: 200, body: { categories: [] } })
        : new Promise(() => undefined),
    withinMs: 200,
  });
  expect(slow.answers?.calls.map(({ call }) => call)).toEqual(['listCategories']);
});

it('reports a missing page only when a call with an id from the URL is answered with 404', async () => {
  const refusing = (status: number, pattern: RegExp): AskApi => {
    return ({ path }) => Promise.resolve({ status: pattern.test(path) ? status : 200, body: {} });
  };
  const isMissing = async (path: string, answer: AskApi) => (await ask(path, { answer })).isMissing;
  expect(await isMissing('/classrooms/cls_1', refusing(404, /cls_1/))).toBe(true);
  expect(await isMissing('/classrooms/cls_1', refusing(503, /cls_1/))).toBe(false);
  expect(await isMissing('/classrooms/cls_1', refusing(200, /./))).toBe(false);
  expect(await isMissing('/', refusing(404, /./))).toBe(false);
  // Search engines never see a personal page, which shows a missing item itself.
  const personal = await ask('/org/events/evt_1', { me: aMe('professional'), answer: refusing(404, /evt_1/) });
  expect([personal.asked.length, personal.isMissing]).toEqual([1, false]);
});

describe('initial queries declared by the remotes of this workspace', () => {
  const root = join(import.meta.dirname, '../../..');
  const remotes = readdirSync(root).filter((name) => name.startsWith('mf-'));
  it.each(remotes)('%s: only GETs of the contract, with parameters that the contract accepts', (name) => {
    const { routes, slots, firstCalls } = JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8')) as {
      routes: { page: string }[];
      slots: string[];
      firstCalls?: Partial<InitialQueries>;
    };
    const groups = [...Object.entries(firstCalls?.pages ?? {}), ...Object.entries(firstCalls?.slots ?? {})];
    expect([...routes.map(({ page }) => page), ...slots]).toEqual(expect.arrayContaining(groups.map(([key]) => key)));
    for (const { call, params = {}, query = {} } of groups.flatMap(([, calls]) => calls)) {
      const endpoint = contract[call as keyof typeof contract] as {
        method: string;
        path: string;
        query?: { shape: object };
      };
      expect([call, endpoint.method]).toEqual([call, 'GET']);
      expect([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key)).toEqual(Object.keys(params));
      expect(Object.keys(endpoint.query?.shape ?? {})).toEqual(expect.arrayContaining(Object.keys(query)));
    }
  });
});
