// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listCategories = /*#__PURE__*/ reference<Contract['listCategories']>({ name: 'listCategories', method: 'GET', path: '/categories', tags: ['Category'] });
