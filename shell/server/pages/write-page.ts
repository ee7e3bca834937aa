import type { EnvironmentName, Override, RegistryReader, RemoteHealth, ServedRegistry } from '@manabiba/releases';
import type { AppConfig, BootData } from '@manabiba/shared/page/boot-data';
import { isPerson } from '@manabiba/shared/page/page-access';
import type { FastifyRequest } from 'fastify';

import type { PageLocation, RenderPage } from '../../src/server-render';
import { subjectOf } from '../discovery/page-subject';
import type { ShellFiles } from '../files/shell-manifest';
import type { PageCode } from '../policy/content-policy';
import type { ReadAudience } from '../registry/read-audience';
import { startsAsAnonymousRender } from '../rendering/anonymous-render';
import { answersForUser } from '../rendering/answers-for-user';
import type { InlineStyles } from '../rendering/inline-styles';
import { insertParts, partsIn } from '../rendering/insert-parts';
import type { PageRenderer } from '../rendering/page-renderer';
import { partsToRender } from '../rendering/parts-to-render';
import { analyticsConsentOf, type RequestIdentity, themeOf, timeZoneOf } from '../sessions/request-identity';
import type { SessionRefresher } from '../sessions/session-refresher';
import { releasesIn } from './anonymous-page-key';
import type { AskApi } from './ask-api';
import { filesOf, initialQueriesOf, type KnownPage } from './known-pages';
import type { SecondCache } from './page-cache';
import { isStyle, type PageFile } from './page-file';
import { renderPage } from './page-html';
import { prefetchAnswers } from './prefetched-answers';

export interface PagesOptions {
  refresher: SessionRefresher;
  registry: RegistryReader;
  /** Sends the initial queries of pages to the api. */
  askFirst: AskApi;
  /** How long a page waits for the answers, in milliseconds. */
  prefetchedAnswersMs: number;
  readAudience: ReadAudience;
  /** Whether browsers may keep pages for offline. */
  hasOffline: boolean;
  /** Counts page failures; absent: nothing is counted. */
  health?: RemoteHealth | undefined;
  config: AppConfig;
  shell: ShellFiles;
  /** Renders pages on the server. Without it pages are served empty. */
  render?: RenderPage | undefined;
  /** Renders pages with the parts of remotes; absent: only browsers run the code of remotes. */
  remoteRendering?: RemoteRendering | undefined;
  /**
   * Headers of a page with this code that also loads files from these origins: dev servers on the developer's own
   * machine.
   */
  headersFor: (code: PageCode, origins: readonly string[]) => Record<string, string>;
}

interface RemoteRendering {
  pages: PageRenderer;
  releasesDir: string;
  inlineStyles: InlineStyles;
  /** Anonymous renders that signed-in pages start from; null for pages that cannot be rendered. */
  anonymousRenders: SecondCache<RenderedHtml | null>;
}

/** The HTML of a page with the parts of remotes, and the boot data that hydrate it. */
export interface RenderedHtml {
  html: string;
  boot: BootData & Required<Pick<BootData, 'drawn' | 'timeZone'>>;
}

const EMPTY: ServedRegistry = { remotes: {} };

/** A request for a page and what is known about it. */
export interface PageRequest {
  page: KnownPage | undefined;
  registry: ServedRegistry | null;
  identity: RequestIdentity;
  location: PageLocation;
  /** Releases that only this browser gets. */
  overrides: Override[];
  /** The environment that this browser has opened; null for production. */
  environment: EnvironmentName | null;
  /** Empty for a page that several users get. */
  nonce: string;
  isCounted: boolean;
}

/** A page with what its policy must name. */
interface WrittenPage {
  html: string;
  isMissing: boolean;
  boot: BootData;
  /** Digests of the styles that are in the page. */
  styles: string[];
}

/** Builds the whole page: boot data, initial queries and server-rendered HTML. */
export async function writePage(
  request: FastifyRequest,
  options: PagesOptions,
  opened: PageRequest,
): Promise<WrittenPage> {
  const { config, shell, render, remoteRendering } = options;
  const { page, registry, location, nonce } = opened;
  const [{ answers, isMissing }, anonymous] = await Promise.all([
    answersOf(request, options, opened),
    anonymousRender(request, options, opened),
  ]);
  const bare = bootOf(request, options, opened, answers);
  const rendered = anonymous
    ? await renderForUser(request, options, opened, bare, anonymous)
    : await renderAnonymously(request, options, opened, bare);
  const boot = rendered?.boot ?? bare;
  const own = page?.ownPath === undefined ? [] : shell.preloadsOf(page.ownPath);
  const ofRemotes = page ? filesOf(page, registry) : [];
  const stylesOfRemotes = rendered ? stylesOfChunks(ofRemotes, config) : [];
  // Rendered HTML is painted without waiting for a stylesheet; without it the browser caches the file for the next
  // page.
  const [shellStyles, renderedStyles] =
    rendered && remoteRendering
      ? await Promise.all([remoteRendering.inlineStyles(shell.styles), remoteRendering.inlineStyles(stylesOfRemotes)])
      : [shell.styles, stylesOfRemotes];
  const html = renderPage({
    page,
    pathname: location.pathname,
    scripts: shell.scripts,
    styles: [...shellStyles, ...stylesOfChunks(own, config), ...renderedStyles],
    isContentOnly: new URLSearchParams(location.search).get('content_only') === 'true',
    preloads: page
      ? [...own.filter((file) => !isStyle(file)), ...ofRemotes.filter((file) => !rendered || !isStyle(file))]
      : [],
    boot,
    nonce,
    subject: subjectOf(answers, location.pathname),
    isMissing,
    html: rendered?.html ?? (await renderShell(request, render, boot, location)),
  });
  const styles = [...shellStyles, ...renderedStyles].flatMap(({ text, integrity }) =>
    text !== undefined && integrity ? [integrity] : [],
  );
  return { html, isMissing, boot, styles };
}

