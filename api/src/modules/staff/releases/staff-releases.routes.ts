import {
  advanceRollout,
  bringBackRemote,
  createReleaseToken,
  getFailureReleases,
  listLiveReleases,
  listReleaseHistory,
  listReleaseTokens,
  listReleaseUses,
  retireRemote,
  revokeReleaseToken,
  rollBackRelease,
} from '@manabiba/shared/contract/staff-releases';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffReleasesService } from './staff-releases.service';

export function staffReleasesRoutes(app: FastifyInstance, releases: StaffReleasesService): void {
  route(app, listLiveReleases, () => releases.live());
  route(app, listReleaseHistory, ({ query }) => releases.history(query));
  route(app, getFailureReleases, ({ params }) => releases.failure(params.number));
  route(app, listReleaseUses, () => releases.uses());
  route(app, advanceRollout, ({ params, body, viewer }) => releases.advance(viewer, { ...params, ...body }));
  route(app, rollBackRelease, ({ params, body, viewer }) => releases.rollBack(viewer, { ...params, ...body }));
  route(app, retireRemote, ({ params, body, viewer }) => releases.retire(viewer, { ...params, ...body }));
  route(app, bringBackRemote, ({ params, body, viewer }) => releases.bringBack(viewer, { ...params, ...body }));
  route(app, listReleaseTokens, () => releases.tokens());
  route(app, createReleaseToken, ({ body, viewer }) => releases.createToken(viewer, body));
  route(app, revokeReleaseToken, ({ params, body, viewer }) => releases.revokeToken(viewer, params.id, body.reason));
}
