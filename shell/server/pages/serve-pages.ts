import { extname } from 'node:path';

import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import { doesExistFor, isPerson, redirectOf } from '@manabiba/shared/page/page-access';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { PageLocation } from '../../src/server-render';
import type { ShellFiles } from '../files/shell-manifest';
import { isForKeeping, KEPT_ANSWERS_MS, mayBeKept, openForNobody, type Viewer } from '../offline/kept-pages';
import { newNonce } from '../policy/security-headers';
import { refuse } from '../refuse';
import { originOf, type Override } from '../releases/override';
import { audienceCookie, newAudienceId } from '../releases/release-audience';
import type { ServedRegistry } from '../releases/release-manifest';
import { rulePersonOf } from '../releases/rules/rollout-rule';
import { identifyRequest } from '../sessions/request-identity';
import { writeSession } from '../sessions/session-cookies';
import { digestOf, inlineScriptsOf } from './inline-scripts';
import { keyForNobody } from './key-for-nobody';
import { filesOf, findPage, type KnownPage } from './known-pages';
import { createPageCache, type SharedPage } from './page-cache';
import { isStyle, type PageFile } from './page-file';
import { sendPage } from './send-page';
import { type Opened, type PagesOptions, writePage } from './write-page';

/** Handles every path without another route: with a page, or with the api's 404 for what cannot be a page. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { registry, config, headersFor, health, drawer } = options;
  const pages = createPageCache();
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 'not_found');
    const place = splitUrl(request.url);
    const isToKeep = isForKeeping(request);
    const { audience, identity, known, newId } = await (isToKeep ? openForNobody(options) : open(request, options));
    const found = findPage(place.pathname, known, config);
    // Until it is known who asks, the browser decides.
    const page = found && (identity.isUnsure || doesExistFor(identity.me, found.access)) ? found : undefined;
    // A missing file must never look like a page to a script request.
    if (!page && extname(place.pathname) !== '') return refuse(reply, 'not_found');
    if (newId && registry.drawsShares()) reply.header('set-cookie', audienceCookie(newId, app.cookieAttributes));
    if (identity.tell !== undefined) writeSession(reply, identity.tell);
    const shown = overridesIn(known, audience.overrides);
    const guests = shown.flatMap((override) => originOf(override) ?? []);
    const nonce = newNonce();
    const scripts = [`nonce-${nonce}`];
    reply.headers(headersFor({ scripts }, guests));
    const elsewhere = page && !identity.isUnsure ? redirectOf(identity.me, page.access, place) : null;
    if (elsewhere) return reply.header('cache-control', 'no-store, private').redirect(elsewhere, 303);
    reply.code(statusOf(page, known));
    // Views of a candidate must not count toward the metrics of the live release, nor pages that nobody looks at.
    const isLive = audience.overrides.length === 0 && audience.environment === null;
    const isCounted = page && !page.isRetired && known && isLive && request.method === 'GET' && !isToKeep;
    const { environment } = audience;
    const opened = { page, known, identity, place, shown, environment, isCounted: Boolean(isCounted) };
    // Each visitor of a rollout counts by themselves; one that is for people with a session shows visitors what is live.
    const key =
      drawer && !registry.isRollingOutToAll() && !isToKeep
        ? keyForNobody(request, { ...opened, audience, scripts: page ? scriptsOf(page, known, options.shell) : [] })
        : null;
    if (key === null) {
      const patient = isToKeep ? { ...options, prefetchedAnswersMs: KEPT_ANSWERS_MS } : options;
      const { html, isMissing, styles } = await writePage(request, patient, { ...opened, nonce });
      if (isMissing) reply.code(404);
      else if (isToKeep && page && mayBeKept(page, place)) reply.header(KEEP_HEADER, 'yes');
      reply.headers(headersFor({ scripts, styles }, guests));
      return sendPage(request, reply, html, { isPersonal: isPerson(identity.me) });
    }
    let isNew = false;
    const shared = await pages.read(key, () => {
      isNew = true;
      return writeForAll(request, options, opened);
    });
    if (!isNew && isCounted) health?.sawPage(known);
    if (shared.isMissing) reply.code(404);
    reply.headers(shared.headers);
    return sendPage(request, reply, shared.html, { isPersonal: false, packed: shared.packed });
  });
}

/** Finds out who opens a page, and with which releases. `newId`: the browser has no draw of rollouts yet. */
async function open(request: FastifyRequest, { refresher, registry, readAudience }: PagesOptions): Promise<Viewer> {
  const audience = readAudience(request.headers.cookie);
  const newId = audience.id ? null : newAudienceId();
  const identified = identifyRequest(request, refresher);
  const whose = identified.then(({ me }) => ({ ...audience, id: audience.id ?? newId, person: rulePersonOf(me) }));
  const [known, identity] = await Promise.all([registry.read(whose), identified]);
  return { audience, identity, known, newId };
}

/** 404 only when it is known that there is no such page. */
function statusOf(page: KnownPage | undefined, known: ServedRegistry | null): 200 | 404 | 410 | 503 {
  if (page) return page.isRetired ? 410 : 200;
  return known ? 404 : 503;
}

/** A page that several people get has no nonce: its policy names its scripts by their digests, like its styles. */
async function writeForAll(
  request: FastifyRequest,
  options: PagesOptions,
  opened: Omit<Opened, 'nonce'>,
): Promise<SharedPage> {
  const { html, isMissing, boot, styles } = await writePage(request, options, { ...opened, nonce: '' });
  const { page, known } = opened;
  const files = page ? scriptsOf(page, known, options.shell) : [];
  const scripts = [...inlineScriptsOf(boot).map(digestOf), ...files.flatMap(({ integrity }) => integrity ?? [])];
  return { html, isMissing, headers: options.headersFor({ scripts, styles }, []), packed: new Map() };
}

/** All scripts that a page names. */
const scriptsOf = (page: KnownPage, known: ServedRegistry | null, shell: ShellFiles): PageFile[] =>
  [
    ...shell.scripts,
    ...(page.ownPath === undefined ? [] : shell.preloadsOf(page.ownPath)),
    ...filesOf(page, known),
  ].filter((file) => !isStyle(file));

/** Returns the overrides that apply to this page. */
const overridesIn = (known: ServedRegistry | null, overrides: readonly Override[]) =>
  overrides.filter(({ remote, version }) => known?.remotes[remote]?.version === version);

/** Parsed by hand: a URL parser reads a path that begins with two slashes as another host. */
function splitUrl(url: string): PageLocation {
  const mark = url.indexOf('?');
  return mark === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) };
}
