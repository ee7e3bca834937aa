import { getUser, listMeFollowing, listNotifications } from '@manabiba/shared/data/endpoints';
import type { InitialRequests } from '@manabiba/shared/navigation/initial-queries';
import { paths } from '@manabiba/shared/platform';
import { aMe, aPage, aProfile } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { waitFor } from '@testing-library/react';

const answer: InitialRequests = {
  pages: {
    '/': [{ call: 'listMeFollowing', path: '/me/following', query: { limit: 20 }, for: 'person', tags: ['Follow'] }],
    '/users/{id}': [{ call: 'getUser', path: '/users/{id}', params: { id: '{id}' }, tags: ['User'] }],
    '/notifications': [{ call: 'listNotifications', path: '/me/notifications', for: 'person', tags: ['Notification'] }],
  },
};

const setUp = async () => {
  jest.resetModules();
  const network = new FakeNetwork()
    .answer(listMeFollowing, aPage([]))
    .answer(getUser, aProfile())
    .answer(listNotifications, aPage([]))
    .answerWebServer('GET', '/initial-queries.json', answer)
    .install();
  const { prefetchData } = await import('./prefetch-data');
  return { network, prefetchData };
};

it('fetches the initial queries that the live releases declare for the page, with its URL parameters', async () => {
  const { network, prefetchData } = await setUp();
  await prefetchData({ pathname: paths.user.href({ id: 'usr_1' }), search: '' }, aMe());
  expect(network.calls(getUser)).toMatchObject([{ params: { id: 'usr_1' }, headers: { 'X-Prefetch': '1' } }]);
});

it('skips queries for signed-in users when anonymous', async () => {
  const { network, prefetchData } = await setUp();
  await prefetchData({ pathname: '/', search: '' }, aMe('anonymous'));
  await prefetchData({ pathname: '/notifications', search: '' }, aMe('anonymous'));
  expect(network.calls(listMeFollowing)).toHaveLength(0);
  expect(network.calls(listNotifications)).toHaveLength(0);
});

it('queries the web server once, however many links are hovered', async () => {
  const { network, prefetchData } = await setUp();
  await prefetchData({ pathname: '/', search: '' }, aMe());
  network.answerWebServer('GET', '/initial-queries.json', { pages: {} });
  await prefetchData({ pathname: '/notifications', search: '' }, aMe());
  expect(network.calls(listMeFollowing)).toMatchObject([{ query: { limit: '20' } }]);
  await waitFor(() => expect(network.calls(listNotifications)).toHaveLength(1));
});
