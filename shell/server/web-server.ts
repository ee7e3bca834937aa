import { type Queryable, type ReleaseKey, createRegistryReader, rememberInFile } from '@manabiba/releases';
import { CLOSED_TERMS_COOKIE } from '@manabiba/shared/contract/browser-data';
import { observed } from '@manabiba/telemetry/observed';
import { inquiryNumber, requestId } from '@manabiba/telemetry/request-ids';
import { traceRequests } from '@manabiba/telemetry/trace-requests';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyServerOptions,
} from 'fastify';

import type { RenderPage } from '../src/server-render';
import { serveAnalyticsPage } from './analytics/analytics-page';
import { serveFeeds } from './discovery/feeds';
import { serveRobots } from './discovery/robots';
import { serveSecurityText } from './discovery/security-text';
import { serveSitemap } from './discovery/sitemap';
import { serveEmbeds } from './embeds/serve-embeds';
import { serveFiles } from './files/serve-files';
import { loadServerRender, readShellManifest, shellFiles, type ShellManifest } from './files/shell-manifest';
import { serveHealth } from './health';
import { serveMediaSignalling } from './media-signalling/serve-media-signalling';
import { serveAppManifest } from './offline/app-manifest';
import { serveOfflinePage } from './offline/offline-page';
import { serveWorker } from './offline/serve-worker';
import { askElsewhere, askInProcess } from './pages/ask-api';
import { serveInitialQueries } from './pages/initial-queries';
import { createSecondCache } from './pages/page-cache';
import { servePages } from './pages/serve-pages';
import { shareAnonymousAnswers } from './pages/shared-answers';
import { checkHost } from './policy/host-check';
import { isOurs } from './policy/origin-check';
import { createPolicyReports, servePolicyReports } from './policy/policy-reports';
import { addSecurityHeaders, pageHeaders } from './policy/security-headers';
import { refuse } from './refuse';
import { audienceReader } from './registry/read-audience';
import { registryForRequests } from './registry/registry-for-request';
import { serveRegistry } from './registry/serve-registry';
import { type RunningReleases, serveReleasesToBrowsers, serveReleasesToTeams } from './registry/serve-releases';
import { createInlineStyles } from './rendering/html/inline-styles';
import type { PagesOptions, RenderedHtml } from './rendering/page-options';
import { createPageRenderer } from './rendering/sandbox/page-renderer';
import type { RendererFiles } from './rendering/sandbox/renderer';
import { rendererProgram } from './rendering/sandbox/renderer-program';
import { cookieAttributes } from './sessions/cookie-attributes';
import { proxyToApi } from './sessions/proxy-to-api';
import { writeSession } from './sessions/session-cookies';
import { addSessionProxy } from './sessions/session-proxy';
import { createSessionRefresher } from './sessions/session-refresher';
import { serveStatus } from './status/status-page';
import type { WebEnv } from './web-env';

/** The api inside this process: a hook instead of a network hop. */
interface ApiInProcess {
  plugin: FastifyPluginAsync;
  /** Server options that the api requires (`apiServerOptions`). */
  options?: FastifyServerOptions;
}

/** The api in a separate process. */
interface ApiElsewhere {
  url: string;
}

export interface WebServerOptions {
  env: WebEnv;
  api: ApiInProcess | ApiElsewhere;
  /** For the registry of remotes; nothing else is read from the database here. */
  pool: Queryable;
  /** Releases not signed with this key are not served. */
  releaseKey: ReleaseKey;
  /** Enables receiving, counting and showing releases; absent: they are only served. */
  releases?: RunningReleases;
  /** File that keeps the last valid registry entries across restarts. */
  registryFile?: string;
  /** Folder with `<remote>/<version>/…`, served at /r/. */
  releasesDir: string;
  /** Folder with `shell-manifest.json` and `client/`, served at /s/<version>/. */
  shellDir: string;
  /** Folder with `<version>/…` of this shell and of earlier ones, served at /s/ in place of `client/`. */
  shellsDir?: string;
  /** Folder of the product's own images: share image and icons. */
  publicDir: string;
  /** Folder of the demo's images, served at /media/demo/. */
  demoMediaDir?: string;
  /** Server-renders pages, in place of the renderer from the shell's build. */
  render?: RenderPage;
  /** Program of the processes that run the code of remotes (rendering/sandbox/sandbox-process.ts), for SERVER_RENDERING. */
  rendererScript?: string;
  isDemo?: boolean;
  /** Whether the process is about to stop, which makes it not ready. */
  isDraining?: () => boolean;
  logger?: FastifyBaseLogger;
  /** Development only: files come from dev servers, which the content policy then allows. */
  development?: {
    /** URLs of the shell's own files, used instead of shellDir. */
    shell?: ShellManifest;
    /** Entries that replace the registry's, by remote: `{ 'mf-events': 'http://localhost:3101/remote-entry.js' }`. */
    entries?: Record<string, string>;
    /** Origins of the dev servers: `http://localhost:3101`. */
    origins: string[];
  };
}

