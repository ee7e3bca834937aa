import type { ServedRegistry } from '@manabiba/releases';
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
import { partsToRender } from '../parts-to-render';
import type { PartToRender } from '../sandbox/renderer-messages';
import type { SampleUser } from './sample-user';

/** A page with parts of a candidate. */
export interface ViewToRender {
  path: string;
  location: PageLocation;
  parts: readonly PartToRender[];
  /** The boot data of the page for this user. */
  bootOf(person: SampleUser): BootData;
}

interface CandidateContext {
  remote: string;
  /** With the candidate in place of the live release. */
  registry: ServedRegistry;
  config: AppConfig;
  askApi: AskApi;
  /** The client address that rate limits count. */
  address: string;
}

/** The file of a candidate is not read from a folder: it is stored only after it has passed. */
const NO_FOLDER = '';
/** How long the gate waits for the answers of one page, in milliseconds. */
const ANSWERS_MS = 5000;

/**
 * Returns the pages that the server may render with a candidate's code: its own public routes and the pages with its
 * slots, with the content that anonymous visitors of this installation get.
 */
export async function viewsToRender(context: CandidateContext): Promise<ViewToRender[]> {
  const known = await publicPaths(context);
  const release = context.registry.remotes[context.remote];
  const ofRoutes = release?.routes.flatMap(({ path, access }) => (access === 'anyone' ? [path] : [])) ?? [];
  const ofSlots = Object.values<SlotPlace<unknown>>(slots).flatMap(({ page, access, isOnFirstScreen }) =>
    isOnFirstScreen && access === 'anyone' ? [page.pattern] : [],
  );
  const views = await Promise.all(
    [...new Set([...ofRoutes, ...ofSlots])].map((pattern) => viewOf(pattern, addressOf(pattern, known), context)),
  );
  return views.filter(({ parts }) => parts.length > 0);
}

async function viewOf(
  path: string,
  pathname: string,
  { remote, registry, config, askApi, address }: CandidateContext,
): Promise<ViewToRender> {
  const location = { pathname, search: '' };
  const page = findPage(pathname, registry, config);
  const parts = page ? partsToRender(page, registry, NO_FOLDER).filter((part) => part.remote === remote) : [];
  const anonymous = { me: null, token: undefined, address, withinMs: ANSWERS_MS };
  const answers =
    page && parts.length > 0
      ? (await prefetchAnswers(askApi, { page, registry, location, ...anonymous })).answers
      : undefined;
  const serverTime = new Date().toISOString();
  return {
    path,
    location,
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

/** The path of one public page of each kind. */
async function publicPaths({ askApi, address }: CandidateContext): Promise<string[]> {
  const ask = async (path: string) => (await askApi({ method: 'GET', path, address })).body;
  const ofKinds = sitemapKind.options.map(async (kind) => {
    const { data } = contract.listSitemapPages.response.safeParse(await ask(`/v1/sitemap/${kind}?file=1`));
    return data?.ids.slice(0, 1).map(hrefOf[kind]) ?? [];
  });
  const { data } = contract.listCategories.response.safeParse(await ask('/v1/categories'));
  const ofCategories = data?.categories.slice(0, 1).map(({ id }) => paths.category.href({ id })) ?? [];
  return [...(await Promise.all(ofKinds)).flat(), ...ofCategories];
}

/** Returns a path for a pattern, from the known paths; without one, a path that leads to a missing thing. */
function addressOf(pattern: string, known: readonly string[]): string {
  const end = pattern.lastIndexOf('}') + 1;
  const found = known.find((path) => matchPattern(pattern.slice(0, end), path));
  return found ? found + pattern.slice(end) : pattern.replace(/\{\w+\}/g, 'none');
}
