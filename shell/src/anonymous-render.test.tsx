import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { getClassroom, getMe, listClassrooms } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { seedPrefetchedAnswers } from '@manabiba/shared/data/seed-prefetched-answers';
import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';
import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import { isSignedIn, useEndpoint, useEndpointPages, useMe } from '@manabiba/shared/platform';
import { SessionProvider } from '@manabiba/shared/session/session-provider';
import { createSessionStore, hydratedAsAnonymous } from '@manabiba/shared/session/session-store';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';
import { act, cleanup, screen } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { Remotes } from './remotes/remotes';
import { renderPageWithParts, renderPage } from './server-render';
import { silenceBrowser } from './testing/silent-browser';

// A signed-in page starts from the anonymous render.

const page: RenderedPart = { remote: 'mf-page', kind: 'pages', key: 'one' };
const PLACE = { pathname: '/classrooms/cls_1', search: '' };

const answersOf = (isReserved: boolean, anonymous?: boolean): PrefetchedAnswers => {
  const classroom = (reserved: boolean) => ({ id: 'cls_1', name: '三角関数', isReserved: reserved });
  const both = (from: (reserved: boolean) => object) => ({
    answer: from(isReserved),
    ...(anonymous === undefined ? {} : { drawnWith: from(anonymous) }),
  });
  return {
    pattern: '/classrooms/{id}',
    calls: [
      { call: 'getClassroom', params: { id: '{id}' }, tags: [], ...both(classroom) },
      {
        call: 'listClassrooms',
        tags: [],
        ...both((reserved) => ({ items: [classroom(reserved)], nextCursor: null, totalCount: 1 })),
      },
    ],
  };
};
const me = aMe('adult', { nickname: '宮下 紗季' });
const bootOf = (changes: Partial<BootData>): BootData => ({
  me: null,
  registry: {
    remotes: {
      'mf-page': {
        container: 'mf_page',
        version: '1',
        entry: 'https://manabiba.test/r/mf-page/1/entry.js',
        integrity: {},
        preloads: { pages: {}, slots: {} },
        slots: [],
        routes: [{ path: '/classrooms/{id}', page: 'one', title: '教室', access: 'anyone' }],
      },
    },
  },
  integrity: {},
  config: aConfig(),
  theme: 'system',
  analyticsConsent: null,
  serverTime: '2026-11-26T09:00:00.000Z',
  timeZone: 'Asia/Tokyo',
  ...changes,
});

/** The content of the page, render by render. */
const seen: string[] = [];

function Page() {
  const viewer = useMe();
  const { data } = useEndpoint(getClassroom, { params: { id: 'cls_1' } });
  const { items } = useEndpointPages(listClassrooms, {});
  const own = isSignedIn(viewer) ? viewer.nickname : 'ログイン';
  const said = [data, items[0]].map((each) => (each?.isReserved ? '予約済み' : '予約する')).join('・');
  seen.push(`${own}・${said}`);
  return (
    <>
      <h1>{data?.name}</h1>
      {isSignedIn(viewer) ? <button>{said}</button> : <a href="/signin">{said}</a>}
      <p>{own}</p>
    </>
  );
}

let root: Root | undefined;

beforeEach(() => {
  silenceBrowser();
});
afterEach(() => {
  act(() => root?.unmount());
  clearCache();
  cleanup();
  document.body.replaceChildren();
});

it('hydrates the anonymous render without a warning, and shows personal content right after', async () => {
  const anonymous = renderPageWithParts(bootOf({ answers: answersOf(false) }), PLACE, [
    { name: page, component: Page },
  ]);
  expect(anonymous.parts).toEqual([page]);
  const boot = bootOf({ me, answers: answersOf(true, false), drawn: [page] });
  // As the web server inserts it (shell/server/rendering/insert-parts.ts).
  const [rendered = ''] = /<!--part .*<!--\/part-->/.exec(anonymous.html) ?? [];
  const html = (await renderPage(boot, PLACE)).replace('<!--part mf-page/pages/one--><!--/part-->', () => rendered);
  expect(html).toContain('<h1>三角関数</h1><a href="/signin">予約する・予約する</a>');
  const frame = html.replace(/<!--part.*<!--\/part-->/, '');
  expect(frame).toContain('メニューを開く');
  expect(anonymous.html).not.toContain('メニューを開く');

  history.replaceState(null, '', PLACE.pathname);
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = html;
  const heading = screen.getByRole('heading', { name: '三角関数' });
  const complaints: unknown[] = [];
  jest.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said));
  seen.length = 0;
  seedEndpoint(getMe, {}, me);
  seedPrefetchedAnswers(answersOf(true, false), PLACE);
  const session = createSessionStore({ me });
  const sessionOfParts = hydratedAsAnonymous(session);
  const remotes = new Remotes(boot.registry, {
    loadExposedModule: () => Promise.resolve({ pages: { one: () => Promise.resolve(Page) } } as unknown as RemoteDoor),
    stylesLoaded: () => Promise.resolve(),
    fetchRegistry: () => new Promise(() => undefined),
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    around: (part) => <SessionProvider store={sessionOfParts}>{part}</SessionProvider>,
    pageUrl: () => 'https://manabiba.test/',
  });
  remotes.adopt(page);
  await act(async () => {
    root = hydrateRoot(
      place,
      <App
        config={boot.config}
        session={session}
        remotes={remotes}
        Router={BrowserRouter}
        startOver={() => undefined}
      />,
      { identifierPrefix: ID_PREFIX, onRecoverableError: (error) => complaints.push(error) },
    );
  });

  expect(complaints).toEqual([]);
  expect(seen[0]).toBe('ログイン・予約する・予約する');
  expect([...new Set(seen)].at(-1)).toBe('宮下 紗季・予約済み・予約済み');
  expect(screen.getByRole('button', { name: '予約済み・予約済み' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '三角関数' })).toBe(heading);
  // The answers came with the page, except for changes of the terms, which are asked for later.
  const asked = jest.mocked(fetch).mock.calls.map(([url]) => String(url));
  expect(asked.filter((url) => !url.endsWith('/v1/terms_versions'))).toEqual([]);

  await act(async () => session.setState({ me: { ...me, nickname: '改名' } }));
  expect(screen.getByRole('main')).toHaveTextContent('改名');
});
