import { CountedCache, UNUSED_ENTRY_MS } from './counted-cache';

let cache: CountedCache<string>;

beforeEach(() => {
  jest.useFakeTimers();
  cache = new CountedCache();
});
afterEach(() => jest.useRealTimers());

it('drops an entry 60 s after its last subscriber', () => {
  const first = cache.retain('a');
  const second = cache.retain('a');
  cache.set('a', 'answer');
  first();
  jest.advanceTimersByTime(UNUSED_ENTRY_MS * 2);
  expect(cache.get('a')).toBe('answer');
  second();
  jest.advanceTimersByTime(UNUSED_ENTRY_MS - 1);
  expect(cache.get('a')).toBe('answer');
  jest.advanceTimersByTime(1);
  expect(cache.get('a')).toBeUndefined();
});

it('keeps an entry whose subscriber returns in time', () => {
  cache.set('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS - 1);
  cache.retain('a');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS * 2);
  expect(cache.get('a')).toBe('answer');
});

it('drops a response that arrives after its subscriber has gone', () => {
  cache.retain('a')();
  cache.set('a', 'late');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect([...cache.keys()]).toEqual([]);
});

it('counts subscribers of an entry that does not exist yet', () => {
  cache.retain('a');
  cache.set('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect(cache.get('a')).toBe('answer');
  expect(cache.isUsed('a')).toBe(true);
});
