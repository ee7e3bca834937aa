import { CountedCache, UNUSED_ENTRY_MS } from './counted-cache';

let cache: CountedCache<string>;

beforeEach(() => {
  jest.useFakeTimers();
  cache = new CountedCache();
});
afterEach(() => jest.useRealTimers());

it('lets an entry go 60 s after its last user', () => {
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

it('keeps an entry whose user comes back in time', () => {
  cache.set('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS - 1);
  cache.retain('a');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS * 2);
  expect(cache.get('a')).toBe('answer');
});

it('lets go of what arrives after its user has gone', () => {
  cache.retain('a')();
  cache.set('a', 'late');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect([...cache.keys()]).toEqual([]);
});

it('counts users of an entry that is not there yet', () => {
  cache.retain('a');
  cache.set('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect(cache.get('a')).toBe('answer');
  expect(cache.isUsed('a')).toBe(true);
});
