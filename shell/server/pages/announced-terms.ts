import { CLOSED_TERMS_COOKIE } from '@manabiba/shared/contract/browser-data';
import { contract } from '@manabiba/shared/contract/contract';
import type { TermsVersion } from '@manabiba/shared/contract/terms';
import { comingVersions } from '@manabiba/shared/contract/terms-documents';
import type { Me } from '@manabiba/shared/contract/users';
import type { PrefetchedAnswers } from '@manabiba/shared/navigation/initial-queries';
import { closedTerms } from '@manabiba/shared/page/closed-terms';
import type { FastifyRequest } from 'fastify';

import { readCookie } from '../sessions/session-cookies';

/**
 * Returns the next version of the terms to announce on a page, from its prefetched answers. The page contains the
 * notice from the start: one that came later would move everything below it.
 */
export function announcedTerms(
  request: FastifyRequest,
  me: Me | null,
  answers: PrefetchedAnswers | undefined,
  now: Date,
): TermsVersion | undefined {
  const answer = answers?.calls.find(({ call }) => call === 'listTermsVersions')?.answer;
  const { data } = contract.listTermsVersions.response.safeParse(answer);
  const closed = closedTerms(readCookie(request.headers.cookie, CLOSED_TERMS_COOKIE), me);
  return comingVersions(data?.items ?? [], now).find(({ id }) => !closed.includes(id));
}
