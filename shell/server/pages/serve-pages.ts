import { extname } from 'node:path';

import type { AppConfig, BootData } from '@manabiba/shared/page/boot-data';
import { isPerson, redirectOf } from '@manabiba/shared/page/page-access';
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { PageLocation, RenderPage } from '../../src/server-render';
import { subjectOf } from '../discovery/page-subject';
import type { ShellFiles } from '../files/shell-manifest';
import type { PageHeaders } from '../policy/security-headers';
import { refuse } from '../refuse';
import type { RegistryReader } from '../registry/registry-reader';
import type { RemoteHealth } from '../releases/health/remote-health';
import { originOf, type Override } from '../releases/override';
import { audienceCookie, newAudienceId, type ReadAudience } from '../releases/release-audience';
import type { ServedRegistry } from '../releases/release-manifest';
import type { PageDrawer } from '../rendering/page-drawer';
import { partsToDraw } from '../rendering/parts-to-draw';
import {
  analyticsConsentOf,
  identifyRequest,
  type RequestIdentity,
  themeOf,
  timeZoneOf,
} from '../sessions/request-identity';
import { writeSession } from '../sessions/session-cookies';
import type { SessionRefresher } from '../sessions/session-refresher';
import type { AskApi } from './ask-api';
import { filesOf, findPage, type KnownPage } from './known-pages';
import type { PageFile } from './page-file';
import { renderPage } from './page-html';
import { prefetchAnswers } from './prefetched-answers';
import { sendPage } from './send-page';

export interface PagesOptions {
  refresher: SessionRefresher;
  registry: RegistryReader;
  /** Sends the initial queries of pages to the api. */
  askFirst: AskApi;
  /** How long a page waits for the answers, in milliseconds. */
  prefetchedAnswersMs: number;
  readAudience: ReadAudience;
  /** Counts page failures; absent: nothing is counted. */
  health?: RemoteHealth | undefined;
  config: AppConfig;
  shell: ShellFiles;
  /** Renders pages on the server. Without it pages are served empty. */
  render?: RenderPage | undefined;
  /** Draws pages with what the remotes draw in them; absent: only browsers run the code of remotes. */
  drawer?: { pages: PageDrawer; releasesDir: string } | undefined;
  /** Headers of a page that also loads files from these origins: dev servers on the developer's own machine. */
  headersFor: (origins: readonly string[]) => PageHeaders;
}

const EMPTY: ServedRegistry = { remotes: {} };

/** Handles every path without another route: with a page, or with the api's 404 for what cannot be a page. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  const { refresher, registry, readAudience, config, headersFor } = options;
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 'not_found');
    const place = splitUrl(request.url);
    const audience = readAudience(request.headers.cookie);
    const id = audience.id ?? newAudienceId();
    const [known, identity] = await Promise.all([
      registry.read({ ...audience, id }),
      identifyRequest(request, refresher),
    ]);
    const page = findPage(place.pathname, known, config);
    // A missing file must never look like a page to a script request.
    if (!page && extname(place.pathname) !== '') return refuse(reply, 'not_found');
    if (!audience.id && registry.isRollingOut()) reply.header('set-cookie', audienceCookie(id, app.cookieAttributes));
    if (identity.tell !== undefined) writeSession(reply, identity.tell);
    const shown = overridesIn(known, audience.overrides);
    const { headers, nonce } = headersFor(shown.flatMap((override) => originOf(override) ?? []));
    reply.headers(headers);
    const elsewhere = page && !identity.isUnsure ? redirectOf(identity.me, page.access, place) : null;
    if (elsewhere) return reply.header('cache-control', 'no-store, private').redirect(elsewhere, 303);
    reply.code(page ? 200 : known ? 404 : 503);
    // Views of a candidate must not count toward the metrics of the live release.
    const isCounted = page && known && audience.overrides.length === 0 && request.method === 'GET';
    const { html, isMissing } = await write(request, options, {
      page,
      known,
      identity,
      place,
      shown,
      nonce,
      isCounted: Boolean(isCounted),
    });
    if (isMissing) reply.code(404);
    return sendPage(request, reply, html, { isPersonal: isPerson(identity.me) });
  });
}

interface Opened {
  page: KnownPage | undefined;
  known: ServedRegistry | null;
  identity: RequestIdentity;
  place: PageLocation;
  /** Releases that only this browser gets. */
  shown: Override[];
  nonce: string;
  isCounted: boolean;
}

