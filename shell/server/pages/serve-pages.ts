import { extname } from 'node:path';

import { type Override, type ServedRegistry, originOf, rulePersonOf } from '@manabiba/releases';
import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import { doesExistFor, isPerson, redirectOf } from '@manabiba/shared/page/page-access';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { PageLocation } from '../../src/server-render';
import type { ShellFiles } from '../files/shell-manifest';
import { isForKeeping, KEPT_ANSWERS_MS, mayBeKept, openAnonymously, type Viewer } from '../offline/kept-pages';
import { newNonce } from '../policy/security-headers';
import { refuse } from '../refuse';
import { audienceCookie, newAudienceId } from '../registry/read-audience';
import { inlineDigestOf } from '../rendering/html/inline-digest';
import { isStyle, type PageFile } from '../rendering/html/page-file';
import { PAGE_SCRIPT } from '../rendering/html/page-script';
import type { PageRequest, PagesOptions } from '../rendering/page-options';
import { renderPage } from '../rendering/render-page';
import { identifyRequest } from '../sessions/request-identity';
import { writeSession } from '../sessions/session-cookies';
import { anonymousPageKey } from './anonymous-page-key';
import { filesOf, findPage, type KnownPage } from './known-pages';
import { createPageCache, type SharedPage } from './page-cache';
import { sendPage } from './send-page';

const PAGE_SCRIPT_DIGEST = inlineDigestOf(PAGE_SCRIPT);

/** Handles every path without another route: with a page, or with the api's 404 for what cannot be a page. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { registry: reader, config, headersFor, health, remoteRendering } = options;
  const pages = createPageCache();
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 'not_found');
    const location = splitUrl(request.url);
    const isToKeep = isForKeeping(request);
    const { audience, identity, registry, newId } = await (isToKeep
      ? openAnonymously(options)
      : open(request, options));
    const found = findPage(location.pathname, registry, config);
    // While the identity is unknown, the browser decides.
    const page = found && (identity.isUnsure || doesExistFor(identity.me, found.access)) ? found : undefined;
    // A missing file must never look like a page to a script request.
    if (!page && extname(location.pathname) !== '') return refuse(reply, 'not_found');
    if (newId && reader.hasPartialRollout()) reply.header('set-cookie', audienceCookie(newId, app.cookieAttributes));
    if (identity.newTokens !== undefined) writeSession(reply, identity.newTokens);
    const overrides = overridesIn(registry, audience.overrides);
    const guests = overrides.flatMap((override) => originOf(override) ?? []);
    const nonce = newNonce();
    const code = { scripts: [`nonce-${nonce}`], isUnsealed: hasUnsealed(registry) };
    reply.headers(headersFor(code, guests));
    const elsewhere = page && !identity.isUnsure ? redirectOf(identity.me, page.access, location) : null;
    if (elsewhere) return reply.header('cache-control', 'no-store, private').redirect(elsewhere, 303);
    reply.code(statusOf(page, registry));
    // Views of a candidate must not count toward the metrics of the live release, nor pages fetched for offline use.
    const isLive = audience.overrides.length === 0 && audience.environment === null;
    const isCounted = page && !page.isRetired && registry && isLive && request.method === 'GET' && !isToKeep;
    // The browser of the gate gets no sign of it: on a phone it would lie over the footer, which the gate looks at.
    const isForGate = audience.overrides.some(({ by }) => by === 'gate');
    const environment = isForGate ? null : audience.environment;
    const opened = { page, registry, identity, location, overrides, environment, isCounted: Boolean(isCounted) };
    // During a rollout each browser counts separately. One that is for signed-in users leaves anonymous pages shared.
    const key =
      remoteRendering && !reader.isRollingOutToAll() && !isToKeep
        ? anonymousPageKey(request, {
            ...opened,
            audience,
            scripts: page ? scriptsOf(page, registry, options.shell) : [],
          })
        : null;
    if (key === null) {
      const patient = isToKeep ? { ...options, prefetchedAnswersMs: KEPT_ANSWERS_MS } : options;
      const { html, isMissing, styles } = await renderPage(request, patient, { ...opened, nonce });
      if (isMissing) reply.code(404);
      else if (isToKeep && page && mayBeKept(page, location)) reply.header(KEEP_HEADER, 'yes');
      reply.headers(headersFor({ ...code, styles }, guests));
      return sendPage(request, reply, html, { isPersonal: isPerson(identity.me) });
    }
    let isNew = false;
    const shared = await pages.read(key, () => {
      isNew = true;
      return writeShared(request, options, opened);
    });
    if (!isNew && isCounted) health?.sawPage(registry);
    if (shared.isMissing) reply.code(404);
    reply.headers(shared.headers);
    return sendPage(request, reply, shared.html, { isPersonal: false, packed: shared.packed });
  });
}

/** Identifies the user and the releases of a page. `newId` is set when the browser has no place in rollouts yet. */
async function open(
  request: FastifyRequest,
  { refresher, registry: reader, readAudience }: PagesOptions,
): Promise<Viewer> {
  const audience = readAudience(request.headers.cookie);
  const newId = audience.id ? null : newAudienceId();
  const identified = identifyRequest(request, refresher);
  const whose = identified.then(({ me }) => ({ ...audience, id: audience.id ?? newId, person: rulePersonOf(me) }));
  const [registry, identity] = await Promise.all([reader.read(whose), identified]);
  return { audience, identity, registry, newId };
}

/** 404 only when the registry shows that there is no such page. */
function statusOf(page: KnownPage | undefined, registry: ServedRegistry | null): 200 | 404 | 410 | 503 {
  if (page) return page.isRetired ? 410 : 200;
  return registry ? 404 : 503;
}

/** Writes a page for several users. It has no nonce: its policy lists its scripts by digest, like its styles. */
async function writeShared(
  request: FastifyRequest,
  options: PagesOptions,
  opened: Omit<PageRequest, 'nonce'>,
): Promise<SharedPage> {
  const { html, isMissing, styles } = await renderPage(request, options, { ...opened, nonce: '' });
  const { page, registry } = opened;
  const files = page ? scriptsOf(page, registry, options.shell) : [];
  const scripts = [PAGE_SCRIPT_DIGEST, ...files.flatMap(({ integrity }) => integrity ?? [])];
  return {
    html,
    isMissing,
    headers: options.headersFor({ scripts, styles, isUnsealed: hasUnsealed(registry) }, []),
    packed: new Map(),
  };
}

/** All scripts that a page names. */
const scriptsOf = (page: KnownPage, registry: ServedRegistry | null, shell: ShellFiles): PageFile[] =>
  [
    ...shell.scripts,
    ...(page.ownPath === undefined ? [] : shell.preloadsOf(page.ownPath)),
    ...filesOf(page, registry),
  ].filter((file) => !isStyle(file));

/** Whether any remote, which a visitor may open without another page, loads scripts without a digest. */
const hasUnsealed = (registry: ServedRegistry | null) =>
  Object.values(registry?.remotes ?? {}).some(({ isUnsealed }) => isUnsealed);

/** Returns the overrides that apply to this page. */
const overridesIn = (registry: ServedRegistry | null, overrides: readonly Override[]) =>
  overrides.filter(({ remote, version }) => registry?.remotes[remote]?.version === version);

/** Parsed by hand: a URL parser reads a path that starts with two slashes as another host. */
function splitUrl(url: string): PageLocation {
  const mark = url.indexOf('?');
  return mark === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) };
}
