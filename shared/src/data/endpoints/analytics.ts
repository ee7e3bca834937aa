// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const recordAnalytics = /*#__PURE__*/ reference<Contract['recordAnalytics']>({ name: 'recordAnalytics', method: 'POST', path: '/analytics_events', maxRetries: 0 });
export const listAnalyticsCounts = /*#__PURE__*/ reference<Contract['listAnalyticsCounts']>({ name: 'listAnalyticsCounts', method: 'GET', path: '/staff/analytics' });
