import type { AppConfig, BootData } from '@manabiba/shared/page/boot-data';
import { isPerson } from '@manabiba/shared/page/page-access';
import type { FastifyRequest } from 'fastify';

import type { PageLocation, RenderPage } from '../../src/server-render';
import { subjectOf } from '../discovery/page-subject';
import type { ShellFiles } from '../files/shell-manifest';
import type { PageCode } from '../policy/content-policy';
import type { RegistryReader } from '../registry/registry-reader';
import type { EnvironmentName } from '../releases/environments/environment-name';
import type { RemoteHealth } from '../releases/health/remote-health';
import type { Override } from '../releases/override';
import type { ReadAudience } from '../releases/release-audience';
import type { ServedRegistry } from '../releases/release-manifest';
import { answersForPerson } from '../rendering/answers-for-people';
import { isDrawnFor } from '../rendering/drawn-for-people';
import type { InlineStyles } from '../rendering/inline-styles';
import { insertParts, partsIn } from '../rendering/insert-parts';
import type { PageDrawer } from '../rendering/page-drawer';
import { partsToDraw } from '../rendering/parts-to-draw';
import { analyticsConsentOf, type RequestIdentity, themeOf, timeZoneOf } from '../sessions/request-identity';
import type { SessionRefresher } from '../sessions/session-refresher';
import type { AskApi } from './ask-api';
import { releasesIn } from './key-for-nobody';
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
  /** Draws pages with what the remotes draw in them; absent: only browsers run the code of remotes. */
  drawer?: Drawer | undefined;
  /** Headers of a page with this code that also loads files from these origins: dev servers on the developer's own machine. */
  headersFor: (code: PageCode, origins: readonly string[]) => Record<string, string>;
}

interface Drawer {
  pages: PageDrawer;
  releasesDir: string;
  inlineStyles: InlineStyles;
  /** What is drawn for nobody and put into pages of people; null when it cannot be drawn. */
  forPeople: SecondCache<Drawing | null>;
}

/** A page that is drawn, with the boot data that hydrate it. */
export interface Drawing {
  html: string;
  boot: BootData & Required<Pick<BootData, 'drawn' | 'timeZone'>>;
}

const EMPTY: ServedRegistry = { remotes: {} };

