import type { BootData } from '@manabiba/shared/page/boot-data';
import { isPerson } from '@manabiba/shared/page/page-access';
import type { FastifyRequest } from 'fastify';

import { timeZoneOf } from '../sessions/request-identity';
import type { PageRequest, PagesOptions, RenderedHtml } from './page-options';
import { partsToRender } from './parts-to-render';

/** Renders an anonymous page. The sandbox processes, which run the code of remotes, never receive a user's data. */
export async function renderAnonymously(
  request: FastifyRequest,
  { remoteRendering }: PagesOptions,
  { page, location, registry }: PageRequest,
  boot: BootData,
): Promise<RenderedHtml | null> {
  if (!remoteRendering || !page || request.method !== 'GET' || isPerson(boot.me)) return null;
  const zoned = { ...boot, timeZone: timeZoneOf(request) };
  const parts = partsToRender(page, registry, remoteRendering.releasesDir);
  const rendered = await remoteRendering.pages.render(zoned, location, parts);
  return rendered && { html: rendered.html, boot: { ...zoned, drawn: rendered.parts } };
}
