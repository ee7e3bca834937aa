import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { workerPolicy } from '../policy/content-policy';
import { refuse } from '../refuse';
import type { WebEnv } from '../web-env';
import { serveFolder } from './static-files';

/** Images must not run scripts, whoever drew them. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** The folders to serve, as in the web server's options. */
interface Folders {
  env: Pick<WebEnv, 'policySources'>;
  releasesDir: string;
  shellDir: string;
  shellsDir?: string;
  publicDir: string;
  demoMediaDir?: string;
}

/** Serves static files: releases, the shell's own files and images. */
export function serveFiles(
  app: FastifyInstance,
  { env, releasesDir, shellDir, shellsDir, publicDir, demoMediaDir }: Folders,
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
    root: publicDir,
    isImmutable: false,
    headers: { 'cross-origin-resource-policy': 'cross-origin' },
  });
  if (demoMediaDir)
    serveFolder(app, '/media/demo/', {
      root: demoMediaDir,
      isImmutable: false,
      headers: { 'content-security-policy': IMAGE_POLICY },
    });
  for (const path of ['/r', '/s', ...(shellsDir ? [] : ['/s/*']), '/api', '/api/*'])
    app.get(path, (_request, reply) => refuse(reply, 'not_found'));
  for (const path of ['/favicon.svg', '/favicon.ico'])
    app.get(path, (_request, reply) => reply.redirect('/media/icon.svg', 308));
}
