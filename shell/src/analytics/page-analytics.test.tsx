import { recordAnalytics } from '@manabiba/shared/data/endpoints';
import { track } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, screen, waitFor, within } from '@testing-library/react';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';

const registry = aRegistry({
  'mf-any': {
    routes: [
      { path: '/events/{id}' },
      { path: '/classrooms/{id}', layout: { requests: false } },
      { path: '/users/{id}' },
      { path: '/stage', layout: { ground: 'dark' } },
    ],
  },
});
const modules = { mf_any: { pages: {}, slots: {} } };
const request = () => screen.queryByRole('region', { name: '計測のお願い' });

function setUp(options: Parameters<typeof renderShell>[0] = {}) {
  const network = new FakeNetwork().answer(recordAnalytics, undefined);
  const shell = renderShell({ me: aMe(), registry, modules, network, ...options });
  const sent = () =>
    network
      .calls(recordAnalytics)
      .flatMap(({ body }) => (body as { events: { name: string }[] }).events.map(({ name }) => name));
  const leave = () => dispatchEvent(new Event('pagehide'));
  return { ...shell, sent, leave };
}

const answer = async (user: ReturnType<typeof setUp>['user'], words: '同意する' | '同意しない') => {
  // Lazy content is there by then.
  await act(() => import('../session/watch-session'));
  const asked = request();
  expect(asked).not.toBeNull();
  if (asked) await user.click(within(asked).getByRole('button', { name: words }));
};

beforeEach(() => {
  document.cookie = 'analytics=; path=/; max-age=0';
  // The entries of these pages are empty on purpose; the shell reports that on the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

it('requests consent, and sends events from then on', async () => {
  const { user, goTo, sent, leave } = setUp();
  await answer(user, '同意する');
  expect(request()).toBeNull();
  expect(document.cookie).toContain('analytics=granted');
  for (const path of ['/events/evt_1', '/signin', '/']) await goTo(path);
  leave();
  expect(sent()).toEqual(['view_signin', 'view_top']);
});

it.each<[string, '同意しない' | null]>([
  ['has not answered', null],
  ['has declined', '同意しない'],
])('sends nothing for a user who %s', async (_who, words) => {
  const { user, goTo, sent, leave } = setUp();
  if (words) await answer(user, words);
  await goTo('/signin');
  track('click_share');
  leave();
  expect(sent()).toEqual([]);
});

it('discards queued events when consent is withdrawn', async () => {
  const { user, goTo, session, sent, leave } = setUp();
  await answer(user, '同意する');
  await goTo('/signin');
  session.setState({ analyticsConsent: 'denied' });
  leave();
  expect(sent()).toEqual([]);
});

it.each<[string, Parameters<typeof renderShell>[0]]>([
  ['a child', { me: aMe('child') }],
  ['a user in a classroom', { path: '/classrooms/cls_1' }],
  ['a user on a dark page', { path: '/stage' }],
  ['a user who is signing in', { me: null, path: '/signin' }],
  ['a viewer of the content-only page', { path: '/events/evt_1?content_only=true' }],
])('does not request consent from %s', (_who, options) => {
  setUp(options);
  expect(request()).toBeNull();
});

it('sends no events for a child on a device where another user has consented', async () => {
  const { session, goTo, sent, leave } = setUp({ me: aMe('child') });
  session.setState({ analyticsConsent: 'granted' });
  await goTo('/signin');
  track('click_bell');
  leave();
  expect(sent()).toEqual([]);
});

it('picks up a choice made in another tab when the page becomes visible', async () => {
  const { session } = setUp();
  document.cookie = 'analytics=denied; path=/';
  // The part that listens loads after the page.
  await waitFor(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    expect(session.getState().analyticsConsent).toBe('denied');
  });
});
