import type { BootData } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import type { PageLocation, RenderPage } from '../../src/server-render';

/** Renders the page without the code of remotes. If that fails, the page is served empty and the browser renders it. */
export async function renderShell(
  request: FastifyRequest,
  render: RenderPage | undefined,
  boot: BootData,
  location: PageLocation,
): Promise<string> {
  try {
    return (await render?.(boot, location)) ?? '';
  } catch (error) {
    request.log.error({ err: error }, 'a page cannot be rendered');
    return '';
  }
}
