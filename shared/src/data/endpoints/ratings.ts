// Made from the contract by `npm run generate`: change shared/src/contract instead.
import type { Contract } from '../../contract/contract';
import { reference } from '../endpoint-reference';

export const listRatings = /*#__PURE__*/ reference<Contract['listRatings']>({ name: 'listRatings', method: 'GET', path: '/ratings/{ratedKind}/{ratedId}', tags: ['Rating'] });
export const getMyRating = /*#__PURE__*/ reference<Contract['getMyRating']>({ name: 'getMyRating', method: 'GET', path: '/ratings/{ratedKind}/{ratedId}/mine', tags: ['Rating'] });
export const saveRating = /*#__PURE__*/ reference<Contract['saveRating']>({ name: 'saveRating', method: 'PUT', path: '/ratings/{ratedKind}/{ratedId}/mine', invalidates: ['Rating'] });
export const deleteRating = /*#__PURE__*/ reference<Contract['deleteRating']>({ name: 'deleteRating', method: 'DELETE', path: '/ratings/{ratedKind}/{ratedId}/mine', invalidates: ['Rating'] });
export const answerRating = /*#__PURE__*/ reference<Contract['answerRating']>({ name: 'answerRating', method: 'PUT', path: '/ratings/{ratingId}/answer', invalidates: ['Rating'] });
export const deleteRatingAnswer = /*#__PURE__*/ reference<Contract['deleteRatingAnswer']>({ name: 'deleteRatingAnswer', method: 'DELETE', path: '/ratings/{ratingId}/answer', invalidates: ['Rating'] });
export const reportRating = /*#__PURE__*/ reference<Contract['reportRating']>({ name: 'reportRating', method: 'POST', path: '/ratings/{ratingId}/report' });
