import { SHARE_PICTURE_SIZE } from '@manabiba/shared/contract/share-picture';
import { paths } from '@manabiba/shared/navigation/paths';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { isPerson } from '@manabiba/shared/page/page-access';

import { feedOf } from '../../discovery/feeds';
import { type LinkCard, linkCardOf, linkCardOfList } from '../../discovery/link-card';
import { isIndexable, type PageSubject } from '../../discovery/page-subject';
import { type StructuredData, structuredDataOf, structuredDataOfSite } from '../../discovery/structured-data';
import type { KnownPage } from '../../pages/known-pages';
import { registryText } from '../../registry/registry-text';
import { jsonForScript } from './json-for-script';
import { noScriptOf } from './no-script';
import type { PageFile } from './page-file';
import { PAGE_SCRIPT } from './page-script';

export const SITE_NAME = 'まなびば';
const DESCRIPTION = '教室をひらいて、いっしょに学ぶ。ライブの教室とイベントのサービス「まなびば」です。';
/** Background colours of both themes: --color-ground. */
export const THEME_COLORS = { light: '#FBFAF7', dark: '#14161B' } as const;

export interface PageInput {
  /** Absent when there is no such page. */
  page: KnownPage | undefined;
  pathname: string;
  isContentOnly: boolean;
  /** The shell's own scripts. */
  scripts: readonly PageFile[];
  styles: readonly PageFile[];
  /** Further files that the first screen needs. */
  preloads: readonly PageFile[];
  boot: BootData;
  /** Scripts without this nonce do not run; empty for a page whose scripts are known by their digests. */
  nonce: string;
  /** The subject of the page, as far as the answers contain it; null: it must not be described. */
  subject?: PageSubject | null | undefined;
  /** There is nothing at this URL, although its path is one of the product's. */
  isMissing?: boolean;
  /** Server-rendered HTML of the first screen. */
  html: string;
}

/** Renders the HTML of every page: a document with all data and files that the first screen needs. */
export function renderDocument({
  page,
  pathname,
  isContentOnly,
  scripts,
  styles,
  preloads,
  boot,
  nonce,
  subject,
  isMissing = false,
  html,
}: PageInput): string {
  const { theme, config } = boot;
  const withNonce = nonce && ` nonce="${nonce}"`;
  const isIndexed = page?.isPublic && !isContentOnly && !isMissing && isIndexable(page.pattern, subject);
  const isAnonymous = isIndexed && boot.me === null;
  const card = isAnonymous ? cardOf(page.pattern, subject) : undefined;
  const name = card?.title ?? (page ? page.title : 'ページが見つかりません');
  const fullName = name ? `${name} | ${SITE_NAME}` : SITE_NAME;
  return [
    '<!doctype html>',
    `<html lang="ja"${theme === 'system' ? '' : ` data-theme="${theme}"`}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escapeHtml(fullName)}</title>`,
    // Before the stylesheets, for which scripts wait.
    `<script${withNonce}${pageScriptAttributes(boot)}>${PAGE_SCRIPT}</script>`,
    ...styles.map(styleElement),
    // Largest file first: over HTTP/1.1 the others would take all six connections.
    ...scripts.map(
      ({ url, integrity }) =>
        `<script defer${withNonce} fetchpriority="high" src="${escapeHtml(url)}"${sealed(integrity)}></script>`,
    ),
    ...preloads.map(
      ({ url, integrity, isModule }) =>
        `<link rel="${isModule ? 'modulepreload' : 'preload'}" ${url.endsWith('.css') ? 'as="style"' : `as="script"${withNonce}`} href="${escapeHtml(url)}"${sealed(integrity)}>`,
    ),
    `<meta name="description" content="${escapeHtml(card?.text ?? DESCRIPTION)}">`,
    ...themeColors(theme),
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    '<link rel="icon" href="/media/icon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/media/icon-180.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<meta name="apple-mobile-web-app-title" content="${SITE_NAME}">`,
    ...(isAnonymous ? metadataTags({ page, subject, card, fullName, pathname, publicUrl: config.publicUrl }) : []),
    '</head>',
    '<body>',
    ...noScriptOf(page, boot),
    `<div id="root">${html}</div>`,
    `<script type="application/json" id="boot">${bootText(boot)}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** What page-start.ts reads. In attributes, the script and so its digest are the same for all pages. */
const pageScriptAttributes = ({ me, timeZone }: BootData) =>
  (isPerson(me) ? ' data-signed-in' : '') + (timeZone ? ` data-time-zone="${escapeHtml(timeZone)}"` : '');

interface IndexedPage {
  page: KnownPage;
  subject: PageInput['subject'];
  /** Absent: the product's default card. */
  card: LinkCard | undefined;
  fullName: string;
  pathname: string;
  publicUrl: string;
}

/**
 * Meta tags for search engines and link previews, which are never signed in. A page with a signed-in user repeats
 * nothing of its URL: compressed together, its length could reveal page content.
 */
function metadataTags({ page, subject, card, fullName, pathname, publicUrl }: IndexedPage): string[] {
  // /classrooms and /classrooms/ are one page.
  const url = escapeHtml(publicUrl + (pathname === '/' ? pathname : pathname.replace(/\/$/, '')));
  const feed = feedOf(page.pattern);
  const data = dataOf(page, subject, publicUrl);
  return [
    `<link rel="canonical" href="${url}">`,
    `<meta property="og:site_name" content="${SITE_NAME}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:locale" content="ja_JP">',
    `<meta property="og:title" content="${escapeHtml(card?.title ?? fullName)}">`,
    `<meta property="og:description" content="${escapeHtml(card?.text ?? DESCRIPTION)}">`,
    `<meta property="og:url" content="${url}">`,
    ...pictureOf(card, publicUrl),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(feed
      ? [`<link rel="alternate" type="application/rss+xml" title="${escapeHtml(feed.title)}" href="${feed.path}">`]
      : []),
    ...(data ? [`<script type="application/ld+json">${jsonForScript(data)}</script>`] : []),
  ];
}

