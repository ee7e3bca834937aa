import type { Me, User } from '@manabiba/shared/contract/users';
import { getUser } from '@manabiba/shared/data/endpoints';
import { aMe, aProfile } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';
import { UserPage } from './user-page';

const place = { path: '/users/usr_koba', pattern: '/users/{id}' };
const slots = { 'user-classrooms': ({ userId }: Record<string, unknown>) => <p>{String(userId)} の教室</p> };

const setUp = async ({ user = {}, me = aMe('adult') }: { user?: Partial<User>; me?: Me } = {}) => {
  const network = new FakeNetwork().answer(getUser, aProfile({ id: 'usr_koba', ...user }));
  const app = renderWithApp(<UserPage />, { me, network, slots, ...place });
  await screen.findByRole('heading', { level: 1 });
  return app;
};

it('tells who a professional is, with figures and classrooms', async () => {
  const { pageTitle } = await setUp({ user: { isProfessional: true, job: '数学教室 主宰', introduction: '絵を一枚描いてみる。', followerCount: 12480, followingCount: 36 } });
  expect(screen.getByRole('heading', { level: 1, name: '小林 亮太' })).toBeInTheDocument();
  expect(screen.getByText('プロフェッショナル')).toBeInTheDocument();
  expect(screen.getByText('数学教室 主宰')).toBeInTheDocument();
  expect(screen.getByText('絵を一枚描いてみる。')).toBeInTheDocument();
  expect(screen.getByText('12,480')).toBeInTheDocument();
  expect(screen.getByRole('tab', { name: '教室', selected: true })).toBeInTheDocument();
  expect(screen.getByRole('tabpanel')).toHaveTextContent('usr_koba の教室');
  expect(screen.queryByRole('link', { name: 'アカウント設定' })).not.toBeInTheDocument();
  expect(pageTitle()).toBe('小林 亮太');
});

it('leads people from their own profile to their settings', async () => {
  await setUp({ me: aMe('child', { id: 'usr_koba' }), user: { canBeFollowed: false } });
  expect(screen.getByRole('link', { name: 'アカウント設定' })).toHaveAttribute('href', '/settings');
  expect(screen.getByText('フォロワー')).toBeInTheDocument();
});

it('shows name and picture of a child alone, and says nothing of the reason', async () => {
  await setUp({ me: aMe('anonymous'), user: { nickname: 'はるき', canBeFollowed: false } });
  expect(screen.getByRole('heading', { level: 1, name: 'はるき' })).toBeInTheDocument();
  expect(screen.queryByText('フォロワー')).not.toBeInTheDocument();
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
});

it('holds the place while the profile is on its way', () => {
  renderWithApp(<UserPage />, place);
  expect(screen.getByRole('status', { name: '読み込み中' })).toBeInTheDocument();
});

it('says so when there is nobody of that id', async () => {
  renderWithApp(<UserPage />, { network: new FakeNetwork().refuse(getUser, 'not_found'), ...place });
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
});
