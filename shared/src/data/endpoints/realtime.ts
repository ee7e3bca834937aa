// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const createRealtimeToken = /*#__PURE__*/ reference<Contract['createRealtimeToken']>({ name: 'createRealtimeToken', method: 'POST', path: '/realtime_token' });
