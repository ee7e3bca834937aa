import type { Me } from '@manabiba/shared/contract/users';
import { listClassrooms, listMeFollowing, listProfessionals } from '@manabiba/shared/data/endpoints';
import { aClassroom, aMe, aPage, aProfessional, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { TopFollowing } from './top-following';
import { TopProfessionals } from './top-professionals';

const emma = aUser({ nickname: '田中 エマ' });
const world = () =>
  new FakeNetwork()
    .answer(listClassrooms, ({ query }) => ({
      ...aPage(query.state === 'live' ? [aClassroom({ host: emma, state: 'live' })] : []),
      totalCount: 1,
    }))
    .answer(listMeFollowing, aPage([aUser({ nickname: '石川 千尋' }), emma]))
    .answer(listProfessionals, aPage([aProfessional({ nickname: '林 美月', job: '理科実験教室 主宰' })]));

const setUp = (part: React.JSX.Element, { me = aMe('adult', { followingCount: 2 }) as Me, network = world() } = {}) =>
  renderWithApp(part, { me, network });

describe('フォロー中', () => {
  it('shows followed people, live ones first', async () => {
    setUp(<TopFollowing />);
    const row = within(await screen.findByRole('region', { name: 'フォロー中' }));
    await waitFor(() => expect(row.getAllByRole('listitem')[0]).toHaveTextContent('開催中'));
    expect(row.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('田中 エマ'),
      expect.stringContaining('石川 千尋予定なし'),
    ]);
    expect(row.getByRole('link', { name: 'フォロー中の人をすべて見る' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/users\/.+\?tab=following$/),
    );
  });

  it('sends no request and renders nothing for an anonymous visitor', () => {
    const { network } = setUp(<TopFollowing />, { me: aMe('anonymous') });
    expect(screen.queryByRole('region', { name: 'フォロー中' })).not.toBeInTheDocument();
    expect(network.calls(listMeFollowing)).toHaveLength(0);
  });

  it('leaves no gap when loading failed', async () => {
    const network = world().refuse(listMeFollowing, 'invalid');
    setUp(<TopFollowing />, { network });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'フォロー中' })).not.toBeInTheDocument());
    expect(network.calls(listMeFollowing)).toHaveLength(1);
  });
});

describe('プロフェッショナル', () => {
  it('shows the first six and a link to all', async () => {
    const { network } = setUp(<TopProfessionals />);
    expect(await screen.findByRole('link', { name: '林 美月' })).toBeInTheDocument();
    expect(network.calls(listProfessionals)[0]?.query).toEqual({ sort: 'classroom', limit: '6' });
    expect(screen.getByRole('link', { name: 'プロフェッショナルをすべて見る' })).toHaveAttribute(
      'href',
      '/professionals',
    );
  });

  it('can retry after a failure', async () => {
    const network = world().refuse(listProfessionals, 'invalid');
    const { user } = setUp(<TopProfessionals />, { network });
    expect(await screen.findByRole('alert')).toHaveTextContent('プロフェッショナルを表示できませんでした。');
    network.answer(listProfessionals, aPage([aProfessional({ nickname: '林 美月' })]));
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByRole('link', { name: '林 美月' })).toBeInTheDocument();
  });
});
