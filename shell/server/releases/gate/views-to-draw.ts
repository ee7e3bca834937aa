import { contract } from '@manabiba/shared/contract/contract';
import { sitemapKind } from '@manabiba/shared/contract/sitemap';
import { matchPattern, paths } from '@manabiba/shared/navigation/paths';
import type { AppConfig, BootData } from '@manabiba/shared/page/boot-data';
import { type SlotPlace, slots } from '@manabiba/shared/page/slots';

import type { PageLocation } from '../../../src/server-render';
import { hrefOf } from '../../discovery/sitemap';
import type { AskApi } from '../../pages/ask-api';
import { findPage } from '../../pages/known-pages';
import { prefetchAnswers } from '../../pages/prefetched-answers';
import { partsToDraw } from '../../rendering/parts-to-draw';
import type { PartToDraw } from '../../rendering/renderer-messages';
import type { ServedRegistry } from '../release-manifest';
import type { MadePerson } from './made-person';

/** A page with parts of a candidate. */
export interface ViewToDraw {
  path: string;
  place: PageLocation;
  parts: readonly PartToDraw[];
  /** The page as this person gets it. */
  bootOf(person: MadePerson): BootData;
}

interface Given {
  remote: string;
  /** With the candidate in place of the live release. */
  registry: ServedRegistry;
  config: AppConfig;
  askApi: AskApi;
  /** Whose limit of calls counts. */
  address: string;
}

/** The file of a candidate is not read from a folder: it is not stored before it has passed. */
const NO_FOLDER = '';
/** How long the gate waits for the answers of one page, in milliseconds. */
const ANSWERS_MS = 5000;

/**
 * Returns the pages that the server may draw with a candidate's code: its own routes for anyone, and those with its
 * slots. The content is what a stranger would get of this product.
 */
export async function viewsToDraw(given: Given): Promise<ViewToDraw[]> {
  const known = await publicPaths(given);
  const release = given.registry.remotes[given.remote];
  const ofRoutes = release?.routes.flatMap(({ path, access }) => (access === 'anyone' ? [path] : [])) ?? [];
  const ofSlots = Object.values<SlotPlace<unknown>>(slots).flatMap(({ page, access, isOnFirstScreen }) =>
    isOnFirstScreen && access === 'anyone' ? [page.pattern] : [],
  );
  const views = await Promise.all(
    [...new Set([...ofRoutes, ...ofSlots])].map((pattern) => viewOf(pattern, addressOf(pattern, known), given)),
  );
  return views.filter(({ parts }) => parts.length > 0);
}

async function viewOf(
  path: string,
  pathname: string,
  { remote, registry, config, askApi, address }: Given,
): Promise<ViewToDraw> {
  const place = { pathname, search: '' };
  const page = findPage(pathname, registry, config);
  const parts = page ? partsToDraw(page, registry, NO_FOLDER).filter((part) => part.remote === remote) : [];
  const asNobody = { me: null, token: undefined, address, withinMs: ANSWERS_MS };
  const answers =
    page && parts.length > 0
      ? (await prefetchAnswers(askApi, { page, registry, place, ...asNobody })).answers
      : undefined;
  const serverTime = new Date().toISOString();
  return {
    path,
    place,
    parts,
    bootOf: (person) => ({
      me: person.me,
      registry,
      integrity: {},
      config,
      theme: 'system',
      analyticsConsent: null,
      serverTime,
      timeZone: 'Asia/Tokyo',
      ...(page && page.slots.length > 0 ? { slots: page.slots } : {}),
      ...(answers ? { answers: person.answersFor(answers) } : {}),
    }),
  };
}

/** A public page of each kind that the product has. */
async function publicPaths({ askApi, address }: Given): Promise<string[]> {
  const ask = async (path: string) => (await askApi({ method: 'GET', path, address })).body;
  const ofKinds = sitemapKind.options.map(async (kind) => {
    const { data } = contract.listSitemapPages.response.safeParse(await ask(`/v1/sitemap/${kind}?file=1`));
    return data?.ids.slice(0, 1).map(hrefOf[kind]) ?? [];
  });
  const { data } = contract.listCategories.response.safeParse(await ask('/v1/categories'));
  const ofCategories = data?.categories.slice(0, 1).map(({ id }) => paths.category.href({ id })) ?? [];
  return [...(await Promise.all(ofKinds)).flat(), ...ofCategories];
}

/** A path for a pattern; pages below that of a thing begin with its path. One that nothing fits shows what is missing. */
function addressOf(pattern: string, known: readonly string[]): string {
  const end = pattern.lastIndexOf('}') + 1;
  const found = known.find((path) => matchPattern(pattern.slice(0, end), path));
  return found ? found + pattern.slice(end) : pattern.replace(/\{\w+\}/g, 'none');
}
