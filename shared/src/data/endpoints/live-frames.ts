// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const putLiveFrame = /*#__PURE__*/ reference<Contract['putLiveFrame']>({ name: 'putLiveFrame', method: 'PUT', path: '/classrooms/{id}/live_frame', maxRetries: 0 });
export const deleteLiveFrame = /*#__PURE__*/ reference<Contract['deleteLiveFrame']>({ name: 'deleteLiveFrame', method: 'DELETE', path: '/classrooms/{id}/live_frame' });
