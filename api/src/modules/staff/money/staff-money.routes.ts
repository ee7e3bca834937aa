import {
  checkLedger,
  checkSeats,
  getStaffSeatProof,
  listPaidTickets,
  listStaffPayouts,
  refundPayment,
} from '@manabiba/shared/contract/staff-money';
import {
  changePlanPrice,
  createCoupon,
  endCoupon,
  listCoupons,
  listStaffPlans,
  setPlanSale,
} from '@manabiba/shared/contract/staff-plans';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { MoneyChecksService } from './money-checks.service';
import type { StaffMoneyService } from './staff-money.service';
import type { StaffPlansService } from './staff-plans.service';

export function staffMoneyRoutes(app: FastifyInstance, money: StaffMoneyService): void {
  route(app, listPaidTickets, ({ query }) => money.listPaid(query.q));
  route(app, refundPayment, ({ params, body, viewer }) => money.refund(viewer, params.id, body.reason));
  route(app, listStaffPayouts, ({ query }) => money.listPayouts(query));
}

export function moneyChecksRoutes(app: FastifyInstance, checks: MoneyChecksService): void {
  route(app, checkLedger, ({ viewer }) => checks.checkLedger(viewer.id));
  route(app, getStaffSeatProof, () => checks.readSeats());
  route(app, checkSeats, ({ viewer }) => checks.checkSeats(viewer.id));
}

export function staffPlansRoutes(app: FastifyInstance, plans: StaffPlansService): void {
  route(app, listStaffPlans, () => plans.listPlans());
  route(app, setPlanSale, ({ params, body, viewer }) => plans.setSale(viewer.id, params.id, body));
  route(app, changePlanPrice, ({ params, body, viewer }) => plans.changePrice(viewer.id, params.id, body));
  route(app, listCoupons, () => plans.listCoupons());
  route(app, createCoupon, ({ body, viewer }) => plans.createCoupon(viewer.id, body));
  route(app, endCoupon, ({ body, viewer }) => plans.endCoupon(viewer.id, body));
}
