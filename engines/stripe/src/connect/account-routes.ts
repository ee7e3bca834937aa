import type { Stripe } from 'stripe';

import { route } from '../http/route';
import { pagePaths } from '../pages/paths';
import { bool, hash, metadata, oneOf, params, required, type Rule, text } from '../params/rules';
import { currency, email, id, url } from '../params/shared-rules';
import { listPage, PAGE_BY_CREATED, type PageParams } from '../work/lists';
import { createAccount, createAccountLink, deleteAccount, updateAccount } from './accounts';
import { balanceAnswer } from './balance';

const requested: Rule = hash<{ requested?: boolean }>({ requested: bool });
const shape = {
  business_profile: hash<Stripe.AccountCreateParams.BusinessProfile>({
    mcc: text({ max: 4 }),
    name: text({ max: 500 }),
    product_description: text(),
    url,
  }),
  business_type: oneOf('company', 'government_entity', 'individual', 'non_profit'),
  capabilities: hash<Stripe.AccountCreateParams.Capabilities>({
    card_payments: requested,
    jcb_payments: requested,
    konbini_payments: requested,
    paypay_payments: requested,
    transfers: requested,
  }),
  email,
  metadata,
};

type Controller = Stripe.AccountCreateParams.Controller;

const controller = hash<Controller>({
  fees: hash<NonNullable<Controller['fees']>>({ payer: oneOf('account', 'application') }),
  losses: hash<NonNullable<Controller['losses']>>({ payments: oneOf('application', 'stripe') }),
  requirement_collection: oneOf('application', 'stripe'),
  stripe_dashboard: hash<NonNullable<Controller['stripe_dashboard']>>({ type: oneOf('express', 'full', 'none') }),
});

export const accountRoutes = [
  route({
    method: 'POST',
    path: '/v1/accounts',
    params: params<Stripe.AccountCreateParams>({
      ...shape,
      controller,
      country: oneOf('JP'),
      default_currency: currency,
      type: oneOf('custom', 'express', 'standard'),
    }),
    handle: ({ work, params: given }) => createAccount(work.in(''), given),
  }),
  route({
    method: 'GET',
    path: '/v1/accounts',
    params: params<PageParams>(PAGE_BY_CREATED),
    handle: ({ work, params: given }) => listPage(work.in(''), 'account', '/v1/accounts', given, { isListed: true }),
  }),
  route({
    method: 'GET',
    path: '/v1/accounts/:id',
    params: params<object>({}),
    handle: ({ work, id: accountId }) => work.in('').get('account', accountId),
  }),
  route({
    method: 'POST',
    path: '/v1/accounts/:id',
    params: params<Stripe.AccountUpdateParams>(shape),
    handle: async ({ work, id: accountId, params: given }) =>
      updateAccount(work.in(''), await work.in('').get('account', accountId), given),
  }),
  route({
    method: 'DELETE',
    path: '/v1/accounts/:id',
    params: params<object>({}),
    handle: ({ work, id: accountId }) => deleteAccount(work.in(''), accountId),
  }),
  route({
    method: 'POST',
    path: '/v1/accounts/:id/login_links',
    params: params<object>({}),
    handle: async ({ work, id: accountId }) => {
      const account = await work.in('').get('account', accountId);
      return {
        object: 'login_link',
        created: work.now,
        url: `${work.settings.publicUrl()}${pagePaths.express(account.id)}`,
      };
    },
  }),
  route({
    method: 'POST',
    path: '/v1/account_links',
    params: params<Stripe.AccountLinkCreateParams>({
      account: required(id),
      refresh_url: url,
      return_url: url,
      type: required(oneOf('account_onboarding', 'account_update')),
    }),
    handle: ({ work, params: given }) => createAccountLink(work.in(''), given),
  }),
  route({ method: 'GET', path: '/v1/balance', params: params<object>({}), handle: ({ work }) => balanceAnswer(work) }),
];
