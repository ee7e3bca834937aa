// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listArchives = /*#__PURE__*/ reference<Contract['listArchives']>({ name: 'listArchives', method: 'GET', path: '/archives', tags: ['Archive'] });
export const listEventArchives = /*#__PURE__*/ reference<Contract['listEventArchives']>({ name: 'listEventArchives', method: 'GET', path: '/event_archives', tags: ['Archive'] });
export const listCategoryArchives = /*#__PURE__*/ reference<Contract['listCategoryArchives']>({ name: 'listCategoryArchives', method: 'GET', path: '/categories/{id}/archives', tags: ['Archive', 'Category'] });
export const getArchive = /*#__PURE__*/ reference<Contract['getArchive']>({ name: 'getArchive', method: 'GET', path: '/archives/{id}', tags: ['Archive'] });
export const listArchiveRecommends = /*#__PURE__*/ reference<Contract['listArchiveRecommends']>({ name: 'listArchiveRecommends', method: 'GET', path: '/archives/{id}/recommends', tags: ['Archive'] });
export const watchArchive = /*#__PURE__*/ reference<Contract['watchArchive']>({ name: 'watchArchive', method: 'POST', path: '/archives/{id}/watch' });
export const listContinuedArchives = /*#__PURE__*/ reference<Contract['listContinuedArchives']>({ name: 'listContinuedArchives', method: 'GET', path: '/me/continued_archives', tags: ['Archive'] });
export const reportArchive = /*#__PURE__*/ reference<Contract['reportArchive']>({ name: 'reportArchive', method: 'POST', path: '/archives/{id}/report' });
export const listUserArchives = /*#__PURE__*/ reference<Contract['listUserArchives']>({ name: 'listUserArchives', method: 'GET', path: '/users/{id}/archives', tags: ['Archive'] });
