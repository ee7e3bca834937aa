import { id } from '@manabiba/shared/contract/primitives';
import {
  approveIdentity,
  getIdentityReview,
  listIdentityReviews,
  openIdentityDocument,
  returnIdentity,
} from '@manabiba/shared/contract/staff-reviews';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

import { route } from '../../http/route';
import { AppError } from '../../platform/app-error';
import type { IdentityDocumentsService } from './identity-documents.service';
import type { IdentityReviewsService } from './identity-reviews.service';

export function identityReviewsRoutes(app: FastifyInstance, reviews: IdentityReviewsService): void {
  route(app, listIdentityReviews, () => reviews.list());
  route(app, getIdentityReview, ({ params }) => reviews.get(params.userId));
  route(app, approveIdentity, ({ params, body, viewer }) => reviews.approve(viewer, params.userId, body.documentIds));
  route(app, returnIdentity, ({ params, body, viewer }) =>
    reviews.sendBack(viewer, params.userId, body.documentIds, body.reason),
  );
}

const query = z.object({ by: id, until: z.string(), signature: z.string() });

/**
 * Documents at /v1/staff/identity_documents/{id}?by&until&signature. Not part of the contract because it returns bytes,
 * not JSON; the URL is the right to see it, once.
 */
export function identityDocumentsRoutes(app: FastifyInstance, documents: IdentityDocumentsService): void {
  route(app, openIdentityDocument, ({ params, viewer }) => documents.open(viewer, params.id));

  app.get<{ Params: { id: string } }>('/staff/identity_documents/:id', async (request, reply) => {
    const asked = z.safeParse(query, request.query);
    if (!asked.success) throw new AppError('not_found');
    const { bytes, mime } = await documents.read({ id: request.params.id, ...asked.data });
    return reply
      .header('cache-control', 'no-store, private')
      .header('content-disposition', 'inline')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('referrer-policy', 'no-referrer')
      .type(mime)
      .send(bytes);
  });
}
