import type { Category } from '@manabiba/shared/contract/categories';
import { sql } from 'kysely';

import type { Db } from '../../platform/database/db';

export function createCategoriesRepository(db: Db) {
  return {
    /** Lists all categories with their interests, both in order. */
    list(): Promise<Category[]> {
      return db
        .selectFrom('categories as c')
        .select([
          'c.id',
          'c.name',
          'c.sort_order as order',
          sql<Category['interests']>`(
            select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name) order by i.sort_order, i.id), '[]')
            from interests i where i.category_id = c.id
          )`.as('interests'),
        ])
        .orderBy('c.sort_order')
        .execute();
    },

    find(id: string): Promise<{ interestIds: string[] } | undefined> {
      return db
        .selectFrom('categories as c')
        .select(sql<string[]>`array(select i.id from interests i where i.category_id = c.id)`.as('interestIds'))
        .where('c.id', '=', id)
        .executeTakeFirst();
    },
  };
}

export type CategoriesRepository = ReturnType<typeof createCategoriesRepository>;
