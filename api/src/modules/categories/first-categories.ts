import type { Pool, PoolClient } from 'pg';

/**
 * The initial categories of an empty product, in this order. Keys and the order of interests are parts of ids and never
 * change.
 */
const categories = [
  { key: 'math', name: '数学', interests: ['関数', '図形', '確率・統計', '数列', 'ベクトル', '微分積分'] },
  { key: 'english', name: '英語', interests: ['英会話', '文法', '発音', '長文読解', '英作文'] },
  { key: 'japanese', name: '国語', interests: ['古文', '漢文', '近代文学', '詩', '作文', '漢字'] },
  { key: 'science', name: '理科', interests: ['化学', '物理', '生物', '地学', '宇宙', '実験'] },
  { key: 'history', name: '日本史', interests: ['地図', '古代', '中世', '近世', '近現代', '史料'] },
  {
    key: 'programming',
    name: 'プログラミング',
    interests: ['Python', 'アルゴリズム', 'ウェブ', 'データ分析', 'ゲーム'],
  },
  { key: 'art', name: '美術', interests: ['デッサン', '色', '美術史', '版画', 'デザイン'] },
  { key: 'music', name: '音楽', interests: ['作曲', '和音', '鑑賞', '歌', '音楽史'] },
  { key: 'thinking', name: '思考力', interests: ['論理', 'フェルミ推定', '対話', '進路'] },
  { key: 'study', name: '自習', interests: ['朝の勉強', '静かな部屋', '受験', '資格', '宿題'] },
] as const;

export type CategoryKey = (typeof categories)[number]['key'];

export const firstCategoryId = (key: CategoryKey) => `cat_${key}`;

/** Returns the id of one of a category's first interests by its name. */
export function firstInterestId(key: CategoryKey, name: string): string {
  const interests: readonly string[] = categories.find((category) => category.key === key)?.interests ?? [];
  if (!interests.includes(name)) throw new Error(`${key} has no interest ${name}`);
  return `int_${key}_${interests.indexOf(name) + 1}`;
}

/**
 * Adds the first categories with their interests to a product without any: without them nobody could create a
 * classroom. Leaves a product that has categories alone.
 */
export async function fillCategories(database: Pool | PoolClient): Promise<void> {
  const rows = categories.map(({ key, name }, index) => ({ id: firstCategoryId(key), name, sort_order: index + 1 }));
  const interests = categories.flatMap(({ key, interests: names }) =>
    names.map((name, index) => ({
      id: firstInterestId(key, name),
      category_id: firstCategoryId(key),
      name,
      sort_order: index + 1,
    })),
  );
  await database.query(
    `with added as (
       insert into categories (id, name, sort_order)
       select id, name, sort_order from json_populate_recordset(null::categories, $1)
       where not exists (select from categories)
       on conflict do nothing
       returning id
     )
     insert into interests (id, category_id, name, sort_order)
     select i.id, i.category_id, i.name, i.sort_order from json_populate_recordset(null::interests, $2) i join added on added.id = i.category_id`,
    [JSON.stringify(rows), JSON.stringify(interests)],
  );
}
