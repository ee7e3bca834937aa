/** @jest-environment jsdom */
import { formatTime } from '@manabiba/shared/format/date-time';

import { showPageTimeZone } from './page-time-zone';

const NOON_IN_JAPAN = '2026-11-21T03:00:00Z';
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ownTime = formatTime(NOON_IN_JAPAN);

afterEach(() => {
  globalThis.pageTimeZone = undefined;
  document.cookie = 'timezone=; max-age=0; path=/';
  history.replaceState(null, '', '/');
});

it('leaves no cookie where the page is in the own zone', () => {
  showPageTimeZone(own);
  expect(document.cookie).toBe('');
  expect(formatTime(NOON_IN_JAPAN)).toBe(ownTime);
});

it('shows the dates of this page in the zone of its HTML, those of later pages in the device zone, and stores that zone', () => {
  showPageTimeZone('Pacific/Auckland');
  expect(formatTime(NOON_IN_JAPAN)).toBe('16:00');
  expect(document.cookie).toBe(`timezone=${own}`);
  history.pushState(null, '', '/?view=month');
  expect(formatTime(NOON_IN_JAPAN)).toBe('16:00');
  history.pushState(null, '', '/events');
  expect(formatTime(NOON_IN_JAPAN)).toBe(ownTime);
});
