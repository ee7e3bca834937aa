import {
  answerRating,
  deleteRating,
  deleteRatingAnswer,
  getMyRating,
  listRatings,
  reportRating,
  saveRating,
} from '@manabiba/shared/contract/ratings';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../http/route';
import type { RatingsService } from './ratings.service';

export function ratingsRoutes(app: FastifyInstance, ratings: RatingsService) {
  route(app, listRatings, ({ params, query, viewer }) => ratings.list(viewer, params, query));
  route(app, getMyRating, ({ params, viewer }) => ratings.mine(viewer, params));
  route(app, saveRating, ({ params, body, viewer }) => ratings.save(viewer, params, body));
  route(app, deleteRating, ({ params, viewer }) => ratings.delete(viewer, params.ratedId));
  route(app, answerRating, ({ params, body, viewer }) => ratings.answer(viewer, params.ratingId, body.body));
  route(app, deleteRatingAnswer, ({ params, viewer }) => ratings.deleteAnswer(viewer, params.ratingId));
  route(app, reportRating, async ({ params, body, viewer }) => {
    const { isNew } = await ratings.report(viewer, params.ratingId, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
}
