// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listMyEvents = /*#__PURE__*/ reference<Contract['listMyEvents']>({ name: 'listMyEvents', method: 'GET', path: '/me/aud/events', tags: ['Event'] });
export const getMyEvent = /*#__PURE__*/ reference<Contract['getMyEvent']>({ name: 'getMyEvent', method: 'GET', path: '/me/aud/events/{id}', tags: ['Event'] });
export const createPremiumParticipation = /*#__PURE__*/ reference<Contract['createPremiumParticipation']>({ name: 'createPremiumParticipation', method: 'POST', path: '/me/event/{id}/premium_participation', invalidates: ['Event'], idempotencyKey: true });
export const createStudentParticipation = /*#__PURE__*/ reference<Contract['createStudentParticipation']>({ name: 'createStudentParticipation', method: 'POST', path: '/me/event/{id}/student_participation', invalidates: ['Event'], idempotencyKey: true });
export const redeemInvitation = /*#__PURE__*/ reference<Contract['redeemInvitation']>({ name: 'redeemInvitation', method: 'POST', path: '/me/event/{id}/invitation', invalidates: ['Event'], idempotencyKey: true });
export const createParticipation = /*#__PURE__*/ reference<Contract['createParticipation']>({ name: 'createParticipation', method: 'POST', path: '/me/events/{id}/participation', invalidates: ['Event', 'Archive'], idempotencyKey: true });
export const getCancellation = /*#__PURE__*/ reference<Contract['getCancellation']>({ name: 'getCancellation', method: 'GET', path: '/me/events/{id}/cancellation' });
export const cancelParticipation = /*#__PURE__*/ reference<Contract['cancelParticipation']>({ name: 'cancelParticipation', method: 'DELETE', path: '/me/events/{id}/participation', invalidates: ['Event', 'Archive'], idempotencyKey: true });
