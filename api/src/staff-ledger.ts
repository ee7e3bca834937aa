import type { Env } from './env';
import { createLedgerRepository } from './modules/payments/ledger/ledger.repository';
import { compareLedger, type Ledger } from './modules/payments/ledger/ledger.service';
import { StaffRefusal } from './modules/staff/staff.service';
import type { Db } from './platform/database/db';
import { createStripeClient } from './platform/stripe/stripe-client';

/** Usage text of the ledger command. */
export const ledgerUsage = `npm run staff -- ledger                         whether the payment provider and the sale histories agree, to the yen`;

const NAMES = { paid: 'paid', invoices: 'of it plans', refunded: 'refunded', transferred: 'transferred' } as const;
const yen = (amount: number | null) => (amount === null ? 'nothing' : `${amount.toLocaleString('en')} yen`);

/** Returns the totals of provider and books. Throws with every difference when they do not agree. */
export async function runLedgerCommand({ db, env }: { db: Db; env: Env }): Promise<string> {
  if (!env.payments)
    throw new StaffRefusal('No payment provider is configured: set STRIPE_SECRET_KEY, or start the product.');
  const ledger = await compareLedger(createLedgerRepository(db), createStripeClient(env.payments));
  const report = formatLedger(ledger);
  if (ledger.differences.length > 0) throw new StaffRefusal(report);
  return report;
}

function formatLedger({ sums, differences }: Ledger): string {
  const lines = Object.entries(NAMES).map(([account, name]) => {
    const { provider, books } = sums[account as keyof typeof NAMES];
    return `${name.padEnd(12)}provider ${yen(provider)}, books ${yen(books)}`;
  });
  const different = differences.map(
    ({ account, id, ownId, provider, books }) =>
      `${account} ${id}${ownId === null || ownId === id ? '' : ` (${ownId})`}: provider ${yen(provider)}, books ${yen(books)}`,
  );
  return [...lines, differences.length === 0 ? 'They agree.' : 'They do not agree:', ...different].join('\n');
}
