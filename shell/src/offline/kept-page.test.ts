import { createSessionStore } from '@manabiba/shared/session/session-store';

import { leaveKeptPage } from './kept-page';

const stops: (() => void)[] = [];
function setUp({ isKept = true } = {}) {
  if (isKept) document.documentElement.dataset.keptAt = '2026-01-01T00:00:00.000Z';
  const reload = jest.fn();
  const store = createSessionStore();
  store.setState({ isOnline: false });
  stops.push(leaveKeptPage(store, reload));
  const goOnline = () => {
    store.setState({ isOnline: false });
    store.setState({ isOnline: true });
  };
  return { store, reload, goOnline };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  delete document.documentElement.dataset.keptAt;
  delete document.documentElement.dataset.theme;
  document.cookie = 'theme=; max-age=0';
  document.body.replaceChildren();
  sessionStorage.clear();
  jest.useRealTimers();
});

it('is replaced by the present one when the connection is back', () => {
  const { reload, goOnline } = setUp();
  goOnline();
  jest.advanceTimersByTime(0);
  expect(reload).toHaveBeenCalledTimes(1);
});

it('waits before it is replaced again, because a slow server may have answered with the kept one', () => {
  const { reload, goOnline } = setUp();
  goOnline();
  jest.advanceTimersByTime(0);
  goOnline();
  jest.advanceTimersByTime(29_000);
  expect(reload).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(2000);
  expect(reload).toHaveBeenCalledTimes(2);
});

it('is not replaced when the connection is lost again meanwhile', () => {
  const { store, reload, goOnline } = setUp();
  goOnline();
  store.setState({ isOnline: false });
  jest.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

it('stays while something is typed', () => {
  document.body.innerHTML = '<main id="content"><textarea>かきかけ</textarea></main>';
  const { reload, goOnline } = setUp();
  goOnline();
  jest.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

it('is no other page: those are not reloaded', () => {
  const { reload, goOnline } = setUp({ isKept: false });
  goOnline();
  jest.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

it('leaves its links to the browser, which opens the kept pages', () => {
  document.body.innerHTML = '<a href="/events/evt_1"><span>イベント</span></a><button>ボタン</button>';
  setUp();
  const heard: string[] = [];
  document.body.addEventListener('click', ({ target }) => heard.push((target as Element).tagName));
  document.querySelector('span')?.click();
  document.querySelector('button')?.click();
  expect(heard).toEqual(['BUTTON']);
});

it('has the theme of this device, which it was kept without', () => {
  document.cookie = 'theme=dark';
  const { store } = setUp();
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(store.getState().theme).toBe('dark');
});
