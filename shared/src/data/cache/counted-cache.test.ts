import { CountedCache, UNUSED_ENTRY_MS } from './counted-cache';

let entries: Map<string, string>;
let cache: CountedCache<string>;

beforeEach(() => {
  jest.useFakeTimers();
  entries = new Map();
  cache = new CountedCache(entries);
});
afterEach(() => jest.useRealTimers());

it('drops an entry 60 s after its last subscriber', () => {
  const first = cache.retain('a');
  const second = cache.retain('a');
  entries.set('a', 'answer');
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
  cache.place('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS - 1);
  cache.retain('a');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS * 2);
  expect(cache.get('a')).toBe('answer');
});

it('drops a response that arrives after its subscriber has gone', () => {
  cache.retain('a')();
  entries.set('a', 'late');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect([...cache.keys()]).toEqual([]);
});

it('counts subscribers of an entry that does not exist yet', () => {
  cache.retain('a');
  entries.set('a', 'answer');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS);
  expect(cache.get('a')).toBe('answer');
  expect(cache.isUsed('a')).toBe(true);
});

it('drops what was placed or written without subscribers', () => {
  cache.place('placed', 'answer');
  entries.set('written', 'answer');
  cache.dropWhenUnused('written');
  jest.advanceTimersByTime(UNUSED_ENTRY_MS - 1);
  expect([...cache.keys()]).toEqual(['placed', 'written']);
  jest.advanceTimersByTime(1);
  expect([...cache.keys()]).toEqual([]);
  expect(cache.placed('placed')).toBeUndefined();
});

it('returns what an entry was placed with, whatever was written to it since', () => {
  cache.place('a', 'first');
  entries.set('a', 'second');
  expect([cache.placed('a'), cache.get('a')]).toEqual(['first', 'second']);
  cache.forget();
  expect(cache.placed('a')).toBeUndefined();
});
