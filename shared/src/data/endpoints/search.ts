// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const search = /*#__PURE__*/ reference<Contract['search']>({ name: 'search', method: 'GET', path: '/search', tags: ['Classroom', 'Event', 'Archive', 'User', 'Follow'] });