/** Client errors, which the framework marks by a status, are the sender's fault; anything else is ours. */
function refusalOf(error: unknown): 'too_large' | 'unsupported_type' | 'invalid' | 'internal' {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (typeof status !== 'number' || status < 400 || status >= 500) return 'internal';
  if (status === 413) return 'too_large';
  return status === 415 ? 'unsupported_type' : 'invalid';
}

/**
 * The product's own web server: pages with the registry inlined, static files, /v1 with the session cookies turned into
 * a bearer header, sign-out. The caller starts listening and closes it.
 */
export async function createWebServer(options: WebServerOptions): Promise<FastifyInstance> {
  const { env, api, development } = options;
  const shell = development?.shell ?? (await readShellManifest(options.shellDir));
  const app = Fastify(serverOptions(options));
  app.decorate('cookieAttributes', cookieAttributes(env));
  const askApi = 'url' in api ? askElsewhere(api.url) : askInProcess(app);
  const refresher = createSessionRefresher(askApi);
  const registry = openRegistry(options, app.log);

  followRequests(app);
  // With a callback: an async hook would delay every answer by some turns of the microtask queue.
  app.addHook('onSend', (request, reply, payload, done) => {
    // The page passes it on, so that the releases that it had are found by the number that its user sees.
    if (reply.statusCode >= 500) reply.header('server-timing', `inquiry;desc="${inquiryNumber(request.id)}"`);
    done(null, payload);
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
  serveHealth(app, 'url' in api ? options : { askApi });
  if (env.mediaEngineUrl) serveMediaSignalling(app, env.mediaEngineUrl, env);
  serveFixedFiles(app, options, shell);
  const askShared = shareAnonymousAnswers(askApi);
  serveDiscovery(app, { askApi: askShared, registry, publicUrl: env.publicUrl });
  serveEmbeds(app, {
    askApi: askShared,
    publicUrl: env.publicUrl,
    styles: shellFiles(shell).styles,
    images: env.policySources.images,
  });
  const readAudience = audienceReader(options.releaseKey, env.developerOverride);
  const registryFor = registryForRequests({ registry, readAudience, refresher });
  serveRegistry(app, { registry, registryFor });
  serveInitialQueries(app, { registryFor });
  serveAnalyticsPage(app, {
    refresher,
    askApi,
    styles: shellFiles(shell).styles,
    isElsewhere: env.firebaseAnalytics !== null,
  });
  const config = pageConfig(options, shell, app);
  // Files from dev servers have no release to render.
  const program = development ? undefined : rendererProgram(options, shell, app.log);
  const rendering = program && { ...program, askApi: askShared, config };
  const { releases, releaseKey: key } = options;
  if (releases) {
    serveReleasesToBrowsers(app, releases, { env, key, registryFor, shellVersion: shell.version });
    serveStatus(app, { ...releases, violations, refresher, askApi, styles: shellFiles(shell).styles });
    serveReleasesToTeams(app, releases, options, { registry, shell, rendering });
  }
  const render = options.render ?? (await loadServerRender(options.shellDir, shell));
  servePages(app, {
    refresher,
    registry,
    askFirst: askShared,
    prefetchedAnswersMs: env.prefetchedAnswersMs,
    hasOffline: env.hasOffline,
    readAudience,
    health: options.releases?.health,
    config,
    shell: shellFiles(shell),
    render,
    remoteRendering: render && startRemoteRendering(app, options, program, render),
    headersFor: (code, guests) => pageHeaders(code, env.policySources, development, guests),
  });
  return app;
}

/** Serves public static content: files, the web app manifest, and the well-known texts for programs. */
function serveFixedFiles(app: FastifyInstance, options: WebServerOptions, shell: ShellManifest): void {
  const { env, publicDir } = options;
  serveFiles(app, options, shell.version);
  serveAppManifest(app);
  serveWorker(app, { env, publicDir });
  serveOfflinePage(app, { publicDir, styles: shellFiles(shell).styles });
  serveRobots(app, env.publicUrl);
  serveSecurityText(app, { contact: env.securityContact, publicUrl: env.publicUrl });
}

/** Serves what programs read to find pages. */
function serveDiscovery(app: FastifyInstance, options: Parameters<typeof serveSitemap>[1]): void {
  serveSitemap(app, options);
  serveFeeds(app, options);
}

/** Traces requests, and answers those that fail. */
function followRequests(app: FastifyInstance): void {
  traceRequests(app, ({ method }) => `web ${method}`);
  app.setErrorHandler((error, request, reply) => {
    const code = refusalOf(error);
    if (code === 'internal') {
      request.log.error({ err: error }, 'a page failed');
      observed.page.report({ status: 500, ms: reply.elapsedTime });
    }
    return refuse(reply, code);
  });
}

function startRemoteRendering(
  app: FastifyInstance,
  { env, releasesDir, shellDir, releases }: WebServerOptions,
  program: RendererFiles | undefined,
  renderFrame: RenderPage,
): PagesOptions['remoteRendering'] {
  if (!env.hasServerRendering || !program) return undefined;
  const pages = createPageRenderer({
    ...program,
    renderFrame,
    patienceMs: env.serverRenderingMs,
    onFault: (fault) => {
      app.log.error(fault, 'a part of a remote cannot be rendered on the server');
      releases?.health.failedOnServer(fault);
    },
  });
  app.addHook('onClose', async () => pages.close());
  const anonymousRenders = createSecondCache<RenderedHtml | null>((rendered) => rendered !== null);
  return { pages, releasesDir, inlineStyles: createInlineStyles({ releasesDir, shellDir }), anonymousRenders };
}

function openRegistry({ env, pool, releaseKey, registryFile, development }: WebServerOptions, log: FastifyBaseLogger) {
  const onTrouble = (trouble: unknown) => log.error({ err: trouble }, 'the registry of remotes cannot be read');
  return createRegistryReader({
    database: pool,
    key: releaseKey,
    entries: development?.entries ?? {},
    origin: env.releasesOrigin,
    onTrouble,
    memory: registryFile === undefined ? undefined : rememberInFile(registryFile, releaseKey, onTrouble),
  });
}

/** Returns the configuration of this installation for pages. */
function pageConfig(
  { env, isDemo = false }: WebServerOptions,
  { version }: ShellManifest,
  { cookieAttributes: cookies }: FastifyInstance,
): PagesOptions['config'] {
  return {
    publicUrl: env.publicUrl,
    closure: env.closure,
    links: env.links,
    communicateMinAge: env.communicateMinAge,
    operator: env.operator,
    identity: env.identity,
    ...(env.firebaseAnalytics ? { firebaseAnalytics: env.firebaseAnalytics } : {}),
    isDemo,
    isDevelopment: !env.isProduction,
    shellVersion: version,
    hasSecureCookies: cookies.includes('Secure'),
  };
}

function serverOptions({ env, api, logger }: WebServerOptions): FastifyServerOptions {
  return {
    forceCloseConnections: 'idle',
    requestIdHeader: false,
    genReqId: requestId,
    ...('url' in api ? {} : api.options),
    trustProxy: env.trustProxy === 0 ? false : (_address: string, hop: number) => hop < env.trustProxy,
    // A file that failed once is requested again at a new path, which bypasses every cache and hanging request.
    rewriteUrl: ({ url = '/' }) => url.replace(/^\/~r\d+(?=\/r\/)/, ''),
    ...(logger ? { loggerInstance: logger } : { logger: env.logLevel === 'silent' ? false : { level: env.logLevel } }),
  };
}

/** Clears the session of this browser. The api's own sign-out ends it everywhere; clients call that first. */
function serveSignOut(app: FastifyInstance, publicUrl: string): void {
  app.delete('/api/signout', async (request, reply) => {
    if (!isOurs(request, publicUrl)) return refuse(reply, 'bad_origin');
    writeSession(reply, null);
    reply.header('set-cookie', `${CLOSED_TERMS_COOKIE}=; Max-Age=0; ${app.cookieAttributes}`);
    return reply.code(204).header('cache-control', 'no-store').send();
  });
}
