import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import { Slot } from '@manabiba/shared/platform';
import { translate } from '@manabiba/shared/testing/translate';
import { Button } from '@manabiba/shared/ui/button';
import { act, screen, within } from '@testing-library/react';
import { useEffect, useLayoutEffect, useState } from 'react';

import { aRegistry } from '../testing/a-registry';
import { renderShell } from '../testing/render-shell';
import { SLOW_MS } from './timeouts';

const registry = aRegistry({
  'mf-events': { routes: [{ path: '/events', title: 'イベント' }], slots: ['top-events'] },
  'mf-classrooms': { routes: [{ path: '/classrooms', title: '教室' }], slots: ['top-classrooms', 'user-classrooms'] },
});
const classrooms: RemoteDoor = {
  pages: { '/classrooms': () => Promise.resolve(() => <h1>教室</h1>) },
  slots: {
    'top-classrooms': () => Promise.resolve(() => <h2>開催中の教室</h2>),
    'user-classrooms': () => Promise.resolve(({ userId }) => <p>{String(userId)}の教室</p>),
  },
};
const events = (Page: () => React.ReactNode): RemoteDoor => ({
  pages: { '/events': () => Promise.resolve(Page) },
  slots: { 'top-events': () => Promise.resolve(() => <h2>イベント</h2>) },
});

it('a failed remote leaves its neighbours intact and recovers after a retry', async () => {
  const modules: Record<string, RemoteDoor> = { mf_classrooms: classrooms };
  const { user } = renderShell({ registry, modules });
  expect(await screen.findByRole('heading', { name: '開催中の教室' })).toBeInTheDocument();
  const panel = screen.getByRole('alert');
  expect(within(panel).queryByRole('button', { name: '前のバージョンで表示' })).not.toBeInTheDocument();
  expect(within(panel).getByText('イベントを表示できませんでした。')).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
  expect(screen.getByRole('contentinfo')).toBeInTheDocument();

  modules.mf_events = events(() => null);
  await user.click(within(panel).getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('heading', { name: 'イベント' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('a page that throws while rendering shows one panel, and a retry renders it again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  let isBroken = true;
  const Page = () => {
    if (isBroken) throw new Error('render');
    return <h1>イベントの一覧</h1>;
  };
  const { user } = renderShell({ path: '/events', registry, modules: { mf_events: events(Page) } });
  expect(await screen.findByText('イベントを表示できませんでした。')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'イベント' })).toBeInTheDocument();
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'イベントの一覧' })).toBeInTheDocument();
});

it('a part in which the browser has translated a text that goes is rendered again, and the page stays', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const Page = () => {
    const [isShort, setIsShort] = useState(false);
    return (
      <>
        <h1>イベントの一覧</h1>
        <p>
          {!isShort && '開催前の'}
          <em>イベント</em>
        </p>
        <Button onClick={() => setIsShort(true)}>短くする</Button>
      </>
    );
  };
  const { user } = renderShell({ path: '/events', registry, modules: { mf_events: events(Page) } });
  const heading = await screen.findByRole('heading', { level: 1, name: 'イベントの一覧' });
  translate(document.body);
  await user.click(screen.getByRole('button', { name: '短くする' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'イベントの一覧' })).not.toBe(heading);
  expect(screen.queryByText(/表示できませんでした/)).not.toBeInTheDocument();
});

it('a button in a translated page shows that it is loading', async () => {
  const Page = () => {
    const [isLoading, setIsLoading] = useState(false);
    return (
      <Button isLoading={isLoading} onClick={() => setIsLoading(true)}>
        保存する
      </Button>
    );
  };
  const { user } = renderShell({ path: '/events', registry, modules: { mf_events: events(Page) } });
  const button = await screen.findByRole('button', { name: '保存する' });
  translate(document.body);
  await user.click(button);
  expect(button).toBeInTheDocument();
  expect(button).toHaveAttribute('aria-busy', 'true');
});

it.each<[string, () => React.ReactNode]>([
  [
    'sets its state endlessly while it renders',
    () => {
      const [count, setCount] = useState(0);
      setCount(count + 1);
      return <p>{count}</p>;
    },
  ],
  [
    'sets its state endlessly after it has rendered',
    () => {
      const [count, setCount] = useState(0);
      useLayoutEffect(() => setCount(count + 1), [count]);
      return <p>{count}</p>;
    },
  ],
])('a page that %s shows one panel, and the header stays', async (_what, Page) => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = renderShell({
    path: '/events',
    registry,
    modules: { mf_events: events(Page), mf_classrooms: classrooms },
  });
  expect(await screen.findByText('イベントを表示できませんでした。')).toBeInTheDocument();
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'まなびば' }));
  expect(await screen.findByRole('heading', { name: '開催中の教室' })).toBeInTheDocument();
});

