// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const getHostFigures = /*#__PURE__*/ reference<Contract['getHostFigures']>({ name: 'getHostFigures', method: 'GET', path: '/me/host_figures', tags: ['Classroom', 'Rating'] });
export const listClassFigures = /*#__PURE__*/ reference<Contract['listClassFigures']>({ name: 'listClassFigures', method: 'GET', path: '/me/host_figures/classrooms', tags: ['Classroom', 'Rating'] });
export const listArchiveFigures = /*#__PURE__*/ reference<Contract['listArchiveFigures']>({ name: 'listArchiveFigures', method: 'GET', path: '/me/host_figures/archives', tags: ['Archive'] });
