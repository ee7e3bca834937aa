import { filterQuery, readFilter } from './list-filter';

const read = (text: string, isSignedIn = true) => readFilter(new URLSearchParams(text), { isSignedIn });

it.each([
  ['', { tab: 'all', categoryId: undefined }],
  ['state=live', { tab: 'live', categoryId: undefined }],
  ['state=ended&category=cat_math', { tab: 'ended', categoryId: 'cat_math' }],
  ['state=reserved', { tab: 'reserved', categoryId: undefined }],
  ['state=nonsense&category=', { tab: 'all', categoryId: undefined }],
])('parses ?%s', (text, filter) => {
  expect(read(text)).toEqual(filter);
});

it('ignores the reservations tab for an anonymous visitor', () => {
  expect(read('state=reserved', false).tab).toBe('all');
});

it.each(['', 'state=live', 'state=ended&category=cat_math'])('round-trips ?%s', (text) => {
  expect(new URLSearchParams(filterQuery(read(text))).toString()).toBe(text);
});
