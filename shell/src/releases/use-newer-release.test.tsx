import type { LiveVersions } from '@manabiba/shared/page/boot-data';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { millisecondsInMinute } from 'date-fns/constants';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';

const registry = aRegistry({
  'mf-events': {
    version: '1.0.0-a',
    routes: [{ path: '/events' }, { path: '/write' }, { path: '/bare', layout: { notices: false } }],
  },
});
const modules = {
  mf_events: {
    slots: {},
    pages: {
      '/events': () => Promise.resolve(() => <h1>イベント</h1>),
      '/write': () =>
        Promise.resolve(() => (
          <label>
            ひとこと
            <textarea />
          </label>
        )),
      '/bare': () => Promise.resolve(() => <h1>ステージ</h1>),
    },
  },
};

let now: number;
beforeEach(() => {
  now = 0;
  document.title = '';
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});

const live = (
  version: string,
  worthAgoMs?: number,
  { shell = 'shell-1', takenBack }: { shell?: string; takenBack?: string[] } = {},
): LiveVersions => ({
  shell,
  remotes: {
    'mf-events': { version, ...(worthAgoMs === undefined ? {} : { worthAgoMs }), ...(takenBack ? { takenBack } : {}) },
  },
});
const setUp = (answer: LiveVersions) => {
  const network = new FakeNetwork().answerWebServer('GET', '/versions.json', answer);
  return renderShell({ registry, modules, network, path: '/events' });
};
/** Waits until the page is shown and the late parts, of which one writes its title, have loaded. */
async function opened() {
  await screen.findByRole('heading', { name: 'イベント' });
  await waitFor(() => expect(document.title).not.toBe(''));
  await settled();
}
const notice = () => screen.queryByText('新しいバージョンがあります。');
const comeBack = () =>
  act(async () => {
    document.dispatchEvent(new Event('visibilitychange'));
    await Promise.resolve();
  });
/** Waits for an answer that has no visible effect. */
const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  });

it.each([
  ['the running release was withdrawn', live('1.0.0-b', undefined, { takenBack: ['1.0.0-a'] }), 6, true],
  ['another release was withdrawn', live('1.0.0-b', undefined, { takenBack: ['1.0.0-c'] }), 6, false],
  [
    'the running release was withdrawn and is live again',
    live('1.0.0-a', undefined, { takenBack: ['1.0.0-a'] }),
    6,
    false,
  ],
  ['a newer release worth a reload is live', live('1.0.0-b', millisecondsInMinute), 6, true],
  ['a newer release not worth a reload is live', live('1.0.0-b'), 6, false],
  [
    'the release worth a reload was live before the page was opened',
    live('1.0.0-b', 7 * millisecondsInMinute),
    6,
    false,
  ],
  ['the page runs the live release', live('1.0.0-a', millisecondsInMinute), 6, false],
  ['a newer release is live and the page has been open for four hours', live('1.0.0-b'), 241, true],
  [
    'a newer shell is live and the page has been open for four hours',
    live('1.0.0-a', undefined, { shell: 'shell-2' }),
    241,
    true,
  ],
  ['nothing has changed for four hours', live('1.0.0-a'), 241, false],
])('when %s', async (_what, answer, minutes, isAnnounced) => {
  setUp(answer);
  await opened();
  now = minutes * millisecondsInMinute;
  await comeBack();
  if (isAnnounced) expect(await screen.findByText('新しいバージョンがあります。')).toBeInTheDocument();
  else await settled();
  expect(notice() !== null).toBe(isAnnounced);
});

it('checks on navigation, but not before a minute has passed', async () => {
  const { goTo, network } = setUp(live('1.0.0-b', 0));
  now = 0.9 * millisecondsInMinute;
  await goTo('/write');
  await settled();
  expect(notice()).toBeNull();
  now = 1.1 * millisecondsInMinute;
  await goTo('/events');
  expect(await screen.findByText('新しいバージョンがあります。')).toBeInTheDocument();
  expect(network.unexpected).not.toContain('GET /versions.json');
});

it('waits while the user is typing, and appears afterwards', async () => {
  const { goTo, user } = setUp(live('1.0.0-b', 0));
  await goTo('/write');
  await user.type(await screen.findByLabelText('ひとこと'), 'こんにちは');
  now = 6 * millisecondsInMinute;
  await comeBack();
  await settled();
  expect(notice()).toBeNull();
  await goTo('/events');
  await waitFor(() => expect(notice()).toBeInTheDocument());
});

it('stays dismissed until another release is live', async () => {
  const { goTo, user, network } = setUp(live('1.0.0-b', 0));
  now = 6 * millisecondsInMinute;
  await comeBack();
  await user.click(await screen.findByRole('button', { name: 'このお知らせを閉じる' }));
  expect(notice()).toBeNull();
  now = 12 * millisecondsInMinute;
  await goTo('/bare');
  await goTo('/events');
  await settled();
  expect(notice()).toBeNull();
  network.answerWebServer('GET', '/versions.json', live('1.0.0-c', 0));
  now = 18 * millisecondsInMinute;
  await comeBack();
  expect(await screen.findByText('新しいバージョンがあります。')).toBeInTheDocument();
});

it('shows nothing when the versions are unavailable', async () => {
  const network = new FakeNetwork().answerWebServer('GET', '/versions.json', '<html>');
  renderShell({ registry, modules, network, path: '/events' });
  now = 6 * millisecondsInMinute;
  fireEvent(document, new Event('visibilitychange'));
  await settled();
  expect(notice()).toBeNull();
});

describe('when a remote has been retired', () => {
  const open = () => {
    const network = new FakeNetwork().answerWebServer('GET', '/versions.json', {
      shell: 'shell-1',
      remotes: {},
      retired: ['mf-events'],
    });
    const registryOfTwo = {
      remotes: { ...registry.remotes, ...aRegistry({ 'mf-polls': { slots: ['top-events'] } }).remotes },
    };
    const polls = { pages: {}, slots: { 'top-events': () => Promise.resolve(() => <p>アンケートの枠</p>) } };
    return renderShell({ registry: registryOfTwo, modules: { ...modules, mf_polls: polls }, network, path: '/events' });
  };
  const sentence = '「ページ」の提供は終了しました。';

  it('its pages show it at the next navigation, with links to continue', async () => {
    const { goTo, remotes } = open();
    await opened();
    now = 2 * millisecondsInMinute;
    await goTo('/write');
    expect(await screen.findByRole('heading', { name: sentence })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'トップページへ' })).toHaveAttribute('href', '/');
    await waitFor(() => expect(document.title).toBe('ページ(提供終了) | まなびば'));
    // The other remotes stay as they are.
    expect(Object.keys(remotes.registry.remotes)).toEqual(['mf-polls']);
  });

  it('stays under the eyes of a reader who only comes back to the tab', async () => {
    const { remotes } = open();
    await opened();
    now = 2 * millisecondsInMinute;
    await comeBack();
    await settled();
    expect(screen.getByRole('heading', { name: 'イベント' })).toBeInTheDocument();
    expect(Object.keys(remotes.registry.remotes)).toContain('mf-events');
  });
});
