import { takeTracks } from '@manabiba/shared/analytics/track';
import type { Me, User, UserProfile } from '@manabiba/shared/contract/users';
import {
  blockUser,
  followUser,
  getUser,
  listCategories,
  listFollowers,
  listFollowing,
  listMeFollowing,
  reportUser,
  unblockUser,
  unfollowUser,
} from '@manabiba/shared/data/endpoints';
import { aCategory, aMe, aPage, aProfile, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { UserPage } from './user-page';

const place = { path: '/users/usr_koba', pattern: '/users/{id}' };
const slots = { 'user-classrooms': ({ userId }: Record<string, unknown>) => <p>{String(userId)} の教室</p> };

interface World {
  user?: Partial<UserProfile>;
  me?: Me;
  path?: string;
  network?: FakeNetwork;
}

const setUp = async ({ user = {}, me = aMe('adult'), path = place.path, network = new FakeNetwork() }: World = {}) => {
  network.answer(getUser, aProfile({ id: 'usr_koba', ...user }));
  const app = renderWithApp(<UserPage />, { me, network, slots, ...place, path });
  await screen.findByRole('heading', { level: 1 });
  return app;
};
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('the head', () => {
  it('describes a professional with figures and classrooms', async () => {
    const { pageTitle } = await setUp({
      user: {
        isProfessional: true,
        job: '数学教室 主宰',
        introduction: '絵を一枚描いてみる。 https://example.jp/e',
        followerCount: 12480,
        followingCount: 36,
        classroomCount: 214,
      },
    });
    expect(screen.getByRole('heading', { level: 1, name: '小林 亮太' })).toBeInTheDocument();
    expect(screen.getByText('プロフェッショナル')).toBeInTheDocument();
    expect(screen.getByText('数学教室 主宰')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'https://example.jp/e' })).toBeInTheDocument();
    expect(screen.getByText('絵を一枚描いてみる。')).toBeInTheDocument();
    expect([figure('フォロワー'), figure('フォロー中'), figure('教室')]).toEqual(['12,480', '36', '214']);
    expect(screen.getByRole('tab', { name: '教室', selected: true })).toBeInTheDocument();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('usr_koba の教室');
    expect(screen.queryByRole('link', { name: '編集' })).not.toBeInTheDocument();
    expect(pageTitle()).toBe('小林 亮太');
  });

  it('shows the organisation of a professional with its website and subjects', async () => {
    const network = new FakeNetwork().answer(listCategories, {
      categories: [aCategory({ id: 'cat_1', name: '数学' }), aCategory({ id: 'cat_2', name: '音楽' })],
    });
    await setUp({
      network,
      user: {
        isProfessional: true,
        organisation: { orgName: 'みなと数学教室', orgUrl: 'https://minato.example.jp/', categoryIds: ['cat_1'] },
      },
    });
    expect(screen.getByText('みなと数学教室')).toBeInTheDocument();
    const link = screen.getByRole('link', { name: /minato\.example\.jp/ });
    expect(link).toHaveAttribute('href', 'https://minato.example.jp/');
    expect(link).toHaveAttribute('rel', expect.stringContaining('nofollow'));
    expect(await within(screen.getByRole('list', { name: 'カテゴリー' })).findByText('数学')).toBeInTheDocument();
    expect(screen.queryByText('音楽')).not.toBeInTheDocument();
  });

  it('links the owner of a profile to its settings', async () => {
    await setUp({ me: aMe('child', { id: 'usr_koba' }), user: { canBeFollowed: false } });
    expect(screen.getByRole('link', { name: '編集' })).toHaveAttribute('href', '/profile_settings');
    expect(screen.getByText('フォロワー', { selector: 'dt' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /フォロー/ })).not.toBeInTheDocument();
  });

  it('shows only name and image of a child, without a reason', async () => {
    await setUp({ me: aMe('anonymous'), user: { nickname: 'はるき', canBeFollowed: false } });
    expect(screen.getByRole('heading', { level: 1, name: 'はるき' })).toBeInTheDocument();
    expect(screen.queryByText('フォロワー')).not.toBeInTheDocument();
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    expect(
      within(screen.getByRole('heading', { level: 1 }).closest('header') ?? document.body).queryByRole('button'),
    ).not.toBeInTheDocument();
  });
});

