import type { ServedRegistry } from '@manabiba/releases';
import {
  type InitialQuery,
  inputOf,
  isWanted,
  type PrefetchedAnswers,
} from '@manabiba/shared/navigation/initial-queries';
import { matchPattern } from '@manabiba/shared/navigation/paths';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { isPerson, refusalOf } from '@manabiba/shared/page/page-access';

import type { AskApi } from './ask-api';
import { getEndpoint } from './initial-queries';
import { initialQueriesOf, type KnownPage } from './known-pages';

interface PrefetchRequest {
  page: KnownPage;
  registry: ServedRegistry | null;
  location: { pathname: string; search: string };
  me: BootData['me'];
  token: string | undefined;
  address: string;
  /** How long the page waits for answers, in milliseconds. The browser requests late ones itself. */
  withinMs: number;
}

interface PrefetchResult {
  /** Absent when there are none. */
  answers?: PrefetchedAnswers;
  /** A page for anyone about nothing that the viewer could see: search engines must learn that. */
  isMissing: boolean;
}

/**
 * A query of the shell on any page, for the notice of coming terms. Its answer is the same for everyone, so it is
 * asked for without a session, and pages opened at the same time share it.
 */
const OF_SHELL: InitialQuery = { call: 'listTermsVersions' };

/**
 * Sends a page's initial queries to the api, in parallel and on behalf of the user. They are marked as prefetch, so
 * that nothing counts as seen. Only successful answers that arrive in time are included in the page.
 */
export async function prefetchAnswers(
  askApi: AskApi,
  { page, registry, location, me, token, address, withinMs }: PrefetchRequest,
): Promise<PrefetchResult> {
  const params = matchPattern(page.pattern, location.pathname);
  if (!params || refusalOf(me, page.access)) return { isMissing: false };
  const ofPage = initialQueriesOf(page, registry).filter(
    (call) => isWanted(call, location.search) && (call.for !== 'person' || isPerson(me)),
  );
  let isMissing = false;
  const answered: Array<PrefetchedAnswers['calls'][number] | undefined> = [];
  const asking = Promise.allSettled(
    [...ofPage, OF_SHELL].map(async (wish, index) => {
      const { call, params: ofPath, query } = wish;
      const endpoint = getEndpoint(call);
      const path = endpoint && pathOf(endpoint.path, wish, params, location.search);
      if (!endpoint || !path) return;
      const { status, body } = await askApi({
        method: 'GET',
        path,
        address,
        isPrefetch: true,
        ...(token && wish !== OF_SHELL ? { token } : {}),
      });
      if (status === 200) answered[index] = { call, params: ofPath, query, tags: endpoint.tags ?? [], answer: body };
      // Only a call with an id from the URL shows that there is no such page.
      if (status === 404 && ofPath !== undefined && page.access === 'anyone') isMissing = true;
    }),
  );
  await inTime(asking, withinMs);
  // Late answers must not change a page that is being written.
  const calls = answered.filter((each) => each !== undefined);
  return { isMissing, ...(calls.length > 0 ? { answers: { pattern: page.pattern, calls } } : {}) };
}

function pathOf(
  pattern: string,
  call: InitialQuery,
  pathParams: Record<string, string>,
  search: string,
): string | undefined {
  const { params = {}, query = {} } = inputOf(call, pathParams, search);
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (names.some((name) => params[name] === undefined)) return undefined;
  const path = pattern.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const words = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `/v1${path}${words && `?${words}`}`;
}

function inTime(work: Promise<unknown>, withinMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
