import type { Plan, Subscription } from '@manabiba/shared/contract/plans';
import { formatYen } from '@manabiba/shared/format/yen';
import { subHours } from 'date-fns';

const audienceWords: Record<Plan['audience'], string> = {
  student: '24歳以下の方',
  adult: '25歳以上の方',
  all: 'どなたでも',
};

/** The audience of a plan. */
export const planAudience = ({ audience }: Plan) => audienceWords[audience];

/** The title of a plan including the product name. */
export const planTitle = ({ name }: Plan) => `まなびば ${name}`;

/** 月額1,000円(税込) */
export const planPrice = ({ interval, price }: Plan) =>
  `${interval === 'year' ? '年額' : '月額'}${formatYen(price)}(税込)`;

/** The unit after the price. */
export const priceUnit = ({ interval }: Plan) => `円 / ${interval === 'year' ? '年' : '月'}(税込)`;

/** The last day that is free in full. The price is charged on the day after. */
export const lastFreeDay = (trialEndsAt: Date | string) => subHours(trialEndsAt, 24);

/** The tax included in a price at 10 %. */
export const taxIn = (amount: number) => Math.floor((amount * 10) / 110);

type RunningState = Exclude<Subscription['state'], 'cancelled' | 'incomplete'>;

/** Whether a subscription is running: neither ended nor waiting for the bank. */
export const isRunning = (subscription: Subscription | null): subscription is Subscription & { state: RunningState } =>
  subscription !== null && subscription.state !== 'cancelled' && subscription.state !== 'incomplete';
