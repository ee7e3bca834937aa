import { foldForSearch } from '@manabiba/shared/contract/search-fold';

import { startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
});
afterAll(() => world.close());

async function foldedByDatabase(texts: readonly string[]): Promise<string[]> {
  const { rows } = await world.pool.query<{ folded: string }>(
    'select search_normal(given) as folded from unnest($1::text[]) with ordinality as texts (given, place) order by place',
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

/** Their lower case depends on the version of Unicode, or is two characters in JavaScript only. */
const DIFFERENT_CASES = /[İ\ua720-\ua7ff]/u;

it('folds every character in the browser as in the database', async () => {
  const characters = Array.from({ length: 0x323b0 }, (_, index) => String.fromCodePoint(index + 1)).filter(
    (character) =>
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{P}\p{S}\p{N}\p{Z}\p{Cf}\p{Mn}]/u.test(
        character,
      ),
  );
  const folded = await foldedByDatabase(characters);
  const different = characters.filter((character, index) => foldForSearch(character) !== folded[index]);
  expect(different.filter((character) => !DIFFERENT_CASES.test(character))).toEqual([]);
});

it.each([
  ['variation selectors', '葛\u{e0100}飾', '葛飾'],
  ['𠮷 and 吉', '𠮷野家', '吉野家'],
  ['variants of kanji in names', '髙﨑の渡邉と渡邊', '高崎の渡辺と渡辺'],
  ['variants of 斎', '齋藤 齊藤 斎藤', '斉藤 斉藤 斉藤'],
  ['zero-width characters', 'さん\u200bかく\ufeffかん\u00adすう\u2060', 'さんかくかんすう'],
  ['radicals', '⼈⽣の⻑さ、⻘い⻄', '人生の長さ、青い西'],
  ['old forms', '龍澤學園 德川 惠', '竜沢学園 徳川 恵'],
  ['kana, width and case', 'ﾊﾞｲｵﾘﾝ ヴァイオリン Ａb', 'ばいおりん ばいおりん ab'],
])('takes %s for the same', async (_what, one, other) => {
  expect(foldForSearch(one)).toBe(foldForSearch(other));
  const [first, second] = await foldedByDatabase([one, other]);
  expect(first).toBe(second);
  expect(first).toBe(foldForSearch(one));
});
