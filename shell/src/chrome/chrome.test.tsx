import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { getMe, listNotifications, signOut } from '@manabiba/shared/data/endpoints';
import { aMe, aPage } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, screen, waitFor, within } from '@testing-library/react';

import { watchInstallOffer } from '../offline/install-offer';
import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';

const header = () => within(screen.getByRole('banner'));
const everyone = [
  'マイプロフィール',
  '自分の教室',
  'チケット',
  '購入履歴',
  'プロフィール設定',
  'アカウント設定',
  'ヘルプセンター',
  'ログアウト',
];

describe('the user menu', () => {
  it.each([
    ['an adult', aMe('adult'), everyone],
    ['a student', aMe('student'), everyone],
    ['a child', aMe('child'), everyone],
    [
      'a professional',
      aMe('professional'),
      [
        'マイプロフィール',
        '自分の教室',
        'チケット',
        '購入履歴',
        'プロフィール設定',
        'プロフェッショナル設定',
        'イベントの管理',
        'アカウント設定',
        'ヘルプセンター',
        'ログアウト',
      ],
    ],
    [
      "a helper of somebody else's event",
      aMe('adult', { isEventMember: true }),
      everyone.toSpliced(everyone.indexOf('アカウント設定'), 0, 'イベントの管理'),
    ],
    ['a user without an address', aMe('school'), everyone.slice(0, -1)],
  ])('of %s', async (_who, me, items) => {
    const { user } = renderShell({ me });
    await user.click(header().getByRole('button', { name: 'メニューを開く' }));
    expect(
      within(await screen.findByRole('menu'))
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(items);
    expect(header().getByRole('button', { name: 'メニューを閉じる' })).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'マイプロフィール' })).toHaveAttribute('href', `/users/${me.id}`);
    expect(screen.getByRole('menuitem', { name: /ヘルプセンター/ })).toHaveAttribute('rel', 'noopener noreferrer');
  });

  it.each([
    ['an adult', aMe('adult'), ['相談室']],
    ['a professional', aMe('professional'), ['教える方へ', '相談室']],
    ['staff', aMe('adult', { role: 'staff' }), ['スタッフ', '相談室']],
  ])('has the pages for %s whose releases ask for it', async (_who, me, titles) => {
    const registry = aRegistry({
      'mf-polls': {
        routes: [
          { path: '/staff', title: 'スタッフ', access: 'staff', inMenu: true },
          { path: '/staff/more', title: 'ほか', access: 'staff' },
          { path: '/teach', title: '教える方へ', access: 'professional', inMenu: true },
          { path: '/ask', title: '相談室', access: 'anyone', inMenu: true },
        ],
      },
    });
    const { user } = renderShell({ me, registry });
    await user.click(header().getByRole('button', { name: 'メニューを開く' }));
    const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
    const shown = items.map(({ textContent }) => textContent ?? '');
    const offered = ['スタッフ', 'ほか', '教える方へ', '相談室'];
    expect(shown.filter((title) => offered.includes(title))).toEqual(titles);
  });

  it.each([
    ['anonymous', null],
    ['a visitor', aMe('anonymous')],
  ])('is only a sign-in link, without bell and profile (viewer: %s)', (_who, me) => {
    renderShell({ me });
    expect(header().getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/signin');
    expect(header().queryByRole('button')).not.toBeInTheDocument();
    expect(header().queryByRole('link', { name: /お知らせ/ })).not.toBeInTheDocument();
  });

  it('returns a visitor to the current page after sign-in', () => {
    renderShell({ path: '/law?x=1' });
    expect(header().getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/signin?next=%2Flaw%3Fx%3D1');
  });
});

describe('installing as an app', () => {
  it('is in the user menu where the browser offers it, and opens the browser’s own dialog once', async () => {
    const stop = watchInstallOffer();
    const { user } = renderShell({ me: aMe() });
    const openMenu = async () => {
      await user.click(header().getByRole('button', { name: 'メニューを開く' }));
      return within(await screen.findByRole('menu'));
    };
    expect((await openMenu()).queryByRole('menuitem', { name: 'アプリとして追加' })).not.toBeInTheDocument();
    const prompt = jest.fn(() => Promise.resolve());
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
    act(() => void window.dispatchEvent(offer));
    expect(offer.defaultPrevented).toBe(true);
    await user.click(screen.getByRole('menuitem', { name: 'アプリとして追加' }));
    expect(prompt).toHaveBeenCalledTimes(1);
    expect((await openMenu()).queryByRole('menuitem', { name: 'アプリとして追加' })).not.toBeInTheDocument();
    stop();
  });
});