describe('following', () => {
  it('updates immediately, changes the count by one, and can be undone', async () => {
    const network = new FakeNetwork();
    const answer = network.hold(followUser);
    const { user } = await setUp({ network, user: { followerCount: 41 } });
    await user.click(screen.getByRole('button', { name: '小林 亮太さんをフォローする' }));
    const following = await screen.findByRole('button', { name: '小林 亮太さんをフォロー中。フォローを解除' });
    expect(figure('フォロワー')).toBe('42');
    network
      .answer(getUser, aProfile({ id: 'usr_koba', followerCount: 42, isFollowed: true }))
      .answer(unfollowUser, { isFollowed: false, followerCount: 41 });
    answer({ isFollowed: true, followerCount: 42 });
    await waitFor(() => expect(network.calls(getUser)).toHaveLength(2));
    network.answer(getUser, aProfile({ id: 'usr_koba', followerCount: 41 }));
    await user.click(following);
    expect(await screen.findByRole('button', { name: '小林 亮太さんをフォローする' })).toBeInTheDocument();
    expect(figure('フォロワー')).toBe('41');
    expect(network.calls(unfollowUser)).toHaveLength(1);
  });

  it('rolls back with the reason when it fails', async () => {
    const network = new FakeNetwork().refuse(followUser, 'not_found');
    const { user } = await setUp({ network, user: { followerCount: 41 } });
    await user.click(screen.getByRole('button', { name: '小林 亮太さんをフォローする' }));
    expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: '小林 亮太さんをフォローする' })).toBeInTheDocument();
    expect(figure('フォロワー')).toBe('41');
  });

  it('ignores a second click while the first is running', async () => {
    const network = new FakeNetwork();
    network.hold(followUser);
    const { user } = await setUp({ network });
    await user.dblClick(screen.getByRole('button', { name: /フォローする/ }));
    expect(network.calls(followUser)).toHaveLength(1);
    expect(network.calls(unfollowUser)).toHaveLength(0);
  });

  it('leads an anonymous visitor to sign-in and back', async () => {
    await setUp({ me: aMe('anonymous') });
    expect(screen.getByRole('link', { name: 'ログインして小林 亮太さんをフォローする' })).toHaveAttribute(
      'href',
      '/signin?next=%2Fusers%2Fusr_koba',
    );
  });
});

describe('the lists of people', () => {
  const people = (...names: string[]): User[] => names.map((nickname) => aUser({ nickname }));

  it('are paginated and keep the open tab in the URL', async () => {
    const network = new FakeNetwork().answer(listFollowers, ({ query }) =>
      query.cursor ? aPage(people('林 美月')) : aPage(people('田中 エマ'), 'next'),
    );
    const { user, currentUrl } = await setUp({ network });
    await user.click(screen.getByRole('tab', { name: 'フォロワー' }));
    expect(await screen.findByRole('link', { name: '田中 エマ' })).toBeInTheDocument();
    await waitFor(() => expect(currentUrl()).toBe('/users/usr_koba?tab=followers'));
    await user.click(screen.getByRole('button', { name: 'さらに表示する' }));
    expect(await screen.findByRole('link', { name: '林 美月' })).toBeInTheDocument();
  });

  it('allow following a person', async () => {
    const network = new FakeNetwork()
      .answer(listFollowing, aPage([aUser({ id: 'usr_emma', nickname: '田中 エマ' })]))
      .answer(followUser, { isFollowed: true, followerCount: 1 });
    const { user } = await setUp({ network, path: '/users/usr_koba?tab=following' });
    network.answer(listFollowing, aPage([aUser({ id: 'usr_emma', nickname: '田中 エマ', isFollowed: true })]));
    await user.click(await screen.findByRole('button', { name: '田中 エマさんをフォローする' }));
    expect(await screen.findByRole('button', { name: /田中 エマさんをフォロー中/ })).toBeInTheDocument();
    expect(network.calls(followUser)[0]?.params).toEqual({ id: 'usr_emma' });
  });

  it('use the endpoint of the signed-in user on their own profile, for children too', async () => {
    const network = new FakeNetwork().answer(listMeFollowing, aPage(people('みなと天文台')));
    await setUp({
      network,
      me: aMe('child', { id: 'usr_koba' }),
      user: { canBeFollowed: false },
      path: '/users/usr_koba?tab=following',
    });
    expect(await screen.findByRole('link', { name: 'みなと天文台' })).toBeInTheDocument();
  });

  it('show empty and error states', async () => {
    const network = new FakeNetwork().answer(listFollowers, aPage([])).refuse(listFollowing, 'invalid');
    const { user } = await setUp({ network, path: '/users/usr_koba?tab=followers' });
    expect(await screen.findByText('フォロワーはまだいません。')).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'フォロー中' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('フォロー中の人を表示できませんでした。');
  });
});

