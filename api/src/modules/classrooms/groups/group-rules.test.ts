import { distribute } from './group-rules';

const people = Array.from('abcdefgh', (userId) => ({ userId, isCoHost: false, isMinor: false, mayGuard: false }));

it('separates everybody who is in a block where even groups allow it, in every draw', () => {
  // One person cannot be with half of the others: only one pair of groups is right.
  const blocks = Array.from('efgh', (other) => ['a', other] as const);
  for (let drawn = 0; drawn < 200; drawn += 1) {
    const groups = distribute(people, blocks, 2);
    expect(groups.map((userIds) => [...userIds].sort().join('')).sort()).toEqual(['abcd', 'efgh']);
  }
});

it('keeps as few as possible together where not all can be separated', () => {
  const blocks = [...'bcdefgh'].map((other) => ['a', other] as const);
  const together = distribute(people, blocks, 2).find((userIds) => userIds.includes('a'));
  expect(together).toHaveLength(people.length / 2);
});
