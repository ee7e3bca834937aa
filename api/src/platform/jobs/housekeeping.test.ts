import { observed } from '@manabiba/telemetry/observed';
import { millisecondsInHour } from 'date-fns/constants';

import { systemClock } from '../clock';
import { doForEach, startHousekeeping } from './housekeeping';

it('goes on with the tasks after one that fails, and reports that', async () => {
  jest.useFakeTimers();
  const troubles: unknown[] = [];
  const defects: string[] = [];
  const unwatch = observed.defect.watch(({ kind }) => defects.push(kind));
  const done = jest.fn(() => Promise.resolve());
  const trouble = new Error('no bucket');
  const housekeeping = startHousekeeping({
    clock: systemClock,
    tasks: [() => Promise.reject(trouble), done],
    onTrouble: (error) => troubles.push(error),
  });
  jest.advanceTimersByTime(millisecondsInHour / 6);
  await housekeeping.stop();
  unwatch();
  jest.useRealTimers();
  expect(done).toHaveBeenCalledTimes(1);
  expect([troubles, defects]).toEqual([[trouble], ['housekeeping']]);
});

it('does the work for every item, and fails at the end for those that did', async () => {
  const done: number[] = [];
  const work = async (item: number) => {
    await Promise.resolve();
    if (item === 1) throw new Error('no bucket');
    done.push(item);
  };
  await expect(doForEach([1, 2, 3], work)).rejects.toThrow('1 of 3 failed');
  expect(done).toEqual([2, 3]);
});
