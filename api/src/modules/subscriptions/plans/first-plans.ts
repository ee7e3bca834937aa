import type { Pool, PoolClient } from 'pg';

const everything = 'スタンダードのすべて';
/** Trial days of every plan for a user who never had a trial. */
const TRIAL_DAYS = 14;

/** Default plans of an empty product, in display order. Ids never change. */
const firstPlans = [
  {
    id: 'plan_standard',
    name: 'スタンダード',
    price: 1000,
    interval: 'month',
    audience: 'all',
    features: ['プラン会員向けのアーカイブを視聴', 'プラン会員のお席でイベントに参加', '解約は設定からいつでも'],
    app_product_id: 'standard.monthly',
  },
  {
    id: 'plan_standard_year',
    name: 'スタンダード(年払い)',
    price: 10_000,
    interval: 'year',
    audience: 'all',
    features: [everything, '2か月分お得です', '年に1回のお支払い'],
    app_product_id: null,
  },
  {
    id: 'plan_student',
    name: '学生',
    price: 500,
    interval: 'month',
    audience: 'student',
    features: [everything, '学生の方だけの価格', '18歳未満の方は保護者の同意が必要'],
    app_product_id: null,
  },
] as const;

/** Inserts the default plans when there are none. Leaves existing plans alone. */
export async function fillPlans(database: Pool | PoolClient): Promise<void> {
  const rows = firstPlans.map((plan, index) => ({ ...plan, trial_days: TRIAL_DAYS, sort_order: index + 1 }));
  await database.query(
    `insert into plans (id, name, price, interval, audience, trial_days, features, app_product_id, sort_order)
     select id, name, price, interval, audience, trial_days, features, app_product_id, sort_order from json_populate_recordset(null::plans, $1)
     where not exists (select from plans)
     on conflict do nothing`,
    [JSON.stringify(rows)],
  );
}