describe('sign-out', () => {
  it('clears everything, goes to the top page and shows a message', async () => {
    const network = new FakeNetwork().answer(signOut, undefined).answerWebServer('DELETE', '/api/signout', undefined);
    const { user, currentUrl, session, startOver } = renderShell({ me: aMe(), path: '/law', network });
    await user.click(header().getByRole('button', { name: 'メニューを開く' }));
    await user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    expect(await screen.findByText('ログアウトしました。')).toBeInTheDocument();
    expect(currentUrl()).toBe('/');
    expect(session.getState().me).toBeNull();
    expect(startOver).toHaveBeenCalledTimes(1);
    expect(header().getByRole('link', { name: 'ログイン' })).toBeInTheDocument();
    // Requests caused by hover and focus on the way are ignored here.
    expect(network.unexpected.filter((call) => !call.startsWith('GET'))).toEqual([]);
  });

  it('from a restricted page is not blocked by its guard', async () => {
    const registry = aRegistry({ 'mf-account': { routes: [{ path: '/settings', access: 'person' }] } });
    const modules = { mf_account: { pages: { '/settings': () => Promise.resolve(() => <h1>設定</h1>) }, slots: {} } };
    const network = new FakeNetwork().answer(signOut, undefined).answerWebServer('DELETE', '/api/signout', undefined);
    const { user, currentUrl } = renderShell({ me: aMe(), path: '/settings', network, registry, modules });
    await user.click(header().getByRole('button', { name: 'メニューを開く' }));
    await user.click(await screen.findByRole('menuitem', { name: 'ログアウト' }));
    expect(await screen.findByText('ログアウトしました。')).toBeInTheDocument();
    expect(currentUrl()).toBe('/');
  });
});

describe('the bell', () => {
  it.each([
    [0, 'お知らせ'],
    [3, 'お知らせ(未読3件)'],
  ])('with %i unseen shows %s, even while no remote renders it', (unreadNotificationCount, name) => {
    renderShell({ me: aMe('adult', { unreadNotificationCount }) });
    expect(header().getByRole('link', { name })).toHaveAttribute('href', '/notifications');
  });

  it('remains a plain link when its remote is down', async () => {
    renderShell({
      me: aMe('adult', { unreadNotificationCount: 2 }),
      registry: aRegistry({ 'mf-notifications': { slots: ['header-bell'] } }),
    });
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    expect(header().getByRole('link', { name: 'お知らせ(未読2件)' })).toBeInTheDocument();
  });

  it('prefetches the inbox on hover without marking anything as seen', async () => {
    const inbox = { call: 'listNotifications', path: '/me/notifications', for: 'person', tags: ['Notification'] };
    const network = new FakeNetwork()
      .answer(listNotifications, aPage([]))
      .answerWebServer('GET', '/initial-queries.json', { pages: { '/notifications': [inbox] } });
    const { user } = renderShell({ me: aMe(), network });
    await user.hover(header().getByRole('link', { name: 'お知らせ' }));
    await waitFor(() => expect(network.calls(listNotifications)[0]?.headers['X-Prefetch']).toBe('1'));
  });
});

it('renders the header slots of remotes after the content, and a fallback for failed ones', async () => {
  const order: string[] = [];
  const registry = aRegistry({ 'mf-classrooms': { slots: ['top-classrooms', 'header-create'] } });
  let isDown = true;
  const modules = {
    mf_classrooms: {
      pages: {},
      slots: {
        'top-classrooms': () => {
          order.push('content');
          return Promise.resolve(() => <h2>開催中の教室</h2>);
        },
        'header-create': () => {
          order.push('header');
          return isDown ? Promise.reject(new Error('chunk')) : Promise.resolve(() => <button>教室をつくる</button>);
        },
      },
    },
  };
  const { user } = renderShell({ me: aMe(), registry, modules });
  const again = await header().findByRole('button', { name: '教室をつくるを表示できませんでした。もう一度試す' });
  expect(order).toEqual(['content', 'header']);
  isDown = false;
  await user.click(again);
  expect(await header().findByRole('button', { name: '教室をつくる' })).toBeInTheDocument();
});

