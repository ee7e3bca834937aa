import { HANG_GUARD_KEY, THEME_COOKIE } from '@manabiba/shared/contract/browser-data';

import { findTraces } from './traces';
import { watchTraces } from './watch-traces';

const LOOK_MS = 5000;
let found: number;
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.setItem('of-old', '1');
  found = 0;
  stop = watchTraces(() => (found += 1), findTraces());
});
afterEach(() => {
  stop();
  jest.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  document.cookie = 'seen=; max-age=0';
  Reflect.deleteProperty(history, 'pushState');
});

it.each<[string, () => void]>([
  ['a cookie', () => (document.cookie = 'seen=1')],
  ['a key in the storage of the browser', () => localStorage.setItem('poll-seen', '1')],
  ['a key in the storage of the tab', () => sessionStorage.setItem('poll-seen', '1')],
  ['another function of the history', () => (history.pushState = () => undefined)],
])('calls back once when scripts leave %s', (_what, leave) => {
  leave();
  jest.advanceTimersByTime(3 * LOOK_MS);
  expect(found).toBe(1);
});

it.each<[string, () => void]>([
  ['was there before', () => localStorage.setItem('of-old', '2')],
  ['is of the shell', () => ((document.cookie = `${THEME_COOKIE}=dark`), sessionStorage.setItem(HANG_GUARD_KEY, ''))],
  ['is of the user, by the facade', () => localStorage.setItem('person:usr_1:draft', 'x')],
  ['comes after it was stopped', () => (stop(), localStorage.setItem('poll-seen', '1'))],
])('says nothing of what %s', (_what, leave) => {
  leave();
  jest.advanceTimersByTime(3 * LOOK_MS);
  expect(found).toBe(0);
});
