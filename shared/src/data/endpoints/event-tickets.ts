// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createTicketType = /*#__PURE__*/ reference<Contract['createTicketType']>({ name: 'createTicketType', method: 'POST', path: '/org/events/{id}/ticket_types', invalidates: ['Event'], idempotencyKey: true });
export const updateTicketType = /*#__PURE__*/ reference<Contract['updateTicketType']>({ name: 'updateTicketType', method: 'PATCH', path: '/org/events/{id}/ticket_types/{ticketTypeId}', invalidates: ['Event'] });
export const deleteTicketType = /*#__PURE__*/ reference<Contract['deleteTicketType']>({ name: 'deleteTicketType', method: 'DELETE', path: '/org/events/{id}/ticket_types/{ticketTypeId}', invalidates: ['Event'] });
export const listInvitations = /*#__PURE__*/ reference<Contract['listInvitations']>({ name: 'listInvitations', method: 'GET', path: '/org/events/{id}/invitations', tags: ['Event'] });
export const createInvitation = /*#__PURE__*/ reference<Contract['createInvitation']>({ name: 'createInvitation', method: 'POST', path: '/org/events/{id}/invitations', invalidates: ['Event'], idempotencyKey: true });
export const deleteInvitation = /*#__PURE__*/ reference<Contract['deleteInvitation']>({ name: 'deleteInvitation', method: 'DELETE', path: '/org/events/{id}/invitations/{invitationId}', invalidates: ['Event'] });