export interface Opened {
  page: KnownPage | undefined;
  known: ServedRegistry | null;
  identity: RequestIdentity;
  place: PageLocation;
  /** Releases that only this browser gets. */
  shown: Override[];
  /** The environment that this browser has opened; null for production. */
  environment: EnvironmentName | null;
  /** Empty for a page that several people get. */
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
export async function writePage(request: FastifyRequest, options: PagesOptions, opened: Opened): Promise<WrittenPage> {
  const { config, shell, render, drawer } = options;
  const { page, known, place, nonce } = opened;
  const [{ answers, isMissing }, forNobody] = await Promise.all([
    answersOf(request, options, opened),
    drawnForNobody(request, options, opened),
  ]);
  const bare = bootOf(request, options, opened, answers);
  const drawing = forNobody
    ? await drawnForPerson(request, options, opened, bare, forNobody)
    : await drawn(request, options, opened, bare);
  const boot = drawing?.boot ?? bare;
  const own = page?.ownPath === undefined ? [] : shell.preloadsOf(page.ownPath);
  const ofRemotes = page ? filesOf(page, known) : [];
  const stylesOfRemotes = drawing ? stylesOfChunks(ofRemotes, config) : [];
  // What is drawn is painted without waiting for a file; otherwise the browser keeps the file for the next page.
  const [shellStyles, drawnStyles] =
    drawing && drawer
      ? await Promise.all([drawer.inlineStyles(shell.styles), drawer.inlineStyles(stylesOfRemotes)])
      : [shell.styles, stylesOfRemotes];
  const html = renderPage({
    page,
    pathname: place.pathname,
    scripts: shell.scripts,
    styles: [...shellStyles, ...stylesOfChunks(own, config), ...drawnStyles],
    isContentOnly: new URLSearchParams(place.search).get('content_only') === 'true',
    preloads: page
      ? [...own.filter((file) => !isStyle(file)), ...ofRemotes.filter((file) => !drawing || !isStyle(file))]
      : [],
    boot,
    nonce,
    subject: subjectOf(answers, place.pathname),
    isMissing,
    picture: drawing?.html ?? (await picture(request, render, boot, place)),
  });
  const styles = [...shellStyles, ...drawnStyles].flatMap(({ text, integrity }) =>
    text !== undefined && integrity ? [integrity] : [],
  );
  return { html, isMissing, boot, styles };
}

async function answersOf(
  request: FastifyRequest,
  { askFirst, prefetchedAnswersMs }: PagesOptions,
  { page, known, identity, place }: Opened,
): Promise<{ answers?: BootData['answers']; isMissing: boolean }> {
  if (!page || request.method !== 'GET') return { isMissing: false };
  return prefetchAnswers(askFirst, {
    page,
    registry: known,
    place,
    me: identity.me,
    token: identity.token,
    address: request.ip,
    withinMs: prefetchedAnswersMs,
  });
}

function bootOf(
  request: FastifyRequest,
  { health, config, shell, hasOffline }: PagesOptions,
  { page, known, identity, shown, environment, isCounted }: Opened,
  answers: BootData['answers'],
): BootData {
  const view = isCounted && known ? health?.sawPage(known) : undefined;
  return {
    me: identity.me,
    registry: known ?? EMPTY,
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
}

/** Draws a page of nobody: the process that runs the code of remotes holds nobody's data. */
async function drawn(
  request: FastifyRequest,
  { drawer }: PagesOptions,
  { page, place, known }: Opened,
  boot: BootData,
): Promise<Drawing | null> {
  if (!drawer || !page || request.method !== 'GET' || isPerson(boot.me)) return null;
  const zoned = { ...boot, timeZone: timeZoneOf(request) };
  const drawing = await drawer.pages.draw(zoned, place, partsToDraw(page, known, drawer.releasesDir));
  return drawing && { html: drawing.html, boot: { ...zoned, drawn: drawing.drawn } };
}

/** Returns what is drawn for nobody of a page that a person opens; null for the pages that people get without it. */
async function drawnForNobody(request: FastifyRequest, options: PagesOptions, opened: Opened): Promise<Drawing | null> {
  const { page, known, identity, place, shown, environment } = opened;
  const isLive = shown.length === 0 && environment === null;
  if (!options.drawer || !page || !known || !isLive || request.method !== 'GET') return null;
  if (!isDrawnFor(identity.me, page, place)) return null;
  const onDevice = [themeOf(request), analyticsConsentOf(request), timeZoneOf(request)];
  return options.drawer.forPeople.read(JSON.stringify([request.url, onDevice, releasesIn(known)]), async () => {
    const asNobody: Opened = { ...opened, identity: { me: null }, isCounted: false };
    const { answers, isMissing } = await answersOf(request, options, asNobody);
    return isMissing ? null : drawn(request, options, asNobody, bootOf(request, options, asNobody, answers));
  });
}

/** Puts what is drawn for nobody into the frame of a person's page, if it tells them nothing else than their answers. */
async function drawnForPerson(
  request: FastifyRequest,
  { render }: PagesOptions,
  { page, known, place }: Opened,
  boot: BootData,
  forNobody: Drawing,
): Promise<Drawing | null> {
  const queries = page ? initialQueriesOf(page, known) : [];
  const answers = answersForPerson(forNobody.boot.answers, boot.answers, { personId: boot.me?.id ?? '', queries });
  if (!answers) return null;
  const { serverTime, timeZone, drawn: parts } = forNobody.boot;
  const own = { ...boot, answers, serverTime, timeZone, drawn: partsIn(forNobody.html, parts) };
  const html = insertParts(await picture(request, render, own, place), forNobody.html);
  // Some parts are for visitors only.
  return html === null ? null : { html, boot: { ...own, drawn: partsIn(html, parts) } };
}

/** What is drawn must not appear without its styles. By this attribute the code that comes later knows that they are there. */
const stylesOfChunks = (files: readonly PageFile[], { publicUrl }: AppConfig): PageFile[] =>
  files.filter(isStyle).map((file) => ({ ...file, dataHref: new URL(file.url, publicUrl).href }));

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
