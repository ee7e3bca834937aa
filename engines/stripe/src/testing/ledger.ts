import type { Stripe } from 'stripe';

type Options = { stripeAccount: string } | undefined;

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of list) found.push(each);
  return found;
}

const total = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0);

/**
 * Returns an account's balance computed from its objects (charges less refunds, fees, transfers and payouts) and from
 * its balance entries. They must be equal to the yen.
 */
export async function ledger(stripe: Stripe, account?: string) {
  const options: Options = account === undefined ? undefined : { stripeAccount: account };
  const page = { limit: 100 };
  const [charges, refunds, transfers, payouts, entries, fees] = await Promise.all([
    all(stripe.charges.list(page, options)),
    all(stripe.refunds.list(page, options)),
    all(stripe.transfers.list(page, options)),
    all(stripe.payouts.list(page, options)),
    all(stripe.balanceTransactions.list(page, options)),
    all(stripe.applicationFees.list(page, options)),
  ]);
  const isOut = ({ status }: Stripe.Payout) => status !== 'failed' && status !== 'canceled';
  const byObjects =
    total(charges, ({ amount_captured: captured }) => captured) -
    total(refunds, ({ amount, status }) => (status === 'canceled' ? 0 : amount)) -
    total(transfers, ({ amount, amount_reversed: back }) => amount - back) -
    total(payouts.filter(isOut), ({ amount }) => amount) -
    total(entries, ({ fee }) => fee) +
    total(fees, ({ amount, amount_refunded: back }) => amount - back) +
    // Application fees are objects of the platform; an account sees only their refunds, in its balance.
    (account
      ? total(
          entries.filter(({ type }) => type === 'application_fee_refund'),
          ({ amount }) => amount,
        )
      : 0);
  const { available, pending } = await stripe.balance.retrieve(undefined, options);
  return { byObjects, byBalance: total([...available, ...pending], ({ amount }) => amount), charges, refunds };
}