async function answersOf(
  request: FastifyRequest,
  { askFirst, prefetchedAnswersMs }: PagesOptions,
  { page, registry, identity, location }: PageRequest,
): Promise<{ answers?: BootData['answers']; isMissing: boolean }> {
  if (!page || request.method !== 'GET') return { isMissing: false };
  return prefetchAnswers(askFirst, {
    page,
    registry,
    location,
    me: identity.me,
    token: identity.token,
    address: request.ip,
    withinMs: prefetchedAnswersMs,
  });
}

function bootOf(
  request: FastifyRequest,
  { health, config, shell, hasOffline }: PagesOptions,
  { page, registry, identity, overrides, environment, isCounted }: PageRequest,
  answers: BootData['answers'],
): BootData {
  const view = isCounted && registry ? health?.sawPage(registry) : undefined;
  return {
    me: identity.me,
    registry: registry ?? EMPTY,
    integrity: shell.integrity,
    config,
    theme: themeOf(request),
    analyticsConsent: analyticsConsentOf(request),
    serverTime: new Date().toISOString(),
    ...(page && page.slots.length > 0 ? { slots: page.slots } : {}),
    ...(answers ? { answers } : {}),
    ...(hasOffline ? { hasOffline } : {}),
    ...(view ? { view } : {}),
    ...(environment ? { environment } : {}),
    ...(overrides.length > 0
      ? {
          overrides: overrides.map(({ remote, version, by }) => ({
            remote,
            version,
            isFromSource: typeof by === 'number',
          })),
        }
      : {}),
  };
}

/** Renders an anonymous page. The sandbox processes, which run the code of remotes, never receive a user's data. */
async function renderAnonymously(
  request: FastifyRequest,
  { remoteRendering }: PagesOptions,
  { page, location, registry }: PageRequest,
  boot: BootData,
): Promise<RenderedHtml | null> {
  if (!remoteRendering || !page || request.method !== 'GET' || isPerson(boot.me)) return null;
  const zoned = { ...boot, timeZone: timeZoneOf(request) };
  const parts = partsToRender(page, registry, remoteRendering.releasesDir);
  const rendered = await remoteRendering.pages.render(zoned, location, parts);
  return rendered && { html: rendered.html, boot: { ...zoned, drawn: rendered.parts } };
}

/** Returns the anonymous render that a signed-in page starts from; null for pages that do not start from one. */
async function anonymousRender(
  request: FastifyRequest,
  options: PagesOptions,
  opened: PageRequest,
): Promise<RenderedHtml | null> {
  const { page, registry, identity, location, overrides, environment } = opened;
  const isLive = overrides.length === 0 && environment === null;
  if (!options.remoteRendering || !page || !registry || !isLive || request.method !== 'GET') return null;
  if (!startsAsAnonymousRender(identity.me, page, location)) return null;
  const onDevice = [themeOf(request), analyticsConsentOf(request), timeZoneOf(request)];
  const key = JSON.stringify([request.url, onDevice, releasesIn(registry)]);
  return options.remoteRendering.anonymousRenders.read(key, async () => {
    const anonymous: PageRequest = { ...opened, identity: { me: null }, isCounted: false };
    const { answers, isMissing } = await answersOf(request, options, anonymous);
    if (isMissing) return null;
    return renderAnonymously(request, options, anonymous, bootOf(request, options, anonymous, answers));
  });
}

/**
 * Puts the anonymous render into the frame of a user's page, unless the user's data differs from the anonymous data.
 */
async function renderForUser(
  request: FastifyRequest,
  { render }: PagesOptions,
  { page, registry, location }: PageRequest,
  boot: BootData,
  anonymous: RenderedHtml,
): Promise<RenderedHtml | null> {
  const queries = page ? initialQueriesOf(page, registry) : [];
  const answers = answersForUser(anonymous.boot.answers, boot.answers, { userId: boot.me?.id ?? '', queries });
  if (!answers) return null;
  const { serverTime, timeZone, drawn: parts } = anonymous.boot;
  const own = { ...boot, answers, serverTime, timeZone, drawn: partsIn(anonymous.html, parts) };
  const html = insertParts(await renderShell(request, render, own, location), anonymous.html);
  // Some parts are shown to anonymous visitors only.
  return html === null ? null : { html, boot: { ...own, drawn: partsIn(html, parts) } };
}

/** Rendered HTML must not appear without its styles. The attribute tells the lazy-loaded code that they are there. */
const stylesOfChunks = (files: readonly PageFile[], { publicUrl }: AppConfig): PageFile[] =>
  files.filter(isStyle).map((file) => ({ ...file, dataHref: new URL(file.url, publicUrl).href }));

/** Renders the page without the code of remotes. If that fails, the page is served empty and the browser renders it. */
async function renderShell(
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
