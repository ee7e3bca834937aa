import { sql } from 'kysely';
import type { Category } from '@manabiba/shared/contract/categories';
import type { Db } from '../../platform/db';

export function createCategoriesRepository(db: Db) {
  return {
    /** All categories and their interests, each in their order. */
    async list(): Promise<Category[]> {
      return db.selectFrom('categories as c')
        .select((eb) => [
          'c.id', 'c.name', 'c.sort_order as order',
          eb.selectFrom('interests as i').whereRef('i.category_id', '=', 'c.id')
            .select(sql<Category['interests']>`coalesce(json_agg(json_build_object('id', i.id, 'name', i.name) order by i.sort_order, i.id), '[]')`.as('interests'))
            .$notNull().as('interests'),
        ])
        .orderBy('c.sort_order')
        .execute() as Promise<Category[]>;
    },
  };
}

export type CategoriesRepository = ReturnType<typeof createCategoriesRepository>;
