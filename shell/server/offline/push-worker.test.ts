import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runWorker } from '../testing/worker-scope';

const file = join(import.meta.dirname, '..', 'public', 'push-worker.js');
const ORIGIN = 'https://manabiba.example';

interface Tab {
  url: string;
  focus: jest.Mock;
  postMessage: (message: unknown, ports: { postMessage: (text: string) => void }[]) => void;
}

/** A tab of the product. `answers`: it opens a path itself when it is asked to. */
function aTab(path: string, { answers }: { answers: boolean }) {
  const asked: unknown[] = [];
  const tab: Tab = {
    url: ORIGIN + path,
    focus: jest.fn(() => Promise.resolve()),
    postMessage: (message, [port]) => {
      asked.push(message);
      if (answers) port?.postMessage('opened');
    },
  };
  return { ...tab, asked };
}

/** Runs the worker with stand-ins for what the browser provides, and dispatches events to it. */
function setUp({ tabs = [] as Tab[], refuses = false } = {}) {
  const shown: { title: string; options: Record<string, unknown> }[] = [];
  const calls: { method: string; path: string; body: unknown }[] = [];
  const subscribed: { applicationServerKey: unknown }[] = [];
  const openWindow = jest.fn(() => Promise.resolve());
  const subscription = (endpoint: string) => ({
    endpoint,
    options: { applicationServerKey: 'the old key' },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p', auth: 'a' } }),
  });
  const provided = {
    clients: { matchAll: () => Promise.resolve(tabs), openWindow },
    registration: {
      showNotification: (title: string, options: Record<string, unknown>) => {
        shown.push({ title, options });
        return Promise.resolve();
      },
      pushManager: {
        subscribe: (options: { applicationServerKey: unknown }) => {
          subscribed.push(options);
          return Promise.resolve(subscription('https://push.example/new'));
        },
      },
    },
  };
  const fetch = (path: string, { method, body }: { method: string; body?: string }) => {
    calls.push({ method, path, body: body && (JSON.parse(body) as unknown) });
    return Promise.resolve({ ok: !refuses, json: () => Promise.resolve({ publicKey: 'AQID' }) });
  };
  const { dispatch } = runWorker(readFileSync(file, 'utf8'), ORIGIN, { ...provided, fetch });
  const click = (data: unknown) => dispatch('notificationclick', { notification: { close: () => undefined, data } });
  return { dispatch, click, shown, calls, subscribed, openWindow, subscription };
}

const message = { id: 'ntf_1', title: '教室が始まりました', body: '三角関数', url: '/classrooms/cls_1', tag: 'ntf_1' };

it('shows a message, which a later one with the same tag replaces', async () => {
  const { dispatch, shown } = setUp();
  await dispatch('push', { data: { json: () => message } });
  expect(shown).toEqual([
    {
      title: '教室が始まりました',
      options: expect.objectContaining({
        body: '三角関数',
        tag: 'ntf_1',
        data: { id: 'ntf_1', path: '/classrooms/cls_1' },
      }) as unknown,
    },
  ]);
});

it.each([
  ['no data', null],
  ['text that is not JSON', { json: () => JSON.parse('{') as unknown }],
  ['another form', { json: () => ({ text: 'x' }) }],
])('shows a general message for %s', async (_case, data) => {
  const { dispatch, shown } = setUp();
  await dispatch('push', { data });
  expect(shown[0]?.options).toMatchObject({ body: '新しいお知らせがあります。', data: { path: '/notifications' } });
});

it.each(['https://evil.example/x', '//evil.example/x', 'javascript:alert(1)'])(
  'leads to the inbox in place of %s',
  async (url) => {
    const { dispatch, shown } = setUp();
    await dispatch('push', { data: { json: () => ({ ...message, url }) } });
    expect(shown[0]?.options.data).toEqual({ id: 'ntf_1', path: '/notifications' });
  },
);

describe('a click', () => {
  const data = { id: 'ntf_1', path: '/classrooms/cls_1' };

  it('focuses the tab that already shows the subject', async () => {
    const tabs = [aTab('/', { answers: true }), aTab('/classrooms/cls_1', { answers: false })] as const;
    const { click, openWindow } = setUp({ tabs: [...tabs] });
    await click(data);
    expect(tabs[1].focus).toHaveBeenCalled();
    expect(tabs[0].asked).toEqual([]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  it('lets the tab that was used last open the subject, and focuses it', async () => {
    const tab = aTab('/events', { answers: true });
    const { click, openWindow } = setUp({ tabs: [tab, aTab('/', { answers: true })] });
    await click(data);
    expect(tab.asked).toEqual([{ kind: 'open', path: '/classrooms/cls_1' }]);
    expect(tab.focus).toHaveBeenCalled();
    expect(openWindow).not.toHaveBeenCalled();
  });

  it.each([
    ['there is no tab', []],
    ['the tab stays where it is', [aTab('/classrooms/cls_2', { answers: false })]],
  ])('opens a new tab when %s', async (_case, tabs) => {
    const { click, openWindow } = setUp({ tabs });
    await click(data);
    expect(openWindow).toHaveBeenCalledWith('/classrooms/cls_1');
  });

  it('records that the notification was opened, and opens it even when that fails', async () => {
    const { click, calls, openWindow } = setUp({ refuses: true });
    await click(data);
    expect(calls).toEqual([{ method: 'POST', path: '/v1/notifications/ntf_1/open', body: { from: 'push' } }]);
    expect(openWindow).toHaveBeenCalled();
  });

  it('records nothing for a test message', async () => {
    const { click, calls } = setUp();
    await click({ id: null, path: '/settings' });
    expect(calls).toEqual([]);
  });
});

describe('a subscription that the browser changes', () => {
  it('is registered in place of the old one', async () => {
    const { dispatch, calls, subscription } = setUp();
    await dispatch('pushsubscriptionchange', {
      oldSubscription: subscription('https://push.example/old'),
      newSubscription: subscription('https://push.example/other'),
    });
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/v1/me/push_subscriptions',
        body: {
          endpoint: 'https://push.example/other',
          keys: { p256dh: 'p', auth: 'a' },
          replaces: 'https://push.example/old',
        },
      },
    ]);
  });

  it('is created again with the same key when the browser only ended it', async () => {
    const { dispatch, calls, subscribed, subscription } = setUp();
    await dispatch('pushsubscriptionchange', { oldSubscription: subscription('https://push.example/old') });
    expect(subscribed).toEqual([{ userVisibleOnly: true, applicationServerKey: 'the old key' }]);
    expect(calls.at(-1)?.body).toMatchObject({ endpoint: 'https://push.example/new' });
  });

  it('is created again with the key of the api when the browser has none', async () => {
    const { dispatch, calls, subscribed } = setUp();
    await dispatch('pushsubscriptionchange', {});
    expect(calls.map(({ path }) => path)).toEqual(['/v1/push_key', '/v1/me/push_subscriptions']);
    expect([...(subscribed[0]?.applicationServerKey as Uint8Array)]).toEqual([1, 2, 3]);
  });
});