describe('the menu', () => {
  const openMenu = async (user: Awaited<ReturnType<typeof setUp>>['user'], item: string) => {
    await user.click(screen.getByRole('button', { name: 'その他の操作' }));
    await user.click(screen.getByRole('menuitem', { name: item }));
  };

  it('blocks a user after confirmation, which ends following, and unblocks them', async () => {
    const network = new FakeNetwork().answer(blockUser, { ok: true }).answer(unblockUser, { ok: true });
    const { user } = await setUp({ network, user: { isFollowed: true, followerCount: 3 } });
    await openMenu(user, 'ブロックする');
    expect(network.calls(blockUser)).toHaveLength(0);
    network.answer(getUser, aProfile({ id: 'usr_koba', followerCount: 2, isBlocked: true }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックする' }));
    expect(await screen.findByText('ブロック中')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /フォロー/ })).not.toBeInTheDocument();
    expect(figure('フォロワー')).toBe('2');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await openMenu(user, 'ブロックを解除する');
    network.answer(getUser, aProfile({ id: 'usr_koba' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'ブロックを解除する' }));
    expect(await screen.findByRole('button', { name: /フォローする/ })).toBeInTheDocument();
  });

  it('reports a user, and keeps the input when that fails', async () => {
    const network = new FakeNetwork().refuse(reportUser, 'rate_limited');
    const { user } = await setUp({ network });
    await openMenu(user, '通報する');
    await user.click(screen.getByRole('radio', { name: '宣伝・迷惑行為' }));
    await user.click(screen.getByRole('textbox', { name: 'くわしい内容(任意)' }));
    await user.paste('何度も宣伝されます');
    await user.click(screen.getByRole('button', { name: '通報する' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('しばらくしてからもう一度お試しください。');
    expect(screen.getByRole('textbox', { name: 'くわしい内容(任意)' })).toHaveValue('何度も宣伝されます');
    network.answer(reportUser, { ok: true });
    await user.click(screen.getByRole('button', { name: '通報する' }));
    expect(await screen.findByText('通報を受け付けました。ご協力ありがとうございます。')).toBeInTheDocument();
    expect(network.calls(reportUser).at(-1)?.body).toEqual({ reason: 'spam', detail: '何度も宣伝されます' });
  });

  it('offers an anonymous visitor only sharing', async () => {
    const { user } = await setUp({ me: aMe('anonymous') });
    expect(screen.queryByRole('button', { name: 'その他の操作' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '共有する' }));
    await user.click(await screen.findByRole('button', { name: 'リンクをコピー' }));
    expect(await screen.findByText('リンクをコピーしました。')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('http://localhost/users/usr_koba');
  });
});

it('shows a skeleton while the profile is loading', () => {
  renderWithApp(<UserPage />, place);
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
});

it('tracks a profile view, but not for an unknown id', async () => {
  const tracked: string[] = [];
  const stop = takeTracks((name) => tracked.push(name));
  const { unmount } = renderWithApp(<UserPage />, {
    network: new FakeNetwork().refuse(getUser, 'not_found'),
    ...place,
  });
  await screen.findByText('ページが見つかりません。');
  expect(tracked).toEqual([]);
  unmount();
  await setUp();
  expect(tracked).toEqual(['view_profile']);
  stop();
});

it('shows the not-found page for an unknown id', async () => {
  renderWithApp(<UserPage />, { network: new FakeNetwork().refuse(getUser, 'not_found'), ...place });
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
});
