import { groupByDay } from './group-by-day';

const at = (...starts: string[]) => starts.map((startAt) => ({ startAt }));
const keysOf = (starts: string[], timeZone: string) => groupByDay(at(...starts), timeZone).map(({ key, items }) => `${key}: ${items.length}`);

it('keeps the order of the list and one heading for each day', () => {
  expect(keysOf(['2026-11-21T10:00:00.000Z', '2026-11-21T11:15:00.000Z', '2026-11-22T00:00:00.000Z'], 'Asia/Tokyo'))
    .toEqual(['2026-11-21: 2', '2026-11-22: 1']);
});

it('parts at the viewer\'s midnight and not at that of UTC', () => {
  const aroundMidnightInTokyo = ['2026-11-21T14:50:00.000Z', '2026-11-21T15:00:00.000Z', '2026-11-21T15:10:00.000Z'];
  expect(keysOf(aroundMidnightInTokyo, 'Asia/Tokyo')).toEqual(['2026-11-21: 1', '2026-11-22: 2']);
  expect(keysOf(aroundMidnightInTokyo, 'UTC')).toEqual(['2026-11-21: 3']);
  expect(keysOf(aroundMidnightInTokyo, 'America/Los_Angeles')).toEqual(['2026-11-21: 3']);
});

it('keeps one day together when the clocks go back', () => {
  expect(keysOf(['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z', '2026-11-02T05:30:00.000Z'], 'America/New_York'))
    .toEqual(['2026-11-01: 2', '2026-11-02: 1']);
});

it('has no day for an empty list', () => {
  expect(groupByDay([])).toEqual([]);
});
