import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppConfig, BootData, Registry } from '@manabiba/shared/composition/boot-data';
import type { PagePlace, PaintPage } from '../src/first-paint';
import { acceptedEncodings } from './accepted-encodings';
import { filesOf, findPage } from './known-pages';
import { renderPage } from './page-html';
import { refuse } from './refuse';
import type { RegistryReader } from './registry-reader';
import type { ReleaseKey } from './releases/release-key';
import type { RemoteHealth } from './releases/remote-health';
import { newVisitorId, readVisitor, visitorCookie } from './releases/visitor';
import { readCookie, readSession, writeSession, type SessionTokens } from './session-cookies';
import type { SessionKeeper } from './session-keeper';
import type { ShellFiles } from './shell-manifest';

export interface PagesOptions {
  keeper: SessionKeeper;
  registry: RegistryReader;
  key: ReleaseKey;
  /** Counts what fails in pages; absent: nothing is counted. */
  health?: RemoteHealth | undefined;
  config: AppConfig;
  shell: ShellFiles;
  /** Draws what stands in the page before any script has run. Without it pages come empty. */
  paint?: PaintPage | undefined;
  /** Headers of every page. */
  headers: Record<string, string>;
}

interface Visit {
  me: BootData['me'];
  /** What the browser is to be told about its session, when something changed. */
  tell?: SessionTokens | null | undefined;
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const EMPTY: Registry = { remotes: {} };

/** Answers every path that nothing else answers: with a page, or with the api's 404 for what cannot be one. */
export function servePages(app: FastifyInstance, { keeper, registry, key, health, config, shell, paint, headers }: PagesOptions): void {
  app.setNotFoundHandler(async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(reply, 'not_found');
    const place = splitUrl(request.url);
    const { pathname, search } = place;
    const visitor = readVisitor(request.headers.cookie, key);
    const id = visitor.id ?? newVisitorId();
    const [known, visit] = await Promise.all([registry.read({ ...visitor, id }), whoVisits(request, keeper)]);
    const page = findPage(pathname, known, config);
    // A file that is missing must never look like a page to whoever wanted a script.
    if (!page && extname(pathname) !== '') return refuse(reply, 'not_found');
    if (!visitor.id && registry.isRollingOut()) reply.header('set-cookie', visitorCookie(id));
    // Who looks at a candidate is no measure of what is live.
    const view = page && known && !visitor.override && request.method === 'GET' ? health?.sawPage(known) : undefined;
    const boot: BootData = {
      me: visit.me, registry: known ?? EMPTY, config, theme: themeOf(request), serverTime: new Date().toISOString(), ...(view ? { view } : {}),
    };
    const html = renderPage({
      page, pathname, scripts: shell.scripts, styles: shell.styles,
      isContentOnly: new URLSearchParams(search).get('content_only') === 'true',
      preloads: page ? [...(page.ownPath ? shell.preloadsOf(page.ownPath) : []), ...filesOf(page, known)] : [],
      boot, picture: picture(request, paint, boot, place),
    });
    if (visit.tell !== undefined) writeSession(reply, visit.tell);
    return sendPage(request, reply.headers(headers), page ? 200 : known ? 404 : 503, html);
  });
}

/** A page that cannot be painted comes empty, and the browser draws it: slower, but whole. */
function picture(request: FastifyRequest, paint: PaintPage | undefined, boot: BootData, place: PagePlace): string {
  try {
    return paint?.(boot, place) ?? '';
  } catch (error) {
    request.log.error({ err: error }, 'a page cannot be painted');
    return '';
  }
}

/** By hand: to a URL parser a path that begins with two slashes is another host. */
function splitUrl(url: string): PagePlace {
  const mark = url.indexOf('?');
  return mark === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, mark), search: url.slice(mark) };
}

/** Packing harder than this takes longer than the line saves. */
const BROTLI_QUALITY = 4;

/** The page holds who is signed in: no cache may keep it. */
async function sendPage(request: FastifyRequest, reply: FastifyReply, status: number, html: string): Promise<FastifyReply> {
  reply.code(status).header('cache-control', 'no-store, private').header('vary', 'accept-encoding').type('text/html; charset=utf-8');
  const [encoding] = acceptedEncodings(request.headers['accept-encoding']);
  if (!encoding) return reply.send(html);
  const packed = encoding === 'br' ? await packBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }) : await packGzip(html);
  return reply.header('content-encoding', encoding).send(packed);
}

/** Who opens the page, asked of the api only when a session came along. */
export async function whoVisits(request: FastifyRequest, keeper: SessionKeeper): Promise<Visit> {
  const session = readSession(request.headers.cookie);
  if (!session.token && !session.refreshToken) return { me: null };
  const usable = await keeper.open(session, request.ip);
  if (usable === 'unavailable') return { me: null };
  if (usable.token === null) return { me: null, tell: usable.tell };
  const { me, isRejected } = await keeper.whoIs(usable.token, request.ip);
  if (!isRejected) return { me, tell: usable.tell };
  const renewed = await keeper.recover(usable.tell ?? session, usable.token, request.ip);
  if (!renewed) return { me: null, tell: renewed };
  return { me: (await keeper.whoIs(renewed.token, request.ip)).me, tell: renewed };
}

function themeOf(request: FastifyRequest): BootData['theme'] {
  const theme = readCookie(request.headers.cookie, 'theme');
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}
