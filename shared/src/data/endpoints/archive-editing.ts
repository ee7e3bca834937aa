// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listMyArchives = /*#__PURE__*/ reference<Contract['listMyArchives']>({ name: 'listMyArchives', method: 'GET', path: '/me/archives', tags: ['Archive'] });
export const updateArchive = /*#__PURE__*/ reference<Contract['updateArchive']>({ name: 'updateArchive', method: 'PATCH', path: '/archives/{id}', invalidates: ['Archive', 'Event'] });
export const putArchiveCaptions = /*#__PURE__*/ reference<Contract['putArchiveCaptions']>({ name: 'putArchiveCaptions', method: 'PUT', path: '/archives/{id}/captions', invalidates: ['Archive'] });
export const deleteArchiveCaptions = /*#__PURE__*/ reference<Contract['deleteArchiveCaptions']>({ name: 'deleteArchiveCaptions', method: 'DELETE', path: '/archives/{id}/captions', invalidates: ['Archive'] });
export const getCaptionsDraft = /*#__PURE__*/ reference<Contract['getCaptionsDraft']>({ name: 'getCaptionsDraft', method: 'GET', path: '/archives/{id}/captions_draft', tags: ['Archive'] });
export const deleteCaptionsDraft = /*#__PURE__*/ reference<Contract['deleteCaptionsDraft']>({ name: 'deleteCaptionsDraft', method: 'DELETE', path: '/archives/{id}/captions_draft', invalidates: ['Archive'] });
export const cutArchive = /*#__PURE__*/ reference<Contract['cutArchive']>({ name: 'cutArchive', method: 'PUT', path: '/archives/{id}/cut', invalidates: ['Archive'] });
export const composeArchive = /*#__PURE__*/ reference<Contract['composeArchive']>({ name: 'composeArchive', method: 'POST', path: '/archives/{id}/compose', invalidates: ['Archive'] });
export const takeMyPartOut = /*#__PURE__*/ reference<Contract['takeMyPartOut']>({ name: 'takeMyPartOut', method: 'DELETE', path: '/archives/{id}/my_part', invalidates: ['Archive', 'Classroom', 'Event'] });
export const getMyPart = /*#__PURE__*/ reference<Contract['getMyPart']>({ name: 'getMyPart', method: 'GET', path: '/archives/{id}/my_part', tags: ['Archive'] });
export const takeUtterancesOut = /*#__PURE__*/ reference<Contract['takeUtterancesOut']>({ name: 'takeUtterancesOut', method: 'POST', path: '/archives/{id}/my_part', invalidates: ['Archive', 'Classroom', 'Event'] });
export const publishArchive = /*#__PURE__*/ reference<Contract['publishArchive']>({ name: 'publishArchive', method: 'POST', path: '/archives/{id}/publish', invalidates: ['Archive', 'Event'] });
export const deleteArchive = /*#__PURE__*/ reference<Contract['deleteArchive']>({ name: 'deleteArchive', method: 'DELETE', path: '/archives/{id}', invalidates: ['Archive', 'Classroom', 'Event'] });