it('a page with endless updates and leftover elements affects neither the header nor the next page', async () => {
  const timers: Array<ReturnType<typeof setInterval>> = [];
  const Page = () => {
    const [count, setCount] = useState(0);
    useEffect(() => void setTimeout(() => setCount(count + 1), 20), [count]);
    useEffect(() => {
      const left = document.body.appendChild(document.createElement('div'));
      timers.push(setInterval(() => left.append('.'), 50));
    }, []);
    return <h1 data-count={count}>数え続ける</h1>;
  };
  const { user } = renderShell({
    path: '/events',
    registry,
    modules: { mf_events: events(Page), mf_classrooms: classrooms },
  });
  expect(await screen.findByRole('heading', { level: 1, name: '数え続ける' })).toBeInTheDocument();
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'まなびば' }));
  expect(await screen.findByRole('heading', { name: '開催中の教室' })).toBeInTheDocument();
  expect(screen.getByRole('banner')).toBeInTheDocument();
  timers.forEach(clearInterval);
});

it('a page that throws can be shown in the previous release, and its neighbours keep their state', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const previous = aRegistry({ 'mf-events': { slots: ['top-events'], version: '0.9.0' } }).remotes['mf-events'];
  const Events = ({ version }: { version: string }) => {
    if (version === '1.0.0') throw new Error('render');
    return <h2>イベント</h2>;
  };
  const Typing = () => <input aria-label="書きかけ" />;
  const { user } = renderShell({
    registry,
    previous: { 'mf-events': previous },
    modules: {
      mf_events: ({ version }) => ({
        pages: {},
        slots: { 'top-events': () => Promise.resolve(() => <Events version={version} />) },
      }),
      mf_classrooms: { pages: {}, slots: { 'top-classrooms': () => Promise.resolve(Typing) } },
    },
  });
  await user.type(await screen.findByRole('textbox', { name: '書きかけ' }), 'まだ');
  await user.click(await screen.findByRole('button', { name: '前のバージョンで表示' }));
  expect(await screen.findByRole('heading', { name: 'イベント' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: '書きかけ' })).toHaveValue('まだ');
});

it('a page that hangs shows its skeleton, then a slow message', async () => {
  jest.useFakeTimers();
  const hanging: RemoteDoor = { pages: { '/events': () => new Promise(() => undefined) }, slots: {} };
  renderShell({ path: '/events', registry, modules: { mf_events: hanging } });
  await act(() => jest.advanceTimersByTimeAsync(0));
  expect(screen.getAllByRole('status', { name: '読み込み中' }).length).toBeGreaterThan(0);
  expect(screen.queryByText('時間がかかっています。')).not.toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(SLOW_MS));
  expect(screen.getByText('時間がかかっています。')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'もう一度試す' })).toBeInTheDocument();
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText('イベントを表示できませんでした。')).toBeInTheDocument();
  jest.useRealTimers();
});

it('a page of one remote hosts a slot of another', async () => {
  const Page = () => {
    const [count, setCount] = useState(0);
    return (
      <>
        <button onClick={() => setCount(count + 1)}>{count}回</button>
        <Slot name="user-classrooms" params={{ userId: 'usr_1' }} label="教室" />
        <Slot name="settings-history" />
      </>
    );
  };
  const { user } = renderShell({
    path: '/events',
    registry,
    modules: { mf_events: events(Page), mf_classrooms: classrooms },
  });
  expect(await screen.findByText('usr_1の教室')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '0回' }));
  expect(screen.getByRole('button', { name: '1回' })).toBeInTheDocument();
  expect(screen.getByText('usr_1の教室')).toBeInTheDocument();
});

it('names the unavailable part when no live release offers a known page', async () => {
  renderShell({ path: '/classrooms/cls_1' });
  expect(await screen.findByText('教室を表示できませんでした。')).toBeInTheDocument();
  expect(screen.queryByText('404')).not.toBeInTheDocument();
});

it('shows not found for a part that no release offers, until one adds it', async () => {
  const { unmount } = renderShell({ path: '/lectures/lec_1' });
  expect(await screen.findByText('ページが見つかりません。')).toBeInTheDocument();
  unmount();
  const lecture = { pages: { lecture: () => Promise.resolve(() => <h1>三角関数の合成</h1>) }, slots: {} };
  renderShell({
    path: '/lectures/lec_1',
    registry: aRegistry({ 'mf-lectures': { routes: [{ path: '/lectures/{id}', page: 'lecture' }] } }),
    modules: { mf_lectures: lecture },
  });
  expect(await screen.findByRole('heading', { name: '三角関数の合成' })).toBeInTheDocument();
});
