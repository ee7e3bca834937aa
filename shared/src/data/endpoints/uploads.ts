// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createUpload = /*#__PURE__*/ reference<Contract['createUpload']>({ name: 'createUpload', method: 'POST', path: '/uploads' });
export const putUpload = /*#__PURE__*/ reference<Contract['putUpload']>({ name: 'putUpload', method: 'PUT', path: '/uploads/{id}/content' });
