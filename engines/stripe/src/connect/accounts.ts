import type { Stripe } from 'stripe';

import { deletedForm } from '../customers/customers';
import { emit } from '../events/emit';
import { invalid, StripeError } from '../http/stripe-error';
import { pagePaths } from '../pages/paths';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { listAnswer } from '../work/lists';
import type { Work } from '../work/work';
import { balanceOf } from './balance';

type Account = Kinds['account'];

/** The requirements of an account until onboarding is complete. */
const DUE = [
  'business_profile.url',
  'business_type',
  'external_account',
  'individual.address',
  'individual.dob',
  'individual.first_name',
  'individual.last_name',
  'tos_acceptance.date',
];
/** How long an onboarding link is valid. */
const LINK_SECONDS = 300;
/** Payouts to this bank account succeed. Source: Stripe's test accounts for Japan. */
const GOOD_BANK_ACCOUNT = '0001234';

/**
 * Returns an existing account. Throws 403, as Stripe does, for a `Stripe-Account` that does not belong to the platform.
 */
export async function connectedAccount(work: Work, id: string): Promise<Account> {
  const account = await work.in('').find('account', id);
  if (account && !(account as { deleted?: boolean }).deleted) return account;
  throw new StripeError({
    status: 403,
    code: 'account_invalid',
    message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
  });
}

export async function createAccount(work: Work, params: Stripe.AccountCreateParams): Promise<Account> {
  if (params.type !== undefined && params.controller !== undefined)
    throw invalid('You may only specify one of these parameters: type, controller.', 'parameters_exclusive');
  const id = newId('acct').slice(0, 'acct_'.length + 16);
  const account = work.save<'account'>({
    id,
    object: 'account',
    business_profile: profileOf(params.business_profile),
    business_type: params.business_type ?? null,
    capabilities: requestedCapabilities({}, params.capabilities),
    charges_enabled: false,
    controller: controllerOf(params),
    country: params.country ?? 'JP',
    created: work.now,
    default_currency: CURRENCY,
    details_submitted: false,
    email: params.email ?? null,
    external_accounts: listAnswer(
      `/v1/accounts/${id}/external_accounts`,
      [],
    ) as unknown as Account['external_accounts'],
    future_requirements: requirements([]),
    metadata: mergedMetadata(null, params.metadata),
    payouts_enabled: false,
    requirements: requirements(DUE),
    settings: settingsOf(),
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: params.controller ? 'none' : (params.type ?? 'standard'),
  });
  await emit(work.in(id), 'account.updated', account);
  return account;
}

export async function updateAccount(
  work: Work,
  account: Account,
  params: Stripe.AccountUpdateParams,
): Promise<Account> {
  const change: Partial<Account> = {
    business_profile: params.business_profile ? { ...profileOf(params.business_profile) } : account.business_profile,
    capabilities: requestedCapabilities(account.capabilities ?? {}, params.capabilities, account.details_submitted),
    email: params.email ?? account.email,
    metadata: mergedMetadata(account.metadata ?? {}, params.metadata),
  };
  const previous = { email: account.email, capabilities: account.capabilities };
  Object.assign(account, change);
  work.save(account);
  await emit(work.in(account.id), 'account.updated', account, previous);
  return account;
}

/** Completes onboarding: the account can receive charges and payouts. */
export async function completeOnboarding(
  work: Work,
  accountId: string,
  { bankAccountNumber = GOOD_BANK_ACCOUNT }: { bankAccountNumber?: string } = {},
): Promise<Account> {
  const account = await connectedAccount(work, accountId);
  const requested = Object.keys(account.capabilities ?? {});
  const bank = bankAccount(account.id, bankAccountNumber);
  Object.assign(account, {
    capabilities: Object.fromEntries(requested.map((name) => [name, 'active'])),
    charges_enabled: requested.includes('card_payments'),
    details_submitted: true,
    payouts_enabled: true,
    external_accounts: listAnswer(`/v1/accounts/${account.id}/external_accounts`, [bank]),
    requirements: requirements([]),
    tos_acceptance: { date: work.now, ip: null, user_agent: null },
    _bankAccountNumber: bankAccountNumber,
  });
  work.in('').save(account);
  await emit(work.in(account.id), 'account.updated', account, { details_submitted: false, payouts_enabled: false });
  return account;
}

/** Deletes an account. Throws 400 while it still has a balance. */
export async function deleteAccount(work: Work, id: string): Promise<object> {
  const account = await work.get('account', id);
  const { available, pending } = await balanceOf(work.in(id));
  if (available !== 0 || pending !== 0)
    throw invalid('Only accounts with a balance of zero can be deleted.', 'account_invalid');
  work.save<'account'>(Object.assign(account, { deleted: true }));
  return deletedForm(account);
}

