// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listEarnings = /*#__PURE__*/ reference<Contract['listEarnings']>({ name: 'listEarnings', method: 'GET', path: '/org/earnings', tags: ['Event'] });
