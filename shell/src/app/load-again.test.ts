import { loadUntilDone } from './load-again';

it('loads again every three seconds until it succeeds', async () => {
  jest.useFakeTimers();
  let attempts = 0;
  const loading = loadUntilDone(async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('Loading chunk 1 failed.');
    return 'loaded';
  });
  await jest.advanceTimersByTimeAsync(3000);
  expect(attempts).toBe(2);
  await jest.advanceTimersByTimeAsync(3000);
  expect(await loading).toBe('loaded');
  jest.useRealTimers();
});
