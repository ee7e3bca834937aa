import type { TermsVersion } from '@manabiba/shared/contract/terms';
import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { getMe } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { seedPrefetchedAnswers } from '@manabiba/shared/data/seed-prefetched-answers';
import type { BootData, RegisteredRemote } from '@manabiba/shared/page/boot-data';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { announcementOf } from './chrome/announcement';
import { Remotes } from './remotes/remotes';
import { renderPage } from './server-render';
import { silenceBrowser } from './testing/silent-browser';

const remote: RegisteredRemote = {
  container: 'mf_any',
  version: '1',
  entry: '/r/mf-any/1/entry.js',
  integrity: {},
  preloads: { pages: {}, slots: {} },
  slots: ['top-classrooms', 'top-events', 'header-bell', 'header-create'],
  routes: [
    { path: '/classrooms', page: 'list', title: '教室', access: 'anyone' },
    {
      path: '/classrooms/{id}',
      page: 'one',
      title: '教室',
      access: 'anyone',
      layout: { padding: false, margin: false },
    },
    { path: '/dark', page: 'dark', title: '暗い', access: 'anyone', layout: { ground: 'dark', footer: false } },
    {
      path: '/bare',
      page: 'bare',
      title: '素',
      access: 'anyone',
      layout: { header: false, notices: false, footer: false },
    },
    { path: '/settings', page: 'settings', title: 'アカウント設定', access: 'person' },
    { path: '/org/settings', page: 'org', title: '団体', access: 'professional' },
  ],
};
const bootOf = (changes: Partial<BootData> = {}): BootData => ({
  me: null,
  registry: { remotes: { 'mf-any': remote } },
  integrity: {},
  config: aConfig(),
  theme: 'system',
  analyticsConsent: null,
  serverTime: new Date().toISOString(),
  ...changes,
});

const never = () => new Promise<never>(() => undefined);
let root: Root | undefined;

/** Hydrates the server-rendered HTML as the browser does, and returns every React warning. */
async function hydrate(boot: BootData, path: string) {
  const [pathname = '', search = ''] = path.split(/(?=\?)/);
  history.replaceState(null, '', location.origin + path);
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = await renderPage(boot, { pathname, search });
  const complaints: unknown[] = [];
  jest.spyOn(console, 'error').mockImplementation((...said) => {
    complaints.push(said);
  });
  jest.spyOn(console, 'warn').mockImplementation((...said) => {
    complaints.push(said);
  });
  if (boot.me) seedEndpoint(getMe, {}, boot.me);
  if (boot.answers) seedPrefetchedAnswers(boot.answers, { pathname, search });
  const remotes = new Remotes(boot.registry, {
    loadExposedModule: never,
    stylesLoaded: never,
    fetchRegistry: never,
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    pageUrl: () => location.href,
  });
  await act(async () => {
    root = hydrateRoot(
      place,
      <App
        config={boot.config}
        session={createSessionStore({ me: boot.me, theme: boot.theme })}
        remotes={remotes}
        Router={BrowserRouter}
        startOver={() => undefined}
        announcement={announcementOf(boot.terms)}
      />,
      { identifierPrefix: ID_PREFIX, onRecoverableError: (error) => complaints.push(error) },
    );
  });
  return { place, complaints };
}

beforeEach(() => {
  silenceBrowser();
});

/** Shows a refusal once: the server's build has its code at once, as this test has from then on. */
beforeAll(async () => {
  silenceBrowser();
  await hydrate(bootOf({ me: null }), '/no/such/page');
  await screen.findByRole('heading', { name: 'ページが見つかりません。' });
  act(() => root?.unmount());
  document.body.replaceChildren();
});

afterEach(() => {
  act(() => root?.unmount());
  clearCache();
  cleanup();
  document.body.replaceChildren();
});

const paths = [
  '/',
  '/classrooms',
  '/classrooms?state=ended',
  '/classrooms/cls_1',
  '/dark',
  '/bare',
  '/settings',
  '/org/settings',
  '/events',
  '/signin',
  '/aud/terms_of_use',
  '/privacy_policy',
  '/law',
  '/brand_assets',
  '/status/seats',
  '/no/such/page',
  '//elsewhere.example/a',
  '/classrooms?content_only=true',
  '/?content_only=true',
];
const people = {
  anonymous: null,
  'a visitor': aMe('anonymous'),
  'an adult': aMe('adult', { unreadNotificationCount: 3 }),
  'a child who has to hand in documents': aMe('child', { state: 'need_resubmit' }),
  'a user who owes a payment': aMe('adult', { stripeInvoiceStatus: 'open' }),
  'a suspended user': aMe('adult', { state: 'suspended' }),
  'a professional': aMe('professional'),
};

describe.each(Object.entries(people))('for %s', (_who, me) => {
  it.each(paths)('%s hydrates without a mismatch', async (path) => {
    const { complaints } = await hydrate(bootOf({ me }), path);
    expect(complaints).toEqual([]);
  });
});

it.each(['light', 'dark', 'system'] as const)('the chosen theme is in the server-rendered HTML: %s', async (theme) => {
  const { place, complaints } = await hydrate(bootOf({ theme }), '/');
  expect(place.querySelector<HTMLSelectElement>('footer select')?.value).toBe(theme);
  expect(complaints).toEqual([]);
});

