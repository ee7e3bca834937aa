// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const checkSchoolCodes = /*#__PURE__*/ reference<Contract['checkSchoolCodes']>({ name: 'checkSchoolCodes', method: 'POST', path: '/school_codes', maxRetries: 0 });
