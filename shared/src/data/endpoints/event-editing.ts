// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listOrganizedEvents = /*#__PURE__*/ reference<Contract['listOrganizedEvents']>({ name: 'listOrganizedEvents', method: 'GET', path: '/org/events', tags: ['Event'] });
export const createEvent = /*#__PURE__*/ reference<Contract['createEvent']>({ name: 'createEvent', method: 'POST', path: '/org/events', invalidates: ['Event'], idempotencyKey: true });
export const getOrganizedEvent = /*#__PURE__*/ reference<Contract['getOrganizedEvent']>({ name: 'getOrganizedEvent', method: 'GET', path: '/org/events/{id}', tags: ['Event'] });
export const updateEvent = /*#__PURE__*/ reference<Contract['updateEvent']>({ name: 'updateEvent', method: 'PATCH', path: '/org/events/{id}', invalidates: ['Event'] });
export const publishEvent = /*#__PURE__*/ reference<Contract['publishEvent']>({ name: 'publishEvent', method: 'POST', path: '/org/events/{id}/publish', invalidates: ['Event'] });
export const duplicateEvent = /*#__PURE__*/ reference<Contract['duplicateEvent']>({ name: 'duplicateEvent', method: 'POST', path: '/org/events/{id}/duplicate', invalidates: ['Event'], idempotencyKey: true });
export const deleteEvent = /*#__PURE__*/ reference<Contract['deleteEvent']>({ name: 'deleteEvent', method: 'DELETE', path: '/org/events/{id}', invalidates: ['Event'] });
