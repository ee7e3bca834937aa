import { anEvent } from '@manabiba/shared/testing/builders';

import { mergePast } from './merge-past';

const list = (days: number[], hasMore = false) => ({
  items: days.map((day) =>
    anEvent({ id: `evt_${day}`, startAt: `2026-11-${String(day).padStart(2, '0')}T05:00:00.000Z` }),
  ),
  hasMore,
});
const days = (lists: Parameters<typeof mergePast>[0]) => mergePast(lists).items.map(({ id }) => Number(id.slice(4)));

it('merges finished lists, newest first', () => {
  expect(days([list([20, 12]), list([18, 3]), list([])])).toEqual([20, 18, 12, 3]);
  expect(mergePast([list([20]), list([18])]).next).toEqual([]);
});

it('holds back items that a later page of another list could precede', () => {
  const lists = [list([20, 12], true), list([18, 3], true), list([9])];
  expect(days(lists)).toEqual([20, 18, 12]);
  expect(mergePast(lists).next).toEqual([0]);
});

it('loads more of every list that ends at the same moment', () => {
  expect(mergePast([list([12], true), list([12], true)]).next).toEqual([0, 1]);
});

it('shows nothing while an unfinished list has no items', () => {
  expect(mergePast([list([20]), { items: [], hasMore: true }])).toEqual({ items: [], next: [1] });
});