function dataOf(page: KnownPage, subject: IndexedPage['subject'], publicUrl: string): StructuredData | undefined {
  if (subject) return structuredDataOf(subject, publicUrl);
  return page.pattern === paths.top.pattern ? structuredDataOfSite(publicUrl) : undefined;
}

const cardOf = (pattern: string, subject: PageInput['subject']) =>
  subject ? linkCardOf(subject) : linkCardOfList(pattern);

function pictureOf(card: LinkCard | undefined, publicUrl: string): string[] {
  const url = new URL(card?.imageUrl ?? '/media/og.png', publicUrl).href;
  return [
    `<meta property="og:image" content="${escapeHtml(url)}">`,
    `<meta property="og:image:width" content="${SHARE_PICTURE_SIZE.width}">`,
    `<meta property="og:image:height" content="${SHARE_PICTURE_SIZE.height}">`,
  ];
}

export function themeColors(theme: BootData['theme']): string[] {
  if (theme !== 'system') return [`<meta name="theme-color" content="${THEME_COLORS[theme]}">`];
  return (['light', 'dark'] as const).map(
    (scheme) => `<meta name="theme-color" media="(prefers-color-scheme: ${scheme})" content="${THEME_COLORS[scheme]}">`,
  );
}

/** Style text is inserted unescaped: escaped it would have another digest. */
export function styleElement({ url, integrity, dataHref, text }: PageFile): string {
  const known = dataHref ? ` data-href="${escapeHtml(dataHref)}"` : '';
  return text === undefined
    ? `<link rel="stylesheet" href="${escapeHtml(url)}"${known}${sealed(integrity)}>`
    : `<style${known}>${text}</style>`;
}

/**
 * Matches how the shell and the remotes request files: a preload with other attributes would cause a second download.
 */
const sealed = (integrity: string | undefined) =>
  ` crossorigin${integrity ? ` integrity="${escapeHtml(integrity)}"` : ''}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** The registry is the larger part and the same for most users. */
const bootText = ({ registry, ...rest }: BootData) =>
  `{"registry":${registryText(registry)},${jsonForScript(rest).slice(1)}`;
