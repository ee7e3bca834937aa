import { join, resolve } from 'node:path';

import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyServerOptions,
} from 'fastify';

import type { RenderPage } from '../src/server-render';
import { serveAnalyticsPage } from './analytics/analytics-page';
import { loadServerRender, readShellManifest, shellFiles, type ShellManifest } from './files/shell-manifest';
import { serveFolder } from './files/static-files';
import { type AskApi, askElsewhere, askInProcess } from './pages/ask-api';
import { serveInitialQueries } from './pages/initial-queries';
import { servePages } from './pages/serve-pages';
import { shareAnswersToNobody } from './pages/shared-answers';
import { workerPolicy } from './policy/content-policy';
import { checkHost } from './policy/host-check';
import { isOurs } from './policy/origin-check';
import { createPolicyReports, type PolicyReports, servePolicyReports } from './policy/policy-reports';
import { addSecurityHeaders, pageHeaders } from './policy/security-headers';
import { refuse } from './refuse';
import { rememberInFile } from './registry/registry-memory';
import { createRegistryReader, type Queryable, type RegistryReader } from './registry/registry-reader';
import { registryText } from './registry/registry-text';
import { serveDeploy } from './releases/deploy-routes';
import { serveOverride } from './releases/developer-override';
import { serveBeacon } from './releases/health/beacon';
import type { RemoteHealth } from './releases/health/remote-health';
import { serveLiveVersions } from './releases/live-versions';
import { audienceReader, type ReadAudience } from './releases/release-audience';
import type { ReleaseKey } from './releases/release-key';
import type { ReleaseStore } from './releases/release-store';
import { serveStatus } from './releases/status/status-page';
import { cookieAttributes } from './sessions/cookie-attributes';
import { proxyToApi } from './sessions/proxy-to-api';
import { writeSession } from './sessions/session-cookies';
import { addSessionProxy } from './sessions/session-proxy';
import { createSessionRefresher, type SessionRefresher } from './sessions/session-refresher';
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
  pool: Queryable;
  /** What it did not sign is not served. */
  releaseKey: ReleaseKey;
  /** Releases come in, are counted and shown; absent: they are only served. */
  releases?: { store: ReleaseStore; health: RemoteHealth };
  /** File that keeps the registry's last good entries from one start to the next. */
  registryFile?: string;
  /** Folder with `<remote>/<version>/…`, served at /r/. */
  releasesDir: string;
  /** Folder with `shell-manifest.json` and `client/`, served at /s/<version>/. */
  shellDir: string;
  /** Folder with `<version>/…` of this shell and of those before, served at /s/ in place of `client/`. */
  shellsDir?: string;
  /** Folder of the product's own pictures: share image and icons. */
  mediaDir: string;
  /** Folder of the demo's pictures, served at /media/demo/. */
  demoMediaDir?: string;
  /** Paints the first picture of pages, in place of what the shell's build brings. */
  render?: RenderPage;
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

const ROBOTS = 'User-agent: *\nDisallow: /v1/\nDisallow: /settings\nDisallow: /notifications\nAllow: /\n';
/** A picture runs nothing, whoever drew it. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** What is wrong with a request is its sender's, as the framework tells it by a status; anything else is ours. */
function refusalOf(error: unknown): 'too_large' | 'unsupported_type' | 'invalid' | 'internal' {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return 'internal';
  if (status === 413) return 'too_large';
  return status === 415 ? 'unsupported_type' : 'invalid';
}

