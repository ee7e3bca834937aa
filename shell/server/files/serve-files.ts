import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { workerPolicy } from '../policy/content-policy';
import { refuse } from '../refuse';
import type { WebEnv } from '../web-env';
import { serveFolder } from './static-files';

/** What the product is called and looks like on a home screen. iOS delivers push only to what was added there. */
const APP_MANIFEST = {
  name: 'まなびば',
  short_name: 'まなびば',
  lang: 'ja',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#FBFAF7',
  theme_color: '#FBFAF7',
  icons: [
    { src: '/media/icon.svg', type: 'image/svg+xml', sizes: 'any' },
    { src: '/media/icon-180.png', type: 'image/png', sizes: '180x180' },
  ],
};
/** Images must not run scripts, whoever drew them. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The folders to serve, as in the web server's options. */
interface Folders {
  env: Pick<WebEnv, 'policySources'>;
  releasesDir: string;
  shellDir: string;
  shellsDir?: string;
  mediaDir: string;
  demoMediaDir?: string;
}

/** Serves static files: releases, the shell's own files and images. */
export function serveFiles(
  app: FastifyInstance,
  { env, releasesDir, shellDir, shellsDir, mediaDir, demoMediaDir }: Folders,
  shellVersion: string,
): void {
  serveFolder(app, '/r/', {
    root: releasesDir,
    isImmutable: true,
    headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' },
  });
  const ofWorkers = { 'content-security-policy': workerPolicy(env.policySources) };
  if (shellsDir) serveFolder(app, '/s/', { root: shellsDir, isImmutable: true, headers: ofWorkers });
  else
    serveFolder(app, `/s/${shellVersion}/`, { root: join(shellDir, 'client'), isImmutable: true, headers: ofWorkers });
  serveFolder(app, '/media/', {
    root: mediaDir,
    isImmutable: false,
    headers: { 'cross-origin-resource-policy': 'cross-origin' },
  });
  if (demoMediaDir)
    serveFolder(app, '/media/demo/', {
      root: demoMediaDir,
      isImmutable: false,
      headers: { 'content-security-policy': PICTURE_POLICY },
    });
  for (const path of ['/r', '/s', ...(shellsDir ? [] : ['/s/*']), '/api', '/api/*'])
    app.get(path, (_request, reply) => refuse(reply, 'not_found'));
  for (const path of ['/favicon.svg', '/favicon.ico'])
    app.get(path, (_request, reply) => reply.redirect('/media/icon.svg', 308));
  servePushWorker(app, mediaDir);
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300' })
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(APP_MANIFEST)),
  );
}

/**
 * Serves the worker of web push at a path that never changes, because the browser keeps its registration by that path.
 * At the root its scope is every page, whose tabs it focuses. Its policy lets it call the api and nothing else.
 */
function servePushWorker(app: FastifyInstance, mediaDir: string): void {
  app.get('/push-worker.js', async (_request, reply) => {
    const script = await readFile(join(mediaDir, 'push-worker.js')).catch(() => null);
    if (!script) return refuse(reply, 'not_found');
    return reply
      .headers({
        'content-security-policy': workerPolicy({ connect: [] }),
        // A new version is found with the next check of the browser.
        'cache-control': 'no-cache',
      })
      .type('text/javascript; charset=utf-8')
      .send(script);
  });
}
