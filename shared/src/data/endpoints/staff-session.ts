// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getStaffSession = /*#__PURE__*/ reference<Contract['getStaffSession']>({ name: 'getStaffSession', method: 'GET', path: '/staff/session', tags: ['Staff'] });
export const unlockStaffSession = /*#__PURE__*/ reference<Contract['unlockStaffSession']>({ name: 'unlockStaffSession', method: 'POST', path: '/staff/session/unlock', invalidates: ['Staff'] });
