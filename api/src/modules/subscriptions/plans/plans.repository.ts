import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { PlansTable, TrialCouponsTable } from '../../../tables/subscriptions';

export type PlanRow = Selectable<PlansTable>;
export type CouponRow = Selectable<TrialCouponsTable>;

export type PlansRepository = ReturnType<typeof createPlansRepository>;

/** Plans for sale. */
export function createPlansRepository(db: Db) {
  return {
    /** Lists active plans, in display order. */
    list: (): Promise<PlanRow[]> =>
      db.selectFrom('plans').selectAll().where('is_active', '=', true).orderBy('sort_order').orderBy('id').execute(),

    /** Lists all plans, in display order, with how many people have each now and how many of them are in the free trial. */
    async listAll(): Promise<(PlanRow & { subscribers: number; trials: number })[]> {
      const { rows } = await sql<PlanRow & { subscribers: number; trials: number }>`
        select p.*, coalesce(s.subscribers, 0) as subscribers, coalesce(s.trials, 0) as trials from plans p
        left join (
          select plan_id, count(*)::int as subscribers, (count(*) filter (where state = 'trialing'))::int as trials
          from subscriptions where state not in ('incomplete', 'cancelled') group by plan_id) s on s.plan_id = p.id
        order by p.sort_order, p.id`.execute(db);
      return rows;
    },

    find: (id: string, on: Db = db): Promise<PlanRow | undefined> =>
      on.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst(),

    findByPrice: (priceId: string): Promise<PlanRow | undefined> =>
      db.selectFrom('plans').selectAll().where('stripe_price_id', '=', priceId).executeTakeFirst(),

    findByAppProduct: (productId: string): Promise<PlanRow | undefined> =>
      db.selectFrom('plans').selectAll().where('app_product_id', '=', productId).executeTakeFirst(),

    async insert(trx: Trx, plan: Insertable<PlansTable>): Promise<boolean> {
      const inserted = await trx
        .insertInto('plans')
        .values(plan)
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst();
      return inserted !== undefined;
    },

    /** Returns whether the plan was active before; nothing when there is none. */
    async setActive(trx: Trx, id: string, isActive: boolean): Promise<boolean | undefined> {
      const before = await trx
        .selectFrom('plans')
        .select('is_active')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (before) await trx.updateTable('plans').set({ is_active: isActive }).where('id', '=', id).execute();
      return before?.is_active;
    },

    async setPrice(id: string, priceId: string): Promise<void> {
      await db
        .updateTable('plans')
        .set({ stripe_price_id: priceId })
        .where('id', '=', id)
        .where('stripe_price_id', 'is distinct from', priceId)
        .execute();
    },
  };
}
