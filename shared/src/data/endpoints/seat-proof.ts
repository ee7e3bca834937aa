// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getSeatProof = /*#__PURE__*/ reference<Contract['getSeatProof']>({ name: 'getSeatProof', method: 'GET', path: '/seat_proof' });
