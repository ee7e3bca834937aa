// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listProfessionals = /*#__PURE__*/ reference<Contract['listProfessionals']>({ name: 'listProfessionals', method: 'GET', path: '/professionals', tags: ['User'] });