/** Builds the whole page: boot data, initial queries and server-rendered HTML. */
async function write(
  request: FastifyRequest,
  { askFirst, prefetchedAnswersMs, health, config, shell, render, drawer }: PagesOptions,
  { page, known, identity, place, shown, nonce, isCounted }: Opened,
): Promise<{ html: string; isMissing: boolean }> {
  const { me, token } = identity;
  const { answers, isMissing } =
    page && request.method === 'GET'
      ? await prefetchAnswers(askFirst, {
          page,
          registry: known,
          place,
          me,
          token,
          address: request.ip,
          withinMs: prefetchedAnswersMs,
        })
      : { isMissing: false };
  const view = isCounted && known ? health?.sawPage(known) : undefined;
  const boot: BootData = {
    me,
    registry: known ?? EMPTY,
    integrity: shell.integrity,
    config,
    theme: themeOf(request),
    analyticsConsent: analyticsConsentOf(request),
    serverTime: new Date().toISOString(),
    ...(page && page.slots.length > 0 ? { slots: page.slots } : {}),
    ...(answers ? { answers } : {}),
    ...(view ? { view } : {}),
    ...(shown.length > 0
      ? {
          overrides: shown.map(({ remote, version, by }) => ({
            remote,
            version,
            isFromSource: typeof by === 'number',
          })),
        }
      : {}),
  };
  const drawing = page && request.method === 'GET' ? await drawn(request, drawer, page, boot, place, known) : null;
  const own = page?.ownPath === undefined ? [] : shell.preloadsOf(page.ownPath);
  const ofRemotes = page ? filesOf(page, known) : [];
  const html = renderPage({
    page,
    pathname: place.pathname,
    scripts: shell.scripts,
    styles: [...shell.styles, ...stylesOfChunks([...own, ...(drawing ? ofRemotes : [])], config)],
    isContentOnly: new URLSearchParams(place.search).get('content_only') === 'true',
    preloads: page
      ? [...own.filter((file) => !isStyle(file)), ...ofRemotes.filter((file) => !drawing || !isStyle(file))]
      : [],
    boot: drawing?.boot ?? boot,
    nonce,
    subject: subjectOf(answers, place.pathname),
    isMissing,
    picture: drawing?.html ?? (await picture(request, render, boot, place)),
  });
  return { html, isMissing };
}

/** Personal pages are drawn by the browser alone: the process that runs the code of remotes holds nobody's data. */
async function drawn(
  request: FastifyRequest,
  drawer: PagesOptions['drawer'],
  page: KnownPage,
  boot: BootData,
  place: PageLocation,
  known: ServedRegistry | null,
): Promise<{ html: string; boot: BootData } | null> {
  if (!drawer || isPerson(boot.me)) return null;
  const zoned = { ...boot, timeZone: timeZoneOf(request) };
  const drawing = await drawer.pages.draw(zoned, place, partsToDraw(page, known, drawer.releasesDir));
  return drawing && { html: drawing.html, boot: { ...zoned, drawn: drawing.drawn } };
}

/** What is drawn must not appear without its styles. By this attribute the code that comes later knows that they are there. */
const stylesOfChunks = (files: readonly PageFile[], { publicUrl }: AppConfig): PageFile[] =>
  files.filter(isStyle).map((file) => ({ ...file, dataHref: new URL(file.url, publicUrl).href }));

const isStyle = ({ url }: PageFile) => url.endsWith('.css');

/** Returns the overrides that apply to this page. */
const overridesIn = (known: ServedRegistry | null, overrides: readonly Override[]) =>
  overrides.filter(({ remote, version }) => known?.remotes[remote]?.version === version);

/** When rendering fails, the page is served empty and the browser renders it: slower, but complete. */
async function picture(
  request: FastifyRequest,
  render: RenderPage | undefined,
  boot: BootData,
  place: PageLocation,
): Promise<string> {
  try {
    return (await render?.(boot, place)) ?? '';
  } catch (error) {
    request.log.error({ err: error }, 'a page cannot be rendered');
    return '';
  }
}

/** Parsed by hand: a URL parser reads a path that begins with two slashes as another host. */
function splitUrl(url: string): PageLocation {
  const mark = url.indexOf('?');
  return mark === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) };
}
