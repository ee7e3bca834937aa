// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listCompanions = /*#__PURE__*/ reference<Contract['listCompanions']>({ name: 'listCompanions', method: 'GET', path: '/me/events/{id}/companions', tags: ['Event'] });
export const cancelCompanion = /*#__PURE__*/ reference<Contract['cancelCompanion']>({ name: 'cancelCompanion', method: 'DELETE', path: '/me/events/{id}/companions/{companionId}', invalidates: ['Event'], idempotencyKey: true });
