import { act, render, screen } from '@testing-library/react';

import { aMe } from '../testing/builders';
import { SessionProvider, useIsOnline, useMe, useSession } from './session-provider';
import { createSessionStore } from './session-store';
import { RequireUser, UserProvider, useUser } from './user-provider';

function Name() {
  return <p>{useUser().nickname}</p>;
}

/** React logs errors thrown by components to the console; here they are expected. */
const quietly = () => jest.spyOn(console, 'error').mockImplementation(() => undefined);

it('throws without a provider', () => {
  quietly();
  const store = createSessionStore({ me: aMe() });
  expect(() =>
    render(
      <SessionProvider store={store}>
        <Name />
      </SessionProvider>,
    ),
  ).toThrow('required provide user');
});

it('provides the user', () => {
  render(
    <UserProvider user={aMe('adult', { nickname: '小林 亮太' })}>
      <Name />
    </UserProvider>,
  );
  expect(screen.getByText('小林 亮太')).toBeInTheDocument();
});

it.each([
  ['a viewer without a session', null],
  ['a visitor', aMe('anonymous')],
])('shows %s the fallback', (_who, me) => {
  render(
    <SessionProvider store={createSessionStore({ me })}>
      <RequireUser fallback="ログインしてください">
        <Name />
      </RequireUser>
    </SessionProvider>,
  );
  expect(screen.getByText('ログインしてください')).toBeInTheDocument();
});

it('follows sign-in and sign-out', () => {
  const store = createSessionStore();
  render(
    <SessionProvider store={store}>
      <RequireUser fallback="どなたですか">
        <Name />
      </RequireUser>
    </SessionProvider>,
  );
  act(() => store.setState({ me: aMe('adult', { nickname: '小林 亮太' }) }));
  expect(screen.getByText('小林 亮太')).toBeInTheDocument();
  act(() => store.setState({ me: null }));
  expect(screen.getByText('どなたですか')).toBeInTheDocument();
});

it('falls back to a visitor without a session', () => {
  const Who = () => (
    <p>
      {useMe().role} {useSession(({ theme }) => theme)} {String(useIsOnline())}
    </p>
  );
  render(
    <SessionProvider store={createSessionStore()}>
      <Who />
    </SessionProvider>,
  );
  expect(screen.getByText('anonymous system true')).toBeInTheDocument();
});
