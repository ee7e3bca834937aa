import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import type { BootData, RenderedPart, RegisteredRemote } from '@manabiba/shared/page/boot-data';
import type { RemoteComponent, RemoteDoor } from '@manabiba/shared/page/remote-door';
import { Slot } from '@manabiba/shared/platform';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { aConfig, aMe } from '@manabiba/shared/testing/builders';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { Remotes } from './remotes/remotes';
import { renderPageWithParts } from './server-render';
import { silenceBrowser } from './testing/silent-browser';

// Server-rendered HTML of remotes stays on the page until their code is there.

const aRemote = (name: string, changes: Partial<RegisteredRemote>): RegisteredRemote => ({
  container: name.replace('-', '_'),
  version: '1',
  entry: `https://manabiba.test/r/${name}/1/entry.js`,
  integrity: {},
  preloads: { pages: {}, slots: {} },
  slots: [],
  routes: [],
  ...changes,
});

const boot: BootData = {
  me: null,
  registry: {
    remotes: {
      'mf-page': aRemote('mf-page', {
        routes: [{ path: '/classrooms', page: 'list', title: '教室', access: 'anyone' }],
      }),
      'mf-slot': aRemote('mf-slot', { slots: ['event-archives'] }),
    },
  },
  integrity: {},
  config: aConfig(),
  theme: 'system',
  analyticsConsent: null,
  serverTime: new Date().toISOString(),
};
const page: RenderedPart = { remote: 'mf-page', kind: 'pages', key: 'list' };
const slot: RenderedPart = { remote: 'mf-slot', kind: 'slots', key: 'event-archives' };

function Page() {
  const [count, setCount] = useState(0);
  return (
    <>
      <h1>教室の一覧</h1>
      <button onClick={() => setCount(count + 1)}>{count}回</button>
      <Slot name="event-archives" />
    </>
  );
}
const Archives = () => <h2>過去のイベント</h2>;

let root: Root | undefined;
let settle: Record<string, { open: (component: RemoteComponent) => void; fail: (error: Error) => void }>;
let code: Record<string, Promise<RemoteComponent>>;
const complaints: unknown[] = [];
/** The parts that said that their code is there: more than once in development, where effects run twice. */
const ready = new Set<string>();
addEventListener('partready', (event) => ready.add((event as CustomEvent<string>).detail));

/** Code that the next attempt to load a part gets when the test decides. */
function arriveLater(name: string) {
  code[name] = new Promise<RemoteComponent>((resolve, reject) => {
    settle[name] = { open: resolve, fail: reject };
  });
  return settle[name] as NonNullable<(typeof settle)[string]>;
}

const remotesOf = (exposed: RemoteDoor) =>
  new Remotes(boot.registry, {
    loadExposedModule: () => Promise.resolve(exposed),
    stylesLoaded: () => Promise.resolve(),
    fetchRegistry: () => Promise.resolve(boot.registry),
    dropPendingFiles: () => undefined,
    forgetChunks: () => undefined,
    pageUrl: () => 'https://manabiba.test/',
  });

/** Hydrates the page that the server has rendered; the code of its parts arrives when the test decides. */
async function hydrate() {
  history.replaceState(null, '', '/classrooms');
  const { html, parts, failed } = renderPageWithParts(boot, { pathname: '/classrooms', search: '' }, [
    { name: page, component: Page },
    { name: slot, component: Archives },
  ]);
  expect([parts, failed]).toEqual([[page, slot], []]);
  const place = document.createElement('div');
  document.body.append(place);
  place.innerHTML = html;
  jest.spyOn(console, 'error').mockImplementation((...said) => void complaints.push(said));
  settle = {};
  code = {};
  arriveLater('list');
  arriveLater('event-archives');
  const exposed = {
    pages: { list: () => code.list },
    slots: { 'event-archives': () => code['event-archives'] },
  } as unknown as RemoteDoor;
  const remotes = remotesOf(exposed);
  for (const part of [page, slot]) remotes.adopt(part);
  const session = createSessionStore({ me: null });
  await act(async () => {
    root = hydrateRoot(
      place,
      <App
        config={boot.config}
        session={session}
        remotes={remotes}
        Router={BrowserRouter}
        startOver={() => undefined}
      />,
      { identifierPrefix: ID_PREFIX, onRecoverableError: (error) => complaints.push(error) },
    );
  });
  return { session, remotes };
}

beforeEach(() => {
  complaints.length = 0;
  ready.clear();
  silenceBrowser();
});
afterEach(() => {
  act(() => root?.unmount());
  clearCache();
  cleanup();
  document.body.replaceChildren();
});

