import { createDataExport, getMe, restoreAccount } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import { Link, usePageTitle, useParams, useUser } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { act, cleanup, screen, waitFor } from '@testing-library/react';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';

function ClassroomPage() {
  const { id } = useParams();
  usePageTitle(`三角関数 ${id}`);
  return <h1>教室 {id}</h1>;
}
const registry = aRegistry({
  'mf-classrooms': {
    routes: [
      { path: '/classrooms', title: '教室' },
      { path: '/classrooms/{id}', title: '教室' },
      { path: '/classrooms/new', title: '新しい教室' },
      {
        path: '/stage',
        title: 'ステージ',
        layout: { ground: 'dark', header: false, notices: false, footer: false, padding: false },
      },
      { path: '/room', title: '教室の中', layout: { fixed: true } },
    ],
    slots: ['mini-player'],
  },
  'mf-account': {
    routes: [
      { path: '/settings', title: 'アカウント設定', access: 'person' },
      { path: '/org/settings', title: 'プロフェッショナル設定', access: 'professional' },
      { path: '/staff', title: 'スタッフの作業', access: 'staff' },
      { path: '/signin', title: '偽のログイン' },
    ],
  },
});
const exposed = (pages: RemoteDoor['pages'], slots: RemoteDoor['slots'] = {}): RemoteDoor => ({ pages, slots });
const modules = {
  mf_classrooms: exposed(
    {
      '/room': () => Promise.resolve(() => <Link to="/classrooms">教室の一覧</Link>),
      '/classrooms': () =>
        Promise.resolve(() => (
          <>
            <h1>教室</h1>
            <Link to="/classrooms/cls_1">三角関数</Link>
          </>
        )),
      '/classrooms/{id}': () => Promise.resolve(ClassroomPage),
      '/classrooms/new': () => Promise.resolve(() => <h1>新しい教室</h1>),
      '/stage': () => Promise.resolve(() => <h1>ステージ</h1>),
    },
    { 'mini-player': () => Promise.resolve(() => <aside aria-label="参加中の教室" />) },
  ),
  mf_account: exposed({
    '/settings': () => Promise.resolve(() => <h1>{useUser().nickname}さんの設定</h1>),
    '/org/settings': () => Promise.resolve(() => <h1>団体情報</h1>),
    '/staff': () => Promise.resolve(() => <h1>スタッフの作業</h1>),
  }),
};
beforeEach(() => sessionStorage.clear());

const setUp = (options: Parameters<typeof renderShell>[0]) => renderShell({ registry, modules, ...options });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

it('keeps a slot for the mini player next to all pages after a live room, and none before', async () => {
  const player = () => screen.queryByRole('complementary', { name: '参加中の教室' });
  setUp({ path: '/classrooms' });
  await heading('教室');
  expect(player()).not.toBeInTheDocument();
  cleanup();
  const { user } = setUp({ path: '/room' });
  await user.click(await screen.findByRole('link', { name: '教室の一覧' }));
  await heading('教室');
  expect(player()).toBeInTheDocument();
});

describe('pages', () => {
  it('match the most specific route, with its parameters', async () => {
    setUp({ path: '/classrooms/cls_7' });
    expect(await heading('教室 cls_7')).toBeInTheDocument();
  });

  it('prefer a fixed path to a pattern', async () => {
    setUp({ path: '/classrooms/new' });
    expect(await heading('新しい教室')).toBeInTheDocument();
  });

  it('of the shell cannot be overridden by a remote', async () => {
    setUp({ path: '/signin' });
    expect(await heading('ログインと新規登録')).toBeInTheDocument();
  });

  it('show a not-found message for unknown paths', async () => {
    setUp({ path: '/no/such/page' });
    expect(await heading('ページが見つかりません。')).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('ページが見つかりません | まなびば'));
  });

  it.each([
    ['/aud/terms_of_use', '利用規約'],
    ['/privacy_policy', 'プライバシーポリシー'],
    ['/law', '特定商取引法に基づく表記'],
    ['/brand_assets', 'ブランドアセット'],
    ['/status/seats', 'お席の販売数の検査'],
  ])('%s is %s', async (path, title) => {
    setUp({ path });
    expect(await heading(title)).toBeInTheDocument();
    expect(document.title).toBe(`${title} | まなびば`);
  });
});

