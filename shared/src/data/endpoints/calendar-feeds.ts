// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getCalendarFeed = /*#__PURE__*/ reference<Contract['getCalendarFeed']>({ name: 'getCalendarFeed', method: 'GET', path: '/me/calendar_feed', tags: ['Event'] });
export const createCalendarFeed = /*#__PURE__*/ reference<Contract['createCalendarFeed']>({ name: 'createCalendarFeed', method: 'POST', path: '/me/calendar_feed', invalidates: ['Event'], idempotencyKey: true });
export const deleteCalendarFeed = /*#__PURE__*/ reference<Contract['deleteCalendarFeed']>({ name: 'deleteCalendarFeed', method: 'DELETE', path: '/me/calendar_feed', invalidates: ['Event'] });
