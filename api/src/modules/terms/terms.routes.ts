import {
  announceTermsVersion,
  getTermsVersion,
  listStaffTermsVersions,
  listTermsVersions,
} from '@manabiba/shared/contract/terms';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { TermsService } from './terms.service';

export function termsRoutes(app: FastifyInstance, terms: TermsService): void {
  route(app, listTermsVersions, () => terms.list());
  route(app, getTermsVersion, ({ params }) => terms.get(params.id));
  route(app, listStaffTermsVersions, () => terms.listForStaff());
  route(app, announceTermsVersion, ({ body, viewer }) => terms.announce(viewer.id, body));
}