describe('notices', () => {
  it('the closure banner shows its date and link, and when the service becomes read-only', () => {
    const { unmount } = renderShell({
      config: { closure: { endedOn: '2025-03-31', url: 'https://example.com/closure', mode: 'notice' } },
    });
    const banner = () => screen.getByRole('complementary', { name: 'サービス終了のお知らせ' });
    expect(banner()).toHaveTextContent(
      '本サービスは2025年3月31日をもちまして終了いたしました。詳しくはこちら(現在使える機能)',
    );
    expect(within(banner()).getByRole('link')).toHaveAttribute('href', 'https://example.com/closure');
    unmount();
    renderShell({
      config: { closure: { endedOn: '2024-12-01', url: 'https://example.com/closure', mode: 'readonly' } },
    });
    expect(banner()).toHaveTextContent(
      '本サービスは2024年12月1日をもちまして終了いたしました。現在は閲覧のみご利用いただけます。詳しくはこちら',
    );
    expect(banner()).not.toHaveTextContent('現在使える機能');
  });

  it('an open invoice requests the card', () => {
    renderShell({ me: aMe('adult', { stripeInvoiceStatus: 'open' }) });
    expect(screen.getByText(/カードでのお支払いを確認できませんでした。/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'カード情報を確認する' })).toHaveAttribute('href', '/settings#card');
  });

  it('returned documents are requested from users of student age only', () => {
    const sentence = '本人確認書類の再提出をお願いいたします。ご提出後は、すべての機能をご利用いただけます。';
    const { unmount } = renderShell({ path: '/settings', me: aMe('student', { state: 'need_resubmit' }) });
    expect(screen.getByText(sentence)).toBeInTheDocument();
    unmount();
    renderShell({ path: '/settings', me: aMe('adult', { state: 'need_resubmit' }) });
    expect(screen.queryByText(sentence)).not.toBeInTheDocument();
  });

  it('a lost connection is announced once, and then its recovery', async () => {
    const { session } = renderShell();
    const offline =
      'インターネットに正しく接続できていない可能性があります。接続が回復するまで、オフラインモードで動作します。';
    expect(screen.queryByText(offline)).not.toBeInTheDocument();
    const lose = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => session.setState({ isOnline: false }));
    expect((await screen.findByText(offline)).closest('[role="status"]')).not.toBeNull();
    jest.useFakeTimers();
    lose.mockRestore();
    act(() => session.setState({ isOnline: true }));
    expect(screen.queryByText(offline)).not.toBeInTheDocument();
    expect(screen.getByText('接続が回復しました。')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(5000));
    expect(screen.queryByText('接続が回復しました。')).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('a page kept for offline shows its age, and what has to wait', async () => {
    document.documentElement.dataset.keptAt = new Date(2026, 0, 2, 9, 5).toISOString();
    const { session } = renderShell();
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => session.setState({ isOnline: false }));
    const notice = await screen.findByText(/^オフラインのため、2026年1月2日.*9:05時点の内容を表示しています。/);
    expect(notice).toHaveTextContent('予約や送信などの操作は、接続が回復してからご利用ください。');
    act(() => session.setState({ isOnline: true }));
    expect(screen.getByText(/^接続が回復しました。2026年1月2日/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '最新の内容を表示' })).toBeInTheDocument();
    delete document.documentElement.dataset.keptAt;
  });

  it('follow the api’s data about the user', async () => {
    const me = aMe();
    const { network } = renderShell({ me });
    network.answer(getMe, { ...me, stripeInvoiceStatus: 'open' });
    act(() => invalidateTags(['User']));
    expect(await screen.findByRole('link', { name: 'カード情報を確認する' })).toBeInTheDocument();
  });
});

describe('the footer', () => {
  it('has all its links, with external ones in a new tab', () => {
    renderShell();
    const footer = within(screen.getByRole('contentinfo'));
    const inside = [
      '利用規約',
      'プライバシーポリシー',
      '特定商取引法に基づく表記',
      'ブランドアセット',
      'お席の販売数の検査',
    ].map((name) => footer.getByRole('link', { name }).getAttribute('href'));
    expect(inside).toEqual(['/aud/terms_of_use', '/privacy_policy', '/law', '/brand_assets', '/status/seats']);
    for (const name of ['運営会社', 'アプリをダウンロード', '公式X', 'ヘルプセンター']) {
      const link = footer.getByRole('link', { name: new RegExp(`^${name} ?\\(新しいタブで開きます\\)$`) });
      expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
      expect(link).toHaveAttribute('target', '_blank');
    }
  });

  it('sets the theme of this device, at once and for the next visit', async () => {
    const { user } = renderShell({ theme: 'light' });
    const choice = screen.getByRole('combobox', { name: '表示' });
    expect(choice).toHaveDisplayValue('ライト');
    await user.selectOptions(choice, 'ダーク');
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark');
    expect(document.cookie).toContain('theme=dark');
    await user.selectOptions(choice, '端末の設定');
    expect(document.documentElement).not.toHaveAttribute('data-theme');
    expect(document.cookie).toContain('theme=system');
  });
});
