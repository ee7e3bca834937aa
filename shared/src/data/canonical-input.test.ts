import { canonicalInput } from './canonical-input';

it.each([
  ['the order of keys', { query: { b: 1, a: 2 }, params: { id: 'x' } }, { params: { id: 'x' }, query: { a: 2, b: 1 } }],
  ['absent values', { query: { a: 1, b: undefined } }, { query: { a: 1 } }],
  ['empty objects', { query: {} }, {}],
])('is the same regardless of %s', (_what, one, other) => {
  expect(canonicalInput(one)).toBe(canonicalInput(other));
});

it('distinguishes different inputs, including the order of lists', () => {
  expect(canonicalInput({ query: { ids: ['a', 'b'] } })).not.toBe(canonicalInput({ query: { ids: ['b', 'a'] } }));
  expect(canonicalInput({ query: { state: null } })).not.toBe(canonicalInput({}));
});
