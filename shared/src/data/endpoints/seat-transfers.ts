// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createSeatTransfer = /*#__PURE__*/ reference<Contract['createSeatTransfer']>({ name: 'createSeatTransfer', method: 'POST', path: '/me/events/{id}/seat_transfer', invalidates: ['Event'], idempotencyKey: true });
export const listSeatTransfers = /*#__PURE__*/ reference<Contract['listSeatTransfers']>({ name: 'listSeatTransfers', method: 'GET', path: '/me/seat_transfers', tags: ['Event'] });
export const cancelSeatTransfer = /*#__PURE__*/ reference<Contract['cancelSeatTransfer']>({ name: 'cancelSeatTransfer', method: 'DELETE', path: '/me/seat_transfers/{id}', invalidates: ['Event'] });
export const getSeatOffer = /*#__PURE__*/ reference<Contract['getSeatOffer']>({ name: 'getSeatOffer', method: 'GET', path: '/seat_offers/{token}' });
export const acceptSeatOffer = /*#__PURE__*/ reference<Contract['acceptSeatOffer']>({ name: 'acceptSeatOffer', method: 'POST', path: '/seat_offers/{token}', invalidates: ['Event'] });
export const declineSeatOffer = /*#__PURE__*/ reference<Contract['declineSeatOffer']>({ name: 'declineSeatOffer', method: 'POST', path: '/seat_offers/{token}/decline' });
