import type { BootData } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import { releasesIn } from '../pages/anonymous-page-key';
import { initialQueriesOf } from '../pages/known-pages';
import { analyticsConsentOf, themeOf, timeZoneOf } from '../sessions/request-identity';
import { startsAsAnonymousRender } from './anonymous-render';
import { answersForUser } from './answers-for-user';
import { answersOf, bootOf } from './boot-data';
import { insertParts, partsIn } from './insert-parts';
import type { PageRequest, PagesOptions, RenderedHtml } from './page-options';
import { renderAnonymously } from './render-anonymous';
import { renderShell } from './render-shell';

/** Returns the anonymous render that a signed-in page starts from; null for pages that do not start from one. */
export async function anonymousRenderFor(
  request: FastifyRequest,
  options: PagesOptions,
  opened: PageRequest,
): Promise<RenderedHtml | null> {
  const { page, registry, identity, location, overrides, environment } = opened;
  const isLive = overrides.length === 0 && environment === null;
  if (!options.remoteRendering || !page || !registry || !isLive || request.method !== 'GET') return null;
  if (!startsAsAnonymousRender(identity.me, page, location)) return null;
  const onDevice = [themeOf(request), analyticsConsentOf(request), timeZoneOf(request)];
  const key = JSON.stringify([request.url, onDevice, releasesIn(registry)]);
  return options.remoteRendering.anonymousRenders.read(key, async () => {
    const anonymous: PageRequest = { ...opened, identity: { me: null }, isCounted: false };
    const { answers, isMissing } = await answersOf(request, options, anonymous);
    if (isMissing) return null;
    return renderAnonymously(request, options, anonymous, bootOf(request, options, anonymous, answers));
  });
}

/**
 * Puts the anonymous render into the frame of a user's page, unless the user's data differs from the anonymous data.
 */
export async function renderSignedIn(
  request: FastifyRequest,
  { render }: PagesOptions,
  { page, registry, location }: PageRequest,
  boot: BootData,
  anonymous: RenderedHtml,
): Promise<RenderedHtml | null> {
  const queries = page ? initialQueriesOf(page, registry) : [];
  const answers = answersForUser(anonymous.boot.answers, boot.answers, { userId: boot.me?.id ?? '', queries });
  if (!answers) return null;
  const { serverTime, timeZone, drawn: parts } = anonymous.boot;
  const own = { ...boot, answers, serverTime, timeZone, drawn: partsIn(anonymous.html, parts) };
  const html = insertParts(await renderShell(request, render, own, location), anonymous.html);
  // Some parts are shown to anonymous visitors only.
  return html === null ? null : { html, boot: { ...own, drawn: partsIn(html, parts) } };
}
