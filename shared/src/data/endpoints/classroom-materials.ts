// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listClassroomMaterials = /*#__PURE__*/ reference<Contract['listClassroomMaterials']>({ name: 'listClassroomMaterials', method: 'GET', path: '/classrooms/{id}/materials', tags: ['Classroom'] });
export const createClassroomMaterial = /*#__PURE__*/ reference<Contract['createClassroomMaterial']>({ name: 'createClassroomMaterial', method: 'POST', path: '/classrooms/{id}/materials', invalidates: ['Classroom'], idempotencyKey: true });
export const updateClassroomMaterial = /*#__PURE__*/ reference<Contract['updateClassroomMaterial']>({ name: 'updateClassroomMaterial', method: 'PATCH', path: '/classrooms/{id}/materials/{materialId}', invalidates: ['Classroom'] });
export const deleteClassroomMaterial = /*#__PURE__*/ reference<Contract['deleteClassroomMaterial']>({ name: 'deleteClassroomMaterial', method: 'DELETE', path: '/classrooms/{id}/materials/{materialId}', invalidates: ['Classroom'] });
export const presentMaterial = /*#__PURE__*/ reference<Contract['presentMaterial']>({ name: 'presentMaterial', method: 'PUT', path: '/classrooms/{id}/presentation', maxRetries: 0 });
export const stopPresentation = /*#__PURE__*/ reference<Contract['stopPresentation']>({ name: 'stopPresentation', method: 'DELETE', path: '/classrooms/{id}/presentation' });
export const listArchiveMaterials = /*#__PURE__*/ reference<Contract['listArchiveMaterials']>({ name: 'listArchiveMaterials', method: 'GET', path: '/archives/{id}/materials', tags: ['Archive', 'Classroom'] });
