// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createSeriesPaymentIntent = /*#__PURE__*/ reference<Contract['createSeriesPaymentIntent']>({ name: 'createSeriesPaymentIntent', method: 'POST', path: '/me/series/{id}/payment_intent', invalidates: ['Event', 'Classroom'], idempotencyKey: true });
