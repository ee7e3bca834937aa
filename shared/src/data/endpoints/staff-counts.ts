// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getStaffCounts = /*#__PURE__*/ reference<Contract['getStaffCounts']>({ name: 'getStaffCounts', method: 'GET', path: '/staff/counts', tags: ['Staff'] });
