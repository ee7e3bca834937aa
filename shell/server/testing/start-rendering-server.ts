import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { serverFileOf } from '@manabiba/releases';
import type { RenderedPart } from '@manabiba/shared/page/boot-data';

import { readWebEnv } from '../web-env';
import type { WebServerOptions } from '../web-server';
import type { buildRenderer } from './start-page-renderer';
import { PUBLIC_URL, startTestServer } from './start-test-server';

type Renderer = Awaited<ReturnType<typeof buildRenderer>>;

/** The version of the release that `aRelease` makes. */
export const LIVE = '1.0.0-abcd1234';

export const shellDirOf = (renderer: Renderer) => dirname(renderer.files.script);
export const releasesDirOf = (renderer: Renderer) => join(shellDirOf(renderer), 'releases');

/** Stores the file with which the server renders a release of mf-classrooms, and returns its digest. */
export async function storeServerFile(renderer: Renderer, source: string, version = LIVE): Promise<string> {
  const part = await renderer.release('mf-classrooms', source);
  const file = serverFileOf(releasesDirOf(renderer), 'mf-classrooms', version);
  await mkdir(dirname(file), { recursive: true });
  await renderer.copy(part, file);
  return part.integrity;
}

/** The places of parts in the frame of a page, as the shell leaves them empty. */
export const emptyPlacesOf = (parts: readonly RenderedPart[]) =>
  parts.map(({ remote, kind, key }) => `<!--$--><!--part ${remote}/${kind}/${key}--><!--/part--><!--/$-->`).join('');

interface RenderingServerOptions {
  /** Changes of the shell's manifest. */
  manifest?: object;
  env?: Record<string, string>;
  /** Renders the frame of the pages. */
  render: NonNullable<WebServerOptions['render']>;
}

/** Starts a web server whose pages are rendered with the code of remotes. */
export async function startRenderingServer(
  renderer: Renderer,
  { manifest = {}, env = {}, render }: RenderingServerOptions,
) {
  const shellDir = shellDirOf(renderer);
  await writeFile(
    join(shellDir, 'shell-manifest.json'),
    JSON.stringify({
      version: 'ffff0000',
      js: ['shell.js'],
      css: [],
      serverRender: 'server-render.mjs',
      sandboxRenderer: 'sandbox-renderer.cjs',
      ...manifest,
    }),
  );
  const world = await startTestServer({
    env: readWebEnv({ PUBLIC_URL, LOG_LEVEL: 'silent', ...env }),
    shellDir,
    releasesDir: releasesDirOf(renderer),
    rendererScript: renderer.files.script,
    render,
  });
  const open = (url: string, headers: Record<string, string> = {}) => world.server.inject({ url, headers });
  return {
    ...world,
    open,
    /**
     * Opens a page until it is rendered: a renderer needs a moment to start, and a busy machine longer than a page
     * waits.
     */
    async openRendered(url: string, headers: Record<string, string> = {}) {
      const giveUpAt = performance.now() + 20_000;
      while (performance.now() < giveUpAt) {
        const answer = await open(url, headers);
        if (answer.payload.includes('"drawn":')) return answer;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${url} is not rendered.`);
    },
  };
}
