import { fallingSizes, groupSize, partSize } from './suppression';

const upTo = (most: number) => Array.from({ length: most + 1 }, (_, index) => index);
const isSmall = (people: number) => people >= 1 && people <= 4;

/**
 * Collects what each answer could stand for, and expects that no answer stands for one small number alone. `factsOf` names
 * every number that somebody could compute from the answer.
 */
function expectNothingRevealed<Case>(
  cases: readonly Case[],
  answerOf: (each: Case) => unknown,
  factsOf: (each: Case) => Record<string, number>,
) {
  const meanings = new Map<string, Set<number>>();
  for (const each of cases)
    for (const [fact, people] of Object.entries(factsOf(each))) {
      const key = `${JSON.stringify(answerOf(each))} ${fact}`;
      meanings.set(key, (meanings.get(key) ?? new Set()).add(people));
    }
  const revealed = [...meanings].filter(([, people]) => people.size === 1 && [...people].some(isSmall));
  expect(revealed).toEqual([]);
}

it('shows none and five, and nothing between', () => {
  expect(upTo(6).map(groupSize)).toEqual([0, 'few', 'few', 'few', 'few', 5, 6]);
});

it.each([
  ['a large part of a large whole', 7, 12, 7],
  ['unauthenticated', 0, 12, 0],
  ['everybody', 12, 12, 12],
  ['a small part', 3, 12, 'few'],
  ['a part whose rest is small', 9, 12, 'hidden'],
  ['a small part of a whole in which it could be one number alone', 3, 6, 'hidden'],
  ['everybody of a small whole', 3, 3, 'hidden'],
])('shows of %s: %d of %d', (_name, part, whole, shown) => {
  expect(partSize(part, whole)).toBe(shown);
});

it('reveals no small group, neither directly nor as the difference of a whole and its part', () => {
  const cases = upTo(24).flatMap((whole) => upTo(whole).map((part) => ({ whole, part })));
  expectNothingRevealed(
    cases,
    ({ whole, part }) => [groupSize(whole), partSize(part, whole)],
    ({ whole, part }) => ({ whole, part, rest: whole - part }),
  );
});

it('joins small falls until they are large enough', () => {
  expect(fallingSizes(20, [20, 18, 15, 15, 9, 7, 3, 0])).toEqual([20, 20, 15, 15, 9, 9, null, 0]);
});

it('reveals no small group by any difference of falling numbers', () => {
  const cases = upTo(13)
    .filter((whole) => whole >= 5)
    .flatMap((whole) =>
      upTo(whole).flatMap((first) =>
        upTo(first).flatMap((second) => upTo(second).map((third) => ({ whole, sizes: [first, second, third] }))),
      ),
    );
  expectNothingRevealed(
    cases,
    ({ whole, sizes }) => [whole, ...fallingSizes(whole, sizes)],
    ({ whole, sizes }) => {
      const all = [whole, ...sizes];
      return Object.fromEntries(
        all.flatMap((size, from) => [
          [`${from}`, size],
          ...all.slice(from + 1).map((later, index) => [`${from}-${from + index + 1}`, size - later] as const),
        ]),
      );
    },
  );
});