describe('titles', () => {
  it('come from the route until the page sets its own, with only the product name on the top page', async () => {
    const { goTo } = setUp({ path: '/classrooms' });
    expect(document.title).toBe('教室 | まなびば');
    await goTo('/classrooms/cls_1');
    await heading('教室 cls_1');
    expect(document.title).toBe('三角関数 cls_1 | まなびば');
    await goTo('/');
    expect(document.title).toBe('まなびば');
  });
});

it('the title and the app icon show the number of unseen notifications', async () => {
  const setAppBadge = jest.fn(() => Promise.resolve());
  Object.assign(navigator, { setAppBadge });
  const me = aMe('adult', { unreadNotificationCount: 3 });
  const { goTo } = setUp({ path: '/classrooms', me });
  expect(document.title).toBe('(3) 教室 | まなびば');
  await goTo('/classrooms/cls_1');
  await heading('教室 cls_1');
  expect(document.title).toBe('(3) 三角関数 cls_1 | まなびば');
  act(() => seedEndpoint(getMe, {}, { ...me, unreadNotificationCount: 0 }));
  await waitFor(() => expect(document.title).toBe('三角関数 cls_1 | まなびば'));
  expect(setAppBadge.mock.calls).toEqual([[3], [0]]);
  Reflect.deleteProperty(navigator, 'setAppBadge');
});

describe('navigation', () => {
  it('moves the focus to the heading and announces the title', async () => {
    const { user } = setUp({ path: '/classrooms' });
    await user.click(await screen.findByRole('link', { name: '三角関数' }));
    await waitFor(async () => expect(await heading('教室 cls_1')).toHaveFocus());
    expect(await screen.findByRole('status', { name: 'ページの移動' })).toHaveTextContent('');
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'ページの移動' })).toHaveTextContent('三角関数 cls_1 | まなびば'),
    );
  });

  it('leaves the focus alone on the first page', async () => {
    setUp({ path: '/classrooms' });
    await heading('教室');
    expect(document.body).toHaveFocus();
  });

  it('starts at the top, and restores the scroll position on return', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const { goTo } = setUp({ path: '/classrooms' });
    await heading('教室');
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true });
    Object.defineProperty(window, 'scrollY', { value: 800, configurable: true });
    window.dispatchEvent(new Event('scroll'));
    await goTo('/classrooms/cls_1');
    expect(scroll).toHaveBeenLastCalledWith(0, 0);
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
    await goTo(-1);
    expect(scroll).toHaveBeenLastCalledWith(0, 800);
  });

  it('starts at the top for another URL opened in the same tab', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const first = setUp({ path: '/classrooms' });
    await heading('教室');
    Object.defineProperty(document.documentElement, 'scrollHeight', { value: 5000, configurable: true });
    Object.defineProperty(window, 'scrollY', { value: 800, configurable: true });
    window.dispatchEvent(new Event('scroll'));
    window.dispatchEvent(new Event('pagehide'));
    first.unmount();
    Object.defineProperty(window, 'scrollY', { value: 0, configurable: true });
    const second = setUp({ path: '/classrooms/cls_1' });
    await heading('教室 cls_1');
    expect(scroll).not.toHaveBeenCalled();
    second.unmount();
    setUp({ path: '/classrooms' });
    await heading('教室');
    expect(scroll).toHaveBeenLastCalledWith(0, 800);
  });

  it('keeps the scroll position when only the query changes', async () => {
    const scroll = jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const { goTo } = setUp({ path: '/classrooms' });
    await heading('教室');
    await goTo('/classrooms?state=live');
    expect(scroll).not.toHaveBeenCalled();
    expect(document.body).toHaveFocus();
  });

  it('has a skip link to the content', async () => {
    setUp({ path: '/classrooms' });
    expect(screen.getByRole('link', { name: '本文へ移動' })).toHaveAttribute('href', '#content');
    expect(screen.getByRole('main')).toHaveAttribute('id', 'content');
    expect(await heading('教室')).toBeInTheDocument();
  });
});

describe('layouts', () => {
  it('show only the page and the closure banner with content_only', async () => {
    setUp({ path: '/classrooms?content_only=true' });
    expect(await heading('教室')).toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.queryByRole('contentinfo')).not.toBeInTheDocument();
    expect(screen.getByText('2025年3月31日')).toBeInTheDocument();
  });

  it('follow the route configuration', async () => {
    setUp({ path: '/stage' });
    expect(await heading('ステージ')).toBeInTheDocument();
    expect(screen.queryByRole('banner')).not.toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveAttribute('data-theme', 'dark');
    expect(screen.getByText('2025年3月31日')).toBeInTheDocument();
  });
});

