import { screen } from '@testing-library/react';

import { getUser, signOut } from '../data/endpoints';
import { useEndpoint } from '../data/use-endpoint';
import { showMessageFor } from '../feedback/toast';
import { useMe } from '../session/session-provider';
import { aMe, aProfile } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { renderWithApp } from '../testing/render-with-app';
import { useSignOut } from './shell-services';

function Page() {
  const leave = useSignOut();
  const { data } = useEndpoint(getUser, { params: { id: 'usr_1' } });
  return (
    <>
      <p>{useMe().role}</p>
      <p>{data?.nickname}</p>
      <button onClick={() => void leave().catch(showMessageFor)}>ログアウト</button>
    </>
  );
}

const setUp = (network: FakeNetwork) =>
  renderWithApp(<Page />, {
    me: aMe(),
    path: '/settings',
    pattern: '*',
    network: network.answer(getUser, aProfile({ nickname: '見たことのある人' })),
  });

it('ends the session at the api and at the web server, clears all data, and says so', async () => {
  const ended: string[] = [];
  const network = new FakeNetwork()
    .answer(signOut, () => void ended.push('api'))
    .answerWebServer('DELETE', '/api/signout', undefined);
  const { user, currentUrl } = setUp(network);
  await screen.findByText('見たことのある人');
  network.hold(getUser);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('ログアウトしました。')).toBeInTheDocument();
  expect(ended).toEqual(['api']);
  expect(network.unexpected).toEqual([]);
  expect(screen.getByText('anonymous')).toBeInTheDocument();
  expect(screen.queryByText('見たことのある人')).not.toBeInTheDocument();
  expect(currentUrl()).toBe('/');
});

it('keeps the user signed in when the api call fails', async () => {
  const { user } = setUp(new FakeNetwork().refuse(signOut, 'rate_limited'));
  await user.click(screen.getByRole('button'));
  expect(await screen.findByText('しばらくしてからもう一度お試しください。')).toBeInTheDocument();
  expect(screen.getByText('user')).toBeInTheDocument();
});