describe('a coming version of the terms', () => {
  const terms: TermsVersion = {
    id: 'trm_1',
    document: 'privacy_policy',
    effectiveAt: '2999-01-14T15:00:00.000Z',
    summary: '委託先を加えます。',
    announcedAt: '2026-01-01T00:00:00.000Z',
  };
  const answersOf = (pattern: string) => ({
    pattern,
    calls: [{ call: 'listTermsVersions', tags: [], answer: { items: [terms] } }],
  });
  const sentence = 'プライバシーポリシーを2999年1月15日(火)に変更します。委託先を加えます。';

  it.each(Object.entries(people))('is announced above the page from its first paint on, for %s', async (_who, me) => {
    const boot = bootOf({ me, terms, answers: answersOf('/') });
    const html = document.createElement('div');
    html.innerHTML = await renderPage(boot, { pathname: '/', search: '' });
    expect(html).toHaveTextContent(sentence);
    const { complaints } = await hydrate(boot, '/');
    expect(screen.getByText(sentence)).toBeInTheDocument();
    expect(complaints).toEqual([]);
  });

  it('is closed by the user, which the web server reads from a cookie', async () => {
    const me = aMe('adult');
    await hydrate(bootOf({ me, terms, answers: answersOf('/') }), '/');
    const close = await screen.findByRole('button', { name: 'このお知らせを閉じる' });
    // Its code comes late.
    await waitFor(() => {
      fireEvent.click(close);
      expect(screen.queryByText(sentence)).not.toBeInTheDocument();
    });
    expect(document.cookie).toContain(`closed_terms=${me.id}.trm_1`);
    document.cookie = 'closed_terms=; max-age=0; path=/';
  });

  it('is in the HTML of the legal page that it changes', async () => {
    const boot = bootOf({ answers: answersOf('/privacy_policy') });
    const { place, complaints } = await hydrate(boot, '/privacy_policy');
    expect(place.querySelector('main')).toHaveTextContent('この文書は、2999年1月15日(火)に変わります。');
    expect(complaints).toEqual([]);
  });
});

it('does not query the user, who came with the page', async () => {
  const asked = jest.fn(never);
  Object.assign(globalThis, { fetch: asked });
  await hydrate(bootOf({ me: aMe('adult') }), '/');
  expect(asked.mock.calls.flat().filter((url) => String(url).endsWith('/v1/me'))).toEqual([]);
});

it('shows an unavailable registry in the server-rendered HTML too', async () => {
  const { place, complaints } = await hydrate(bootOf({ registry: { remotes: {} } }), '/classrooms/cls_1');
  expect(place).toHaveTextContent('教室を表示できませんでした。');
  expect(complaints).toEqual([]);
});

describe('the server-rendered HTML', () => {
  const render = async (path: string, changes?: Partial<BootData>) => {
    const [pathname = '', search = ''] = path.split(/(?=\?)/);
    const page = document.createElement('div');
    page.innerHTML = await renderPage(bootOf(changes), { pathname, search });
    return page;
  };

  it('has header, notices, the skeleton of the page and the footer', async () => {
    const page = await render('/classrooms/cls_1', { me: aMe('adult', { stripeInvoiceStatus: 'open' }) });
    expect(page.querySelector('header')).toHaveTextContent('メニューを開く');
    expect(page).toHaveTextContent('カードでのお支払いを確認できませんでした。');
    expect(page.querySelector('main [aria-busy="true"]')).not.toBeNull();
    expect(page.querySelector('footer')).not.toBeNull();
  });

  it('follows the layout of the route', async () => {
    expect((await render('/dark')).querySelector('main')).toHaveAttribute('data-theme', 'dark');
    expect((await render('/dark')).querySelector('footer')).toBeNull();
    expect((await render('/bare')).querySelector('header')).toBeNull();
    expect((await render('/bare')).querySelector('aside')).toHaveTextContent('2025年3月31日');
    expect((await render('/classrooms?content_only=true')).querySelector('header')).toBeNull();
  });

  it.each([
    ['/aud/terms_of_use', '利用規約'],
    ['/privacy_policy', 'プライバシーポリシー'],
    ['/law', '特定商取引法に基づく表記'],
    ['/brand_assets', 'ブランドアセット'],
  ])('contains the full text of %s', async (path, title) => {
    const main = (await render(path)).querySelector('main');
    expect(main?.querySelector('h1')).toHaveTextContent(title);
    expect(main?.textContent?.length).toBeGreaterThan(500);
  });

  it('has no inline styles, which the content policy would block', async () => {
    for (const path of paths)
      expect((await render(path, { me: aMe() })).querySelector('[style], style, script')).toBeNull();
  });

  it('shows nothing of a page to users without access', async () => {
    expect((await render('/settings')).querySelector('main')).toBeEmptyDOMElement();
    expect(await render('/org/settings', { me: aMe('adult') })).toHaveTextContent(
      'プロフェッショナルの方のみご利用いただけます。',
    );
  });

  it('escapes user-written text', async () => {
    const page = await render('/', { me: aMe('adult', { nickname: '<img src=x onerror=alert(1)>' }) });
    expect(page.querySelector('img[src="x"]')).toBeNull();
  });

  it('repeats nothing of its URL for a signed-in user', async () => {
    expect((await render('/classrooms?key=secret-word', { me: aMe() })).innerHTML).not.toContain('secret-word');
  });
});
