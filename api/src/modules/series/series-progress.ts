import { CERTIFIED_PERCENT } from '@manabiba/shared/contract/limits';

import type { SeriesDateRow } from './series.repository';

/** A user's progress in a series. Cancelled dates do not count. */
export function progressOf(dates: readonly SeriesDateRow[]) {
  const held = dates.filter(({ state }) => state !== 'cancelled');
  const doneCount = held.filter((date) => date.has_attended || date.has_watched).length;
  const dateCount = held.length;
  return { doneCount, dateCount, isComplete: areOver(held) && isEnough(doneCount, dateCount) };
}

/** Whether every date, of which there is one, has ended. */
export const areOver = (dates: readonly Pick<SeriesDateRow, 'state'>[]) =>
  dates.some(({ state }) => state === 'ended') &&
  dates.every(({ state }) => state === 'ended' || state === 'cancelled');

const isEnough = (doneCount: number, dateCount: number) => doneCount * 100 >= dateCount * CERTIFIED_PERCENT;
