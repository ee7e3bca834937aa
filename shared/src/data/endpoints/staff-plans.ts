// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listStaffPlans = /*#__PURE__*/ reference<Contract['listStaffPlans']>({ name: 'listStaffPlans', method: 'GET', path: '/staff/plans', tags: ['Staff'] });
export const setPlanSale = /*#__PURE__*/ reference<Contract['setPlanSale']>({ name: 'setPlanSale', method: 'PUT', path: '/staff/plans/{id}/sale', invalidates: ['Staff', 'Subscription'] });
export const changePlanPrice = /*#__PURE__*/ reference<Contract['changePlanPrice']>({ name: 'changePlanPrice', method: 'POST', path: '/staff/plans/{id}/price', invalidates: ['Staff', 'Subscription'], idempotencyKey: true });
export const listCoupons = /*#__PURE__*/ reference<Contract['listCoupons']>({ name: 'listCoupons', method: 'GET', path: '/staff/coupons', tags: ['Staff'] });
export const createCoupon = /*#__PURE__*/ reference<Contract['createCoupon']>({ name: 'createCoupon', method: 'POST', path: '/staff/coupons', invalidates: ['Staff'], idempotencyKey: true });
export const endCoupon = /*#__PURE__*/ reference<Contract['endCoupon']>({ name: 'endCoupon', method: 'POST', path: '/staff/coupon_ends', invalidates: ['Staff'] });
