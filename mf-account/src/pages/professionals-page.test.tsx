import { followUser, listProfessionals } from '@manabiba/shared/data/endpoints';
import { aMe, aPage, aProfessional, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { ProfessionalsPage } from './professionals-page';

const setUp = (network: FakeNetwork, path = '/professionals') =>
  renderWithApp(<ProfessionalsPage />, { me: aMe(), network, path });

it('lists professionals by next classroom, page by page', async () => {
  const network = new FakeNetwork().answer(listProfessionals, ({ query }) =>
    query.cursor
      ? aPage([aProfessional({ nickname: '林 美月' })])
      : aPage([aProfessional({ nickname: '田中 エマ', job: '英語コーチ', nextClassroomAt: inMinutes(-5) })], 'next'),
  );
  const { user } = setUp(network);
  expect(await screen.findByRole('link', { name: '田中 エマ' })).toBeInTheDocument();
  expect(screen.getByText('開催中')).toBeInTheDocument();
  expect(network.calls(listProfessionals)[0]?.query).toEqual({ sort: 'classroom' });
  await user.click(screen.getByRole('button', { name: 'さらに表示する' }));
  expect(await screen.findByRole('link', { name: '林 美月' })).toBeInTheDocument();
});

it('changes the order and keeps it in the URL', async () => {
  const network = new FakeNetwork().answer(listProfessionals, ({ query }) =>
    aPage([aProfessional({ nickname: `順 ${query.sort}` })]),
  );
  const { user, currentUrl } = setUp(network);
  await user.click(screen.getByRole('tab', { name: 'フォロワーが多い順' }));
  expect(await screen.findByRole('link', { name: '順 follower' })).toBeInTheDocument();
  await waitFor(() => expect(currentUrl()).toBe('/professionals?sort=follower'));
});

it('follows a person from the list', async () => {
  const emma = aProfessional({ id: 'usr_emma', nickname: '田中 エマ' });
  const network = new FakeNetwork().answer(listProfessionals, aPage([emma])).answer(followUser, () => {
    network.answer(listProfessionals, aPage([{ ...emma, isFollowed: true, followerCount: 1 }]));
    return { isFollowed: true as const, followerCount: 1 };
  });
  const { user } = setUp(network);
  await user.click(await screen.findByRole('button', { name: '田中 エマさんをフォローする' }));
  expect(await screen.findByRole('button', { name: /田中 エマさんをフォロー中/ })).toBeInTheDocument();
  await waitFor(() => expect(network.calls(listProfessionals)).toHaveLength(2));
  expect(screen.getByRole('button', { name: /田中 エマさんをフォロー中/ })).toBeInTheDocument();
});

it('shows a failure', async () => {
  setUp(new FakeNetwork().refuse(listProfessionals, 'invalid'));
  expect(await screen.findByRole('alert')).toHaveTextContent('プロフェッショナルを表示できませんでした。');
});
