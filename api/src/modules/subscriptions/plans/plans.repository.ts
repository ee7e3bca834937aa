import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../../platform/database/db';
import type { PlansTable, TrialCouponsTable } from '../../../tables/subscriptions';

export type PlanRow = Selectable<PlansTable>;
export type ListedPlan = PlanRow & { new_price: number | null; subscribers: number; trials: number };
export type CouponRow = Selectable<TrialCouponsTable>;

export type PlansRepository = ReturnType<typeof createPlansRepository>;

/** Plans for sale. */
export function createPlansRepository(db: Db) {
  return {
    /** Lists active plans, in display order. */
    list: (): Promise<PlanRow[]> =>
      db.selectFrom('plans').selectAll().where('is_active', '=', true).orderBy('sort_order').orderBy('id').execute(),

    /**
     * Lists all plans, in display order, with the price of the successor, how many people have each now and how many of
     * them are in the free trial.
     */
    async listAll(): Promise<ListedPlan[]> {
      const { rows } = await sql<ListedPlan>`
        select p.*, n.price as new_price, coalesce(s.subscribers, 0) as subscribers, coalesce(s.trials, 0) as trials from plans p
        left join plans n on n.id = p.successor_id
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

    /** Lists the plans that have a successor. */
    listReplaced: (): Promise<{ id: string; successor_id: string | null }[]> =>
      db.selectFrom('plans').select(['id', 'successor_id']).where('successor_id', 'is not', null).execute(),

    lock: (trx: Trx, id: string): Promise<PlanRow | undefined> =>
      trx.selectFrom('plans').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Puts a plan with another id and price in the place of this one: on sale as it was, in app stores and for coupons. */
    async replace(trx: Trx, plan: PlanRow, { id, price }: Pick<PlanRow, 'id' | 'price'>): Promise<void> {
      const { app_product_id: product, created_at: _created, ...same } = plan;
      await trx
        .updateTable('plans')
        .set({ is_active: false, app_product_id: null })
        .where('id', '=', plan.id)
        .execute();
      await trx
        .insertInto('plans')
        .values({ ...same, id, price, app_product_id: product, stripe_price_id: null })
        .execute();
      await trx.updateTable('plans').set({ successor_id: id }).where('id', '=', plan.id).execute();
      await trx.updateTable('trial_coupons').set({ plan_id: id }).where('plan_id', '=', plan.id).execute();
    },

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
