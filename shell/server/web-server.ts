import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync, FastifyServerOptions } from 'fastify';
import type { Pool } from 'pg';
import type { ShellManifest } from './shell-manifest';
import type { WebEnv } from './web-env';

/** The api inside this process: a hook less instead of a network hop more. */
interface ApiInProcess {
  plugin: FastifyPluginAsync;
  /** Options that the api wants of the server it lives in (`apiServerOptions`). */
  options?: FastifyServerOptions;
}

/** The api in a process of its own. */
interface ApiElsewhere {
  url: string;
}

export interface WebServerOptions {
  env: WebEnv;
  api: ApiInProcess | ApiElsewhere;
  /** For the registry of remotes; nothing else is read from the database here. */
  pool: Pool;
  /** Folder with `<remote>/<version>/…`, served at /r/. */
  releasesDir: string;
  /** Folder with `shell-manifest.json` and `client/`, served at /s/<version>/. */
  shellDir: string;
  /** Folder of the demo's pictures, served at /media/demo/. */
  demoMediaDir?: string;
  isDemo?: boolean;
  logger?: FastifyBaseLogger;
  /** Development only: files come from dev servers, which the content policy then lets in. */
  development?: {
    /** URLs of the shell's own files, instead of shellDir's. */
    shell?: ShellManifest;
    /** Entries that replace the registry's, by remote: `{ 'mf-events': 'http://localhost:3101/remote-entry.js' }`. */
    entries?: Record<string, string>;
    /** Origins of the dev servers: `http://localhost:3101`. */
    origins: string[];
  };
}

/**
 * The product's own web server: pages with the registry inlined, static files, /v1 with the session's cookies turned
 * into a bearer header, sign-out. The caller listens and closes.
 */
export async function createWebServer(_options: WebServerOptions): Promise<FastifyInstance> {
  throw new Error('not yet');
}
