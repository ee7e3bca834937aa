import type { AnalyticsCount } from '@manabiba/shared/contract/analytics';

import { startTestServer } from '../testing/start-test-server';
import { byDay, byName, lastDays, totalOf } from './analytics-counts';

const rows: AnalyticsCount[] = [
  { day: '2026-11-21', name: 'view_top', label: 'CreateAccount', count: 3 },
  { day: '2026-11-21', name: 'click_bell', label: 'JoinEvent', count: 4 },
  { day: '2026-11-19', name: 'view_top', label: 'PurchaseEvent', count: 2 },
];

it('counts by name, the most frequent first, with the funnel steps listed separately', () => {
  expect(byName(rows)).toEqual([
    { name: 'view_top', words: 'トップページ', group: '表示', count: 5, ofLabels: [3, 2, 0, 0] },
    { name: 'click_bell', words: 'お知らせのベル', group: 'クリック', count: 4, ofLabels: [0, 0, 0, 4] },
  ]);
  expect(totalOf(rows)).toBe(9);
});

it('counts by day, including days without data', () => {
  expect(byDay(rows, ['2026-11-21', '2026-11-20', '2026-11-19']).map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-21', 7],
    ['2026-11-20', 0],
    ['2026-11-19', 2],
  ]);
  const days = lastDays('2026-03-01');
  expect([days.length, days[0], days[1], days[29]]).toEqual([30, '2026-03-01', '2026-02-28', '2026-01-31']);
});

it('is unavailable, not unknown, while the api is', async () => {
  const world = await startTestServer();
  const cookie = `token=${world.api.open({ role: 'staff' }).token}`;
  world.api.state.isDown = true;
  expect((await world.server.inject({ url: '/status/analytics', headers: { cookie } })).statusCode).toBe(503);
  await world.close();
});

it('is available to staff only', async () => {
  const world = await startTestServer();
  for (const cookie of ['', `token=${world.api.open().token}`]) {
    for (const url of ['/status/analytics', '/status/analytics.csv']) {
      const answer = await world.server.inject({ url, headers: { cookie } });
      expect([url, answer.statusCode]).toEqual([url, 404]);
      expect(answer.payload).not.toContain('計測に同意した方');
    }
  }
  await world.close();
});
