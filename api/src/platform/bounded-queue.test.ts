import { createBoundedQueue } from './bounded-queue';

it('limits running and waiting work and rejects the rest at once', async () => {
  const enqueue = createBoundedQueue({ running: 2, waiting: 3 });
  const ends: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => {
      ends.push(resolve);
    });
    now -= 1;
    return 'done';
  };
  const asked = Array.from({ length: 5 }, () => enqueue(work));
  await expect(enqueue(work)).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 2 });
  while (ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  expect(await Promise.all(asked)).toEqual(Array(5).fill('done'));
  expect(most).toBe(2);
});

it('continues after a failure', async () => {
  const enqueue = createBoundedQueue({ running: 1, waiting: 1 });
  await expect(enqueue(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await enqueue(() => Promise.resolve('yes'))).toBe('yes');
});