describe('guards', () => {
  it.each([
    ['anonymous', null],
    ['a visitor', aMe('anonymous')],
  ])('redirect to sign-in and back (viewer: %s)', async (_who, me) => {
    const { currentUrl } = setUp({ path: '/settings?tab=a', me });
    await heading('ログインと新規登録');
    expect(currentUrl()).toBe('/signin?next=%2Fsettings%3Ftab%3Da');
  });

  it('admit signed-in users and provide them as the user', async () => {
    setUp({ path: '/settings', me: aMe('school', { nickname: '小林 亮太' }) });
    expect(await heading('小林 亮太さんの設定')).toBeInTheDocument();
  });

  it('restrict professional settings to professionals', async () => {
    setUp({ path: '/org/settings', me: aMe('adult') });
    expect(await heading('プロフェッショナルの方のみご利用いただけます。')).toBeInTheDocument();
  });

  it('admit professionals', async () => {
    setUp({ path: '/org/settings', me: aMe('professional') });
    expect(await heading('団体情報')).toBeInTheDocument();
  });

  it('of the staff do not exist for anyone else', async () => {
    for (const me of [null, aMe('anonymous'), aMe('adult'), aMe('professional')]) {
      setUp({ path: '/staff', me });
      expect(await heading(/ページが見つかりません/)).toBeInTheDocument();
      expect(document.title).not.toContain('スタッフの作業');
      cleanup();
    }
    setUp({ path: '/staff', me: aMe('adult', { role: 'staff' }) });
    expect(await heading('スタッフの作業')).toBeInTheDocument();
  });

  it.each(['/', '/classrooms', '/law', '/no/such/page', '/org/settings'])(
    'redirect users whose documents were returned from %s to settings',
    async (path) => {
      const { currentUrl } = setUp({ path, me: aMe('student', { state: 'need_resubmit' }) });
      expect(await heading(/の設定/)).toBeInTheDocument();
      expect(currentUrl()).toBe('/settings');
    },
  );

  it.each([
    ['/verify_email?token=abc', 'メールアドレスの確認'],
    ['/reset_password?token=abc', '新しいパスワードの設定'],
    ['/guardian_consent', 'リンクの有効期限が切れています。'],
  ])('do not redirect them from %s, the link of a mail', async (path, title) => {
    const { currentUrl } = setUp({ path, me: aMe('student', { state: 'need_resubmit' }) });
    expect(await heading(title)).toBeInTheDocument();
    expect(currentUrl()).toBe(path);
  });

  it('keep content_only in the redirect', async () => {
    const { currentUrl } = setUp({
      path: '/classrooms?content_only=true',
      me: aMe('student', { state: 'need_resubmit' }),
    });
    await heading(/の設定/);
    expect(currentUrl()).toBe('/settings?content_only=true');
  });

  it.each([
    ['suspended', 'このアカウントは現在ご利用いただけません。'],
    ['withdrawn', 'このアカウントは退会の手続きが済んでいます。'],
  ] as const)('show a message to %s users, who may still read legal pages and sign out', async (state, title) => {
    const { user, goTo } = setUp({ path: '/classrooms', me: aMe('adult', { state }) });
    expect(await heading(title)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'メニューを開く' }));
    expect(screen.getByRole('menuitem', { name: 'ログアウト' })).toBeInTheDocument();
    await goTo('/law');
    expect(await heading('特定商取引法に基づく表記')).toBeInTheDocument();
  });

  it('explain a suspension and let users export their data', async () => {
    const { user, network } = setUp({
      path: '/events',
      me: aMe('adult', { state: 'suspended', suspendReason: '規約に反する発言がありました。' }),
    });
    network.answer(createDataExport, { state: 'ready', url: '/v1/data_exports/abc' });
    expect(await screen.findByText(/理由: 規約に反する発言がありました。/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'データを書き出す' }));
    expect(await screen.findByRole('link', { name: 'ダウンロード' })).toHaveAttribute('href', '/v1/data_exports/abc');
  });

  it('let withdrawn users return', async () => {
    const me = aMe('adult', { state: 'withdrawn' });
    const { user, network } = setUp({ path: '/events', me });
    const back = { ...me, state: 'active' as const };
    network.answer(restoreAccount, () => {
      network.answer(getMe, back);
      return back;
    });
    await user.click(await screen.findByRole('button', { name: 'アカウントを元に戻す' }));
    expect(await screen.findByText('おかえりなさい。アカウントを元に戻しました。')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'アカウントを元に戻す' })).not.toBeInTheDocument());
  });
});
