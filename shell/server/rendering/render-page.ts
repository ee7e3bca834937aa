import type { AppConfig } from '@manabiba/shared/page/boot-data';
import type { FastifyRequest } from 'fastify';

import { subjectOf } from '../discovery/page-subject';
import { filesOf } from '../pages/known-pages';
import { answersOf, bootOf } from './boot-data';
import { isStyle, type PageFile } from './html/page-file';
import { renderDocument } from './html/page-html';
import type { PageRequest, PagesOptions } from './page-options';
import { renderAnonymously } from './render-anonymous';
import { renderShell } from './render-shell';
import { anonymousRenderFor, renderSignedIn } from './render-signed-in';

/** A page with what its policy must name. */
interface WholePage {
  html: string;
  isMissing: boolean;
  /** Digests of the styles that are in the page. */
  styles: string[];
}

/** Builds the whole page: boot data, initial queries and server-rendered HTML. */
export async function renderPage(
  request: FastifyRequest,
  options: PagesOptions,
  opened: PageRequest,
): Promise<WholePage> {
  const { config, shell, render, remoteRendering } = options;
  const { page, registry, location, nonce } = opened;
  const [{ answers, isMissing }, anonymous] = await Promise.all([
    answersOf(request, options, opened),
    anonymousRenderFor(request, options, opened),
  ]);
  const bare = bootOf(request, options, opened, answers);
  const rendered = anonymous
    ? await renderSignedIn(request, options, opened, bare, anonymous)
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
  const html = renderDocument({
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
  return { html, isMissing, styles };
}

/** Rendered HTML must not appear without its styles. By the attribute the lazy-loaded code finds them. */
const stylesOfChunks = (files: readonly PageFile[], { publicUrl }: AppConfig): PageFile[] =>
  files.filter(isStyle).map((file) => ({ ...file, dataHref: new URL(file.url, publicUrl).href }));
