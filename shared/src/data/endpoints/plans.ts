// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getAppSubscriptionPlan = /*#__PURE__*/ reference<Contract['getAppSubscriptionPlan']>({ name: 'getAppSubscriptionPlan', method: 'GET', path: '/app_subscription_plan', tags: ['Subscription'] });
export const listSubscriptionPlans = /*#__PURE__*/ reference<Contract['listSubscriptionPlans']>({ name: 'listSubscriptionPlans', method: 'GET', path: '/subscription_plans', tags: ['Subscription'] });
export const checkTrialCoupon = /*#__PURE__*/ reference<Contract['checkTrialCoupon']>({ name: 'checkTrialCoupon', method: 'POST', path: '/check_trial_coupon' });
export const createAppSubscription = /*#__PURE__*/ reference<Contract['createAppSubscription']>({ name: 'createAppSubscription', method: 'POST', path: '/me/app_subscription', invalidates: ['Subscription', 'Auth'], idempotencyKey: true });
export const getStripeCard = /*#__PURE__*/ reference<Contract['getStripeCard']>({ name: 'getStripeCard', method: 'GET', path: '/me/stripe-card', tags: ['Subscription'] });
export const createSubscription = /*#__PURE__*/ reference<Contract['createSubscription']>({ name: 'createSubscription', method: 'POST', path: '/me/subscriptions', invalidates: ['Subscription', 'Auth'], idempotencyKey: true });
export const updateSubscription = /*#__PURE__*/ reference<Contract['updateSubscription']>({ name: 'updateSubscription', method: 'PATCH', path: '/me/subscriptions', invalidates: ['Subscription', 'Auth'], idempotencyKey: true });
export const deleteSubscription = /*#__PURE__*/ reference<Contract['deleteSubscription']>({ name: 'deleteSubscription', method: 'DELETE', path: '/me/subscriptions', invalidates: ['Subscription', 'Auth'], idempotencyKey: true });
export const getSubscriptionTrial = /*#__PURE__*/ reference<Contract['getSubscriptionTrial']>({ name: 'getSubscriptionTrial', method: 'GET', path: '/me/subscription_trial', tags: ['Subscription'] });
export const getSubscription = /*#__PURE__*/ reference<Contract['getSubscription']>({ name: 'getSubscription', method: 'GET', path: '/me/subscription', tags: ['Subscription'] });
