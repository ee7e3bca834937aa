import type { RegistryReader } from '@manabiba/releases';
import { contract } from '@manabiba/shared/contract/contract';
import { MAX_SITEMAP_PAGES } from '@manabiba/shared/contract/limits';
import { type SitemapKind, sitemapKind } from '@manabiba/shared/contract/sitemap';
import { type AppPath, paths } from '@manabiba/shared/navigation/paths';
import { retiredRouteAt } from '@manabiba/shared/navigation/retired-routes';
import type { FastifyInstance, FastifyReply } from 'fastify';

import type { AskApi } from '../pages/ask-api';
import { refuse } from '../refuse';
import { textElement, xmlDocument } from './xml';

interface SitemapOptions {
  askApi: AskApi;
  /** Pages of retired remotes are left out. */
  registry: Pick<RegistryReader, 'read'>;
  publicUrl: string;
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
/** Search engines ask a few times a day; caching for an hour avoids counting every row each time. */
const MAX_AGE_SECONDS = 3600;

/** Pages that exist once. Sorted by what a newcomer looks for. */
const fixedPages: readonly AppPath[] = [
  paths.top,
  paths.classrooms,
  paths.events,
  paths.archives,
  paths.professionals,
  paths.plans,
  paths.seatProof,
  paths.termsOfUse,
  paths.privacyPolicy,
  paths.law,
  paths.brandAssets,
];

/** Paths of the pages of each kind. */
export const hrefOf: Record<SitemapKind, (id: string) => string> = {
  classroom: (id) => paths.classroom.href({ id }),
  event: (id) => paths.event.href({ id }),
  archive: (id) => paths.archive.href({ id }),
  professional: (id) => paths.user.href({ id }),
  series: (id) => paths.series.href({ id }),
};

/**
 * Serves /sitemap.xml, an index of the files under /sitemaps/: one for the pages that exist once, and one for every
 * 10,000 pages of each kind. While the api is unreachable they answer 503, which search engines take as "later".
 */
export function serveSitemap(app: FastifyInstance, { askApi, registry, publicUrl }: SitemapOptions): void {
  const urlOf = (path: string) => new URL(path, publicUrl).href;
  const locations = (element: 'url' | 'sitemap', paths: readonly string[]) =>
    paths.map((path) => `<${element}>${textElement('loc', urlOf(path))}</${element}>`);
  const sendFile = async (reply: FastifyReply, pages: readonly string[]) => {
    const known = (await registry.read()) ?? { remotes: {} };
    const live = pages.filter((path) => !retiredRouteAt(known, path));
    return sendXml(reply, [`<urlset xmlns="${NAMESPACE}">`, ...locations('url', live), '</urlset>']);
  };

  app.get('/sitemap.xml', async (request, reply) => {
    const { body } = await askApi({ method: 'GET', path: '/v1/sitemap', address: request.ip });
    const { data } = contract.getSitemap.response.safeParse(body);
    if (!data) return sendLater(reply);
    const files = sitemapKind.options.flatMap((kind) =>
      Array.from(
        { length: Math.ceil((data.sizes[kind] ?? 0) / MAX_SITEMAP_PAGES) },
        (_, index) => `/sitemaps/${kind}-${index + 1}.xml`,
      ),
    );
    return sendXml(reply, [
      `<sitemapindex xmlns="${NAMESPACE}">`,
      ...locations('sitemap', ['/sitemaps/pages.xml', ...files]),
      '</sitemapindex>',
    ]);
  });

  app.get('/sitemaps/pages.xml', async (request, reply) => {
    const { body } = await askApi({ method: 'GET', path: '/v1/categories', address: request.ip });
    const { data } = contract.listCategories.response.safeParse(body);
    if (!data) return sendLater(reply);
    return sendFile(reply, [
      ...fixedPages.map(({ pattern }) => pattern),
      ...data.categories.map(({ id }) => paths.category.href({ id })),
    ]);
  });

  app.get<{ Params: { name: string } }>('/sitemaps/:name', async (request, reply) => {
    const [, kindName, file] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(request.params.name) ?? [];
    const { data: kind } = sitemapKind.safeParse(kindName);
    if (!kind) return refuse(reply, 'not_found');
    const { body } = await askApi({ method: 'GET', path: `/v1/sitemap/${kind}?file=${file}`, address: request.ip });
    const { data } = contract.listSitemapPages.response.safeParse(body);
    if (!data) return sendLater(reply);
    if (data.ids.length === 0) return refuse(reply, 'not_found');
    return sendFile(reply, data.ids.map(hrefOf[kind]));
  });
}

const sendXml = (reply: FastifyReply, lines: readonly string[]) =>
  reply
    .header('cache-control', `public, max-age=${MAX_AGE_SECONDS}`)
    .type('application/xml; charset=utf-8')
    .send(xmlDocument(lines.join('\n')));

const sendLater = (reply: FastifyReply) => refuse(reply.header('retry-after', '60'), 'unavailable');
