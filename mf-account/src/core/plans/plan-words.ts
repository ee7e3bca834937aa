import type { Plan, StripeCard, Subscription } from '@manabiba/shared/contract/plans';
import { formatYen } from '@manabiba/shared/format/yen';

const DAY_MS = 86_400_000;

const audienceWords: Record<Plan['audience'], string> = {
  student: '24歳以下の方',
  adult: '25歳以上の方',
  all: 'どなたでも',
};
const brandNames: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  jcb: 'JCB',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  unionpay: 'UnionPay',
};

/** Who a plan is for. */
export const planAudience = ({ audience }: Plan) => audienceWords[audience];

/** What a plan is called where the product has to be named too. */
export const planTitle = ({ name }: Plan) => `まなびば ${name}`;

/** 月額1,000円(税込) */
export const planPrice = ({ interval, price }: Plan) =>
  `${interval === 'year' ? '年額' : '月額'}${formatYen(price)}(税込)`;

/** What stands after the number of the price. */
export const priceUnit = ({ interval }: Plan) => `円 / ${interval === 'year' ? '年' : '月'}(税込)`;

/** Visa 末尾 4242 */
export const cardName = ({ brand, last4 }: Pick<StripeCard, 'brand' | 'last4'>) =>
  `${brandNames[brand] ?? 'カード'} 末尾 ${last4}`;

/** The last day that is free from its first to its last minute. The price is charged on the day after. */
export const lastFreeDay = (trialEndsAt: Date | string) => new Date(new Date(trialEndsAt).getTime() - DAY_MS);

/** The tax in a price that includes 10 %. */
export const taxIn = (amount: number) => Math.floor((amount * 10) / 110);

type RunningState = Exclude<Subscription['state'], 'cancelled' | 'incomplete'>;

/** A plan that somebody has now: not one that has ended, or waits for the bank. */
export const isRunning = (subscription: Subscription | null): subscription is Subscription & { state: RunningState } =>
  subscription !== null && subscription.state !== 'cancelled' && subscription.state !== 'incomplete';
