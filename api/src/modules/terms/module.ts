import type { FastifyInstance } from 'fastify';

import type { JobHandlers } from '../../platform/jobs/jobs';
import { createTermsRepository } from './terms.repository';
import { termsRoutes } from './terms.routes';
import { createTermsService, type TermsDeps } from './terms.service';

/** Registers the versions of the terms. Returns what mails them to users. */
export function addTermsModule(
  app: FastifyInstance,
  deps: Omit<TermsDeps, 'terms'>,
): { jobHandlers: Pick<JobHandlers, 'mail-terms'> } {
  const terms = createTermsService({ ...deps, terms: createTermsRepository(deps.db) });
  termsRoutes(app, terms);
  return { jobHandlers: { 'mail-terms': terms.mailAll } };
}
