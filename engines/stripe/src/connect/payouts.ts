import type { Stripe } from 'stripe';

import { emit, emitChange } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { enter } from '../money/balance-transactions';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';
import { takeFromBalance } from './balance';

type Payout = Kinds['payout'];

/** Bank accounts that reject payouts. Source: Stripe's test accounts for Japan. */
const REFUSALS: Readonly<Record<string, { code: string; message: string }>> = {
  '1111113': { code: 'account_closed', message: 'The bank account has been closed.' },
  '1111116': { code: 'no_account', message: 'The bank account could not be located.' },
  '2222227': {
    code: 'invalid_currency',
    message: 'The bank was unable to process this payout because of its currency.',
  },
};

/** Creates a payout of the available balance to the account's bank. */
export async function createPayout(work: Work, params: Stripe.PayoutCreateParams): Promise<Payout> {
  const destination = await destinationOf(work, params.destination);
  await takeFromBalance(work, params.amount);
  const id = newId('po');
  const arrival = work.now + work.settings.payoutSeconds;
  const payout = work.save<'payout'>({
    id,
    object: 'payout',
    amount: params.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: arrival,
    automatic: false,
    balance_transaction: enter(work, {
      type: 'payout',
      amount: -params.amount,
      source: id,
      description: 'STRIPE PAYOUT',
    }).id,
    created: work.now,
    currency: CURRENCY,
    description: params.description ?? null,
    destination,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: mergedMetadata(null, params.metadata),
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: params.statement_descriptor ?? null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
    _dueAt: arrival,
  });
  await emit(work, 'payout.created', payout);
  return payout;
}

/** Completes a due payout: it has arrived, or the bank has rejected it. */
export async function payoutDue(work: Work, payout: Payout): Promise<void> {
  const account = work.account === '' ? undefined : await work.in('').find('account', work.account);
  const refusal = REFUSALS[account?._bankAccountNumber ?? ''];
  if (!refusal) {
    await emitChange<Payout>(work, 'payout.paid', payout, { status: 'paid', _dueAt: null });
    return;
  }
  const entry = enter(work, { type: 'payout_failure', amount: payout.amount, source: payout.id });
  await emitChange<Payout>(work, 'payout.failed', payout, {
    status: 'failed',
    failure_code: refusal.code,
    failure_message: refusal.message,
    failure_balance_transaction: entry.id,
    _dueAt: null,
  });
}

export async function cancelPayout(work: Work, payout: Payout): Promise<Payout> {
  if (payout.status !== 'pending')
    throw invalid(`Payouts can only be canceled while they are pending; this one is ${payout.status}.`);
  const entry = enter(work, { type: 'payout_cancel', amount: payout.amount, source: payout.id });
  await emitChange<Payout>(work, 'payout.canceled', payout, {
    status: 'canceled',
    failure_balance_transaction: entry.id,
    _dueAt: null,
  });
  return payout;
}

/** Returns the bank account of the connected account; the platform has a fixed one. */
async function destinationOf(work: Work, named: string | undefined): Promise<string> {
  if (work.account === '') return 'ba_platform';
  const account = await work.in('').get('account', work.account);
  if (!account.payouts_enabled)
    throw invalid(
      'Cannot create payouts: this account has requirements that need to be fulfilled.',
      'payouts_not_allowed',
    );
  const banks = account.external_accounts?.data ?? [];
  const found = named === undefined ? banks[0] : banks.find(({ id }) => id === named);
  if (!found)
    throw invalid('Sorry, you do not have any external accounts in that currency.', 'resource_missing', 'destination');
  return found.id;
}