/**
 * The product's own web server: pages with the registry inlined, static files, /v1 with the session's cookies turned
 * into a bearer header, sign-out. The caller listens and closes.
 */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const { env, api, development } = options;
  const shell = development?.shell ?? (await readShellManifest(options.shellDir));
  const app = Fastify(serverOptions(options));
  app.decorate('cookieAttributes', cookieAttributes(env));
  const askApi = 'url' in api ? askElsewhere(api.url) : askInProcess(app);
  const refresher = createSessionRefresher(askApi);
  const onTrouble = (trouble: unknown) => app.log.error({ err: trouble }, 'the registry of remotes cannot be read');
  const registry = createRegistryReader({
    database: options.pool,
    key: options.releaseKey,
    entries: development?.entries ?? {},
    origin: env.releasesOrigin,
    onTrouble,
    memory:
      options.registryFile === undefined
        ? undefined
        : rememberInFile(options.registryFile, options.releaseKey, onTrouble),
  });

  app.setErrorHandler((error, request, reply) => {
    const code = refusalOf(error);
    if (code === 'internal') request.log.error({ err: error }, 'a page failed');
    return refuse(reply, code);
  });
  addSecurityHeaders(app, { isHttps: env.publicUrl.startsWith('https:') });
  checkHost(app, env);
  const violations = createPolicyReports(app.log);
  servePolicyReports(app, violations);

  await app.register(
    async (scope) => {
      addSessionProxy(scope, { refresher, publicUrl: env.publicUrl });
      if ('url' in api) await proxyToApi(scope, api.url);
      else await scope.register(api.plugin);
    },
    { prefix: '/v1' },
  );

  serveSignOut(app, env.publicUrl);
  serveHealth(app, askApi);
  serveFiles(app, options, shell.version);
  const readAudience = audienceReader(options.releaseKey, env.developerOverride);
  app.get<{ Querystring: { failed?: string } }>('/registry.json', async (request, reply) => {
    const audience = readAudience(request.headers.cookie);
    const known = await registry.read(audience);
    if (!known) return refuse(reply, 'unavailable');
    const { failed } = request.query;
    // A page in which a remote has failed may go back to the release before.
    const previous = typeof failed === 'string' ? await registry.previousOf(failed, audience) : undefined;
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(registryText(known, previous));
  });
  serveInitialQueries(app, { registry, readAudience });
  serveAnalyticsPage(app, {
    refresher,
    askApi,
    styles: shellFiles(shell).styles,
    isElsewhere: env.firebaseAnalytics !== null,
  });
  serveReleases(app, options, { refresher, registry, readAudience, shell, violations });
  servePages(app, {
    refresher,
    registry,
    askFirst: shareAnswersToNobody(askApi),
    prefetchedAnswersMs: env.prefetchedAnswersMs,
    readAudience,
    health: options.releases?.health,
    config: {
      publicUrl: env.publicUrl,
      closure: env.closure,
      links: env.links,
      communicateMinAge: env.communicateMinAge,
      hasSecureCookies: app.cookieAttributes.includes('Secure'),
      operator: env.operator,
      identity: env.identity,
      ...(env.firebaseAnalytics ? { firebaseAnalytics: env.firebaseAnalytics } : {}),
      isDemo: options.isDemo ?? false,
      isDevelopment: !env.isProduction,
      shellVersion: shell.version,
    },
    shell: shellFiles(shell),
    render: options.render ?? (await loadServerRender(options.shellDir, shell)),
    headersFor: (guests) => pageHeaders(env.policySources, development, guests),
  });
  return app;
}

/** What releases need of the web: a way in for those who may, reports of failures, a page for staff. */
function serveReleases(
  app: FastifyInstance,
  { env, releases, releaseKey: key, releasesDir, shellDir, development, isDemo = false }: WebServerOptions,
  {
    refresher,
    registry,
    readAudience,
    shell,
    violations,
  }: {
    refresher: SessionRefresher;
    registry: RegistryReader;
    readAudience: ReadAudience;
    shell: ShellManifest;
    violations: PolicyReports;
  },
): void {
  if (!releases) return;
  const { store, health } = releases;
  serveLiveVersions(app, { registry, store, readAudience, shellVersion: shell.version });
  serveBeacon(app, { health, publicUrl: env.publicUrl });
  serveStatus(app, { store, health, violations, refresher, styles: shellFiles(shell).styles });
  if (env.developerOverride) serveOverride(app, { key, publicUrl: env.publicUrl });
  if (!env.deployToken) return;
  const { gives = {}, types } = shell;
  serveDeploy(app, {
    token: env.deployToken,
    store,
    key,
    registry,
    releasesDir,
    isDemo,
    gives,
    types: types && { digest: types.digest, path: resolve(shellDir, types.file) },
    publicUrl: env.publicUrl,
    takesDevelopers: env.developerOverride,
    fromSource: Object.keys(development?.entries ?? {}),
  });
}

function serverOptions({ env, api, logger }: WebServerOptions): FastifyServerOptions {
  return {
    forceCloseConnections: 'idle',
    ...('url' in api ? {} : api.options),
    trustProxy: env.trustProxy === 0 ? false : (_address: string, hop: number) => hop < env.trustProxy,
    // A file that failed once is asked for again at a new path, which no cache and no hanging request stands in front of.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/~r\d+(?=\/r\/)/, ''),
    ...(logger ? { loggerInstance: logger } : { logger: env.logLevel === 'silent' ? false : { level: env.logLevel } }),
  };
}

/** Forgets the session of this browser. The api's own sign-out ends it everywhere; clients call that first. */
function serveSignOut(app: FastifyInstance, publicUrl: string): void {
  app.delete('/api/signout', async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    writeSession(reply, null);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}

function serveHealth(app: FastifyInstance, askApi: AskApi): void {
  for (const path of ['/healthz', '/readyz']) {
    app.get(path, async (request, reply) => {
      const { status, body } = await askApi({ method: 'GET', path: `/v1${path}`, address: request.ip });
      return reply
        .code(status)
        .header('cache-control', 'no-store')
        .send(body ?? { status: 'unavailable' });
    });
  }
}

function serveFiles(
  app: FastifyInstance,
  { env, releasesDir, shellDir, shellsDir, mediaDir, demoMediaDir }: WebServerOptions,
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
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(ROBOTS));
}