it('keeps the server-rendered HTML while its code is loading, whatever renders above it', async () => {
  const { session } = await hydrate();
  const heading = screen.getByRole('heading', { name: '教室の一覧' });
  await act(async () => session.setState({ me: aMe('adult'), isOnline: false }));
  await act(async () => session.setState({ me: null, isOnline: true }));
  expect(screen.getByRole('heading', { name: '教室の一覧' })).toBe(heading);
  await act(async () => settle.list?.open(Page));
  expect(screen.getByRole('heading', { name: '教室の一覧' })).toBe(heading);
  expect(complaints).toEqual([]);
});

it('hydrates a part without its neighbour', async () => {
  await hydrate();
  const neighbour = screen.getByRole('heading', { name: '過去のイベント' });
  await act(async () => settle.list?.open(Page));
  fireEvent.click(screen.getByRole('button', { name: '0回' }));
  expect(screen.getByRole('button', { name: '1回' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: '過去のイベント' })).toBe(neighbour);
  await act(async () => settle['event-archives']?.open(Archives));
  expect(screen.getByRole('heading', { name: '過去のイベント' })).toBe(neighbour);
  expect(complaints).toEqual([]);
});

it('marks the position of parts, and announces when each of them works', async () => {
  await hydrate();
  expect(document.body.innerHTML).toContain('<!--part mf-page/pages/list--><h1>');
  expect(document.body.innerHTML).toContain(
    '<!--part mf-slot/slots/event-archives--><h2>過去のイベント</h2><!--/part-->',
  );
  expect([...ready]).toEqual(['shell']);
  await act(async () => settle.list?.open(Page));
  expect([...ready]).toEqual(['shell', 'mf-page/pages/list']);
  await act(async () => settle['event-archives']?.open(Archives));
  expect([...ready]).toEqual(['shell', 'mf-page/pages/list', 'mf-slot/slots/event-archives']);
  expect(complaints).toEqual([]);
});

it('keeps the HTML of a part whose code fails, says so, and hydrates it when the code is there after all', async () => {
  const { remotes } = await hydrate();
  const heading = screen.getByRole('heading', { name: '教室の一覧' });
  await act(async () => settle.list?.fail(new Error('gone')));
  expect(screen.getByRole('heading', { name: '教室の一覧' })).toBe(heading);
  const line = await screen.findByText('ボタンや入力欄は、準備ができしだいお使いいただけます。');
  expect(screen.queryByRole('alert')).toBeNull();
  expect([...ready]).toEqual(['shell']);

  const again = arriveLater('list');
  await act(async () => void remotes.retry('mf-page'));
  expect(line).toBeInTheDocument();
  await act(async () => again.open(Page));
  await waitFor(() => expect([...ready]).toContain('mf-page/pages/list'));
  expect(screen.getByRole('heading', { name: '教室の一覧' })).toBe(heading);
  fireEvent.click(screen.getByRole('button', { name: '0回' }));
  expect(screen.getByRole('button', { name: '1回' })).toBeTruthy();
  expect(line).not.toBeInTheDocument();
  expect(complaints).toEqual([]);
});

it('keeps HTML that waits for its code when a neighbour takes another release', async () => {
  const { remotes } = await hydrate();
  const heading = screen.getByRole('heading', { name: '教室の一覧' });
  await act(async () => settle.list?.fail(new Error('gone')));
  const other = { ...boot.registry.remotes['mf-slot'], version: '2' } as RegisteredRemote;
  await act(async () => void remotes.beginAgain('mf-slot', () => Promise.resolve(other)));
  expect(screen.getByRole('heading', { name: '教室の一覧' })).toBe(heading);
});

it('requests the code of all parts before React has hydrated the page around them', async () => {
  const asked: string[] = [];
  const ask = (name: string) => () => {
    asked.push(name);
    return new Promise<never>(() => undefined);
  };
  const remotes = remotesOf({
    pages: { list: ask('list') },
    slots: { 'event-archives': ask('event-archives') },
  } as unknown as RemoteDoor);
  for (const part of [page, slot]) remotes.adopt(part);
  await Promise.resolve();
  await waitFor(() => expect(asked).toEqual(['list', 'event-archives']));
});

it('hydrates a slow part even while the page around it keeps updating', async () => {
  const { session } = await hydrate();
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  // Each update discards what React has rendered of the part: no two of its renders come between two updates.
  const updates = setInterval(() => {
    session.setState({ me: session.getState().me ? null : aMe('anonymous') });
  }, 10);
  settle.list?.open(() => {
    for (const end = performance.now() + 40; performance.now() < end;);
    return <h1>教室の一覧</h1>;
  });
  await waitFor(() => expect([...ready]).toEqual(['shell', 'mf-page/pages/list']), { timeout: 10_000 });
  clearInterval(updates);
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
});
