import type { ServedRegistry } from '@manabiba/releases';
import type { BootData } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import { announcedTerms } from '../pages/announced-terms';
import { prefetchAnswers } from '../pages/prefetched-answers';
import { analyticsConsentOf, themeOf } from '../sessions/request-identity';
import type { PageRequest, PagesOptions } from './page-options';

const EMPTY: ServedRegistry = { remotes: {} };

/** Asks the api for the initial queries of a page on behalf of its viewer. */
export async function answersOf(
  request: FastifyRequest,
  { askFirst, prefetchedAnswersMs }: PagesOptions,
  { page, registry, identity, location }: PageRequest,
): Promise<{ answers?: BootData['answers']; isMissing: boolean }> {
  if (!page || request.method !== 'GET') return { isMissing: false };
  return prefetchAnswers(askFirst, {
    page,
    registry,
    location,
    me: identity.me,
    token: identity.token,
    address: request.ip,
    withinMs: prefetchedAnswersMs,
  });
}

/** Returns the data that hydrate a page: what anonymous and signed-in pages differ in. */
export function bootOf(
  request: FastifyRequest,
  { health, config, shell, hasOffline }: PagesOptions,
  { page, registry, identity, overrides, environment, isCounted }: PageRequest,
  answers: BootData['answers'],
): BootData {
  const view = isCounted && registry ? health?.sawPage(registry) : undefined;
  const now = new Date();
  const terms = announcedTerms(request, identity.me, answers, now);
  return {
    me: identity.me,
    registry: registry ?? EMPTY,
    integrity: shell.integrity,
    config,
    theme: themeOf(request),
    analyticsConsent: analyticsConsentOf(request),
    serverTime: now.toISOString(),
    ...(page && page.slots.length > 0 ? { slots: page.slots } : {}),
    ...(answers ? { answers } : {}),
    ...(terms ? { terms } : {}),
    ...(hasOffline ? { hasOffline } : {}),
    ...(view ? { view } : {}),
    ...(environment ? { environment } : {}),
    ...(overrides.length > 0
      ? {
          overrides: overrides.map(({ remote, version, by }) => ({
            remote,
            version,
            isFromSource: typeof by === 'number',
          })),
        }
      : {}),
  };
}
