// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listMissed = /*#__PURE__*/ reference<Contract['listMissed']>({ name: 'listMissed', method: 'GET', path: '/classrooms/{id}/missed' });