/** Throws 400 when the account cannot receive transfers. */
export async function checkDestination(
  work: Work,
  accountId: string,
  param = 'transfer_data[destination]',
): Promise<Account> {
  const account = await work.in('').find('account', accountId);
  if (!account || (account as { deleted?: boolean }).deleted)
    throw invalid(`No such destination: '${accountId}'`, 'resource_missing', param);
  if (account.capabilities?.transfers !== 'active')
    throw invalid(
      'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments',
      'insufficient_capabilities_for_transfer',
      param,
    );
  return account;
}

/** Creates a single-use link to the engine's onboarding page, valid for five minutes. */
export async function createAccountLink(work: Work, params: Stripe.AccountLinkCreateParams): Promise<object> {
  const account = await work.get('account', params.account, 'account');
  if (!params.refresh_url || !params.return_url)
    throw invalid('You must provide `refresh_url` and `return_url`.', 'parameter_missing', 'return_url');
  const token = newId('link').slice('link_'.length);
  work.save<'account_link'>({
    id: token,
    object: 'account_link',
    account: account.id,
    created: work.now,
    expires_at: work.now + LINK_SECONDS,
    refresh_url: params.refresh_url,
    return_url: params.return_url,
    isUsed: false,
    _dueAt: work.now + LINK_SECONDS,
  });
  return {
    object: 'account_link',
    created: work.now,
    expires_at: work.now + LINK_SECONDS,
    url: `${work.settings.publicUrl()}${pagePaths.onboarding(token)}`,
  };
}

/** Uses a link. Returns undefined when it is used, expired or unknown; the page then redirects to `refresh_url`. */
export async function openAccountLink(work: Work, token: string): Promise<Kinds['account_link'] | undefined> {
  const link = await work.find('account_link', token);
  if (!link || link.isUsed || link.expires_at <= work.now) return undefined;
  link.isUsed = true;
  work.save(link);
  return link;
}

function requestedCapabilities(
  current: Stripe.Account.Capabilities,
  given: Stripe.AccountCreateParams['capabilities'],
  isOnboarded = false,
): Stripe.Account.Capabilities {
  const changed = Object.entries(given ?? {}).map(([name, { requested }]) => [
    name,
    requested ? (isOnboarded ? 'active' : 'inactive') : undefined,
  ]);
  const merged: Record<string, unknown> = { ...current, ...Object.fromEntries(changed) };
  return Object.fromEntries(Object.entries(merged).filter(([, state]) => state !== undefined));
}

function controllerOf({ controller, type }: Stripe.AccountCreateParams): Stripe.Account.Controller {
  return {
    fees: { payer: controller?.fees?.payer ?? (type === 'standard' ? 'account' : 'application_express') },
    is_controller: true,
    losses: { payments: controller?.losses?.payments ?? (type === 'standard' ? 'stripe' : 'application') },
    requirement_collection: controller?.requirement_collection ?? 'stripe',
    stripe_dashboard: { type: controller?.stripe_dashboard?.type ?? (type === 'express' ? 'express' : 'full') },
    type: 'application',
  };
}

function profileOf(given: Stripe.AccountCreateParams.BusinessProfile | undefined): Stripe.Account.BusinessProfile {
  return {
    mcc: given?.mcc ?? null,
    minority_owned_business_designation: null,
    name: given?.name ?? null,
    product_description: given?.product_description ?? null,
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: given?.url ?? null,
  };
}

const requirements = (due: readonly string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: [...due],
  disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: [...due],
  past_due: [...due],
  pending_verification: [],
});

function settingsOf(): Stripe.Account.Settings {
  return {
    branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: null, timezone: 'Asia/Tokyo' },
    payments: {
      statement_descriptor: null,
      statement_descriptor_kana: null,
      statement_descriptor_kanji: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    payouts: {
      debit_negative_balances: false,
      schedule: { delay_days: 4, interval: 'manual' },
      statement_descriptor: null,
    },
  };
}

const bankAccount = (accountId: string, number: string) => ({
  id: newId('ba'),
  object: 'bank_account',
  account: accountId,
  account_holder_name: 'ヤマダ ハナコ',
  account_holder_type: 'individual',
  account_type: 'futsu',
  available_payout_methods: ['standard'],
  bank_name: 'STRIPE TEST BANK',
  country: 'JP',
  currency: CURRENCY,
  default_for_currency: true,
  fingerprint: null,
  last4: number.slice(-4),
  metadata: {},
  routing_number: '1100000',
  status: 'new',
});
