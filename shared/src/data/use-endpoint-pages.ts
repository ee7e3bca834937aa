import { useRef, useState, useSyncExternalStore } from 'react';
import useSWR from 'swr';

import type { EndpointDefinition, EndpointInput, EndpointOutput } from '../contract/endpoint';
import { type ApiError, isApiError } from './api-error';
import {
  cacheEpoch,
  endpointKey,
  isOlderThan,
  keyText,
  MAX_AGE_SECONDS,
  readEntry,
  readPlacedEntry,
  refreshEntry,
  stampEntry,
} from './cache/endpoint-cache';
import { sendCall } from './call-endpoint';
import type { EndpointReference } from './endpoint-reference';
import { fetchEntry } from './fetch-entry';
import { type CacheChange, changeBase, changeWhile, underChanges } from './optimistic-changes';
import { type EndpointOptions, useEntryUse } from './use-endpoint';

type PageOf<D extends EndpointDefinition> = EndpointOutput<D>;
export type ItemOf<Page> = Page extends { items: Array<infer Item> } ? Item : never;

interface Pages<D extends EndpointDefinition> {
  pages: Array<PageOf<D>>;
}

export interface EndpointPagesOptions extends Pick<EndpointOptions, 'maxAgeSeconds' | 'keepPreviousData'> {
  /** Applied while the list is fetched and rolled back on failure: the side effect of the request on the server. */
  optimistic?: () => CacheChange | readonly CacheChange[];
}

export interface EndpointPagesResult<Page> {
  /** Empty until the first page has loaded. */
  items: Array<ItemOf<Page>>;
  pages: Page[];
  isLoading: boolean;
  isRefreshing: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  /** Fetches the next page. A no-op while one is in flight or when there are no more. */
  loadMore: () => void;
  error: ApiError | undefined;
  /** Retries what failed: the list, or its next page. */
  retry: () => void;
}

/**
 * A paginated list of the contract as one cache entry. Refetched like `useEndpoint`, with as many pages as were loaded.
 */
export function useEndpointPages<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D> | null,
  options: EndpointPagesOptions = {},
): EndpointPagesResult<PageOf<D>> {
  const { maxAgeSeconds = MAX_AGE_SECONDS, keepPreviousData = false, optimistic } = options;
  const key = input === null ? null : endpointKey(reference, input, 'pages');
  const text = keyText(key);
  useEntryUse(text);
  const prefetched = usePrefetchedPage(reference, input);
  const { data, error, isLoading, isValidating, mutate } = useSWR<Pages<D>, ApiError>(
    text,
    input === null
      ? null
      : () => {
          const fetched = () => fetchPages(reference, input, maxAgeSeconds);
          return optimistic ? changeWhile(optimistic(), fetched) : fetched();
        },
    {
      revalidateIfStale: key !== null && isOlderThan(key, maxAgeSeconds),
      keepPreviousData,
      fallbackData: prefetched && { pages: [prefetched] },
    },
  );
  const more = useMore(reference, input);
  const pages = data?.pages ?? [];
  return {
    items: pages.flatMap((page) => itemsOf(page)),
    pages,
    isLoading: isLoading && !data,
    isRefreshing: isValidating && Boolean(data),
    isLoadingMore: more.isLoading,
    hasMore: nextCursorOf(pages) !== null,
    loadMore: more.load,
    error: error ?? more.error,
    retry: () => (more.error && !error ? more.load() : void mutate().catch(() => undefined)),
  };
}

/** The next page of a list, with at most one request in flight. */
function useMore<D extends EndpointDefinition>(reference: EndpointReference<D>, input: EndpointInput<D> | null) {
  const [state, setState] = useState<{ text: string; isLoading: boolean; error?: ApiError }>({
    text: '',
    isLoading: false,
  });
  const running = useRef('');
  const key = input === null ? null : endpointKey(reference, input, 'pages');
  const text = keyText(key);

  const load = async () => {
    const cursor = key && nextCursorOf((readEntry(key) as Pages<D> | undefined)?.pages ?? []);
    if (!cursor || input === null || running.current === text) return;
    running.current = text;
    setState({ text, isLoading: true });
    const epoch = cacheEpoch();
    try {
      const page = await sendCall(reference, withCursor(input, cursor));
      if (epoch === cacheEpoch()) changeBase(key, (answer) => append(answer as Pages<D> | undefined, cursor, page));
      setState({ text, isLoading: false });
    } catch (error) {
      // An earlier version of the api issued the cursor. A fresh list has another one.
      const isOutdated = isApiError(error) && 'cursor' in error.fields;
      if (isOutdated) refreshEntry(key);
      setState({ text, isLoading: false, ...(isApiError(error) && !isOutdated ? { error } : {}) });
    } finally {
      running.current = '';
    }
  };
  // The state of another input does not apply to this one.
  const isMine = state.text === text;
  return { load: () => void load(), isLoading: isMine && state.isLoading, error: isMine ? state.error : undefined };
}

async function fetchPages<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  maxAgeSeconds: number,
): Promise<Pages<D>> {
  const key = endpointKey(reference, input, 'pages');
  const known = (readEntry(key) as Pages<D> | undefined)?.pages.length ?? 0;
  const pages = [await firstPage(reference, input, maxAgeSeconds)];
  while (pages.length < known) {
    const cursor = nextCursorOf(pages);
    if (!cursor) break;
    pages.push(await sendCall(reference, withCursor(input, cursor)));
  }
  stampEntry(key);
  return underChanges(key, { pages }) as Pages<D>;
}

/** A prefetched page is shown at once, whether or not it is refetched; hydration shows what the server has rendered. */
function usePrefetchedPage<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D> | null,
): PageOf<D> | undefined {
  const read = (from: typeof readEntry) => () =>
    input === null ? undefined : (from(endpointKey(reference, input)) as PageOf<D> | undefined);
  return useSyncExternalStore(neverNotifies, read(readEntry), read(readPlacedEntry));
}

const neverNotifies = () => () => undefined;

/** Uses a prefetched first page for the list, when its age allows. */
async function firstPage<D extends EndpointDefinition>(
  reference: EndpointReference<D>,
  input: EndpointInput<D>,
  maxAgeSeconds: number,
): Promise<PageOf<D>> {
  const single = endpointKey(reference, input);
  const isFirstFetch = readEntry(endpointKey(reference, input, 'pages')) === undefined;
  if (maxAgeSeconds === 0) return sendCall(reference, input);
  if (isFirstFetch && !isOlderThan(single, maxAgeSeconds)) return readEntry(single) as PageOf<D>;
  return fetchEntry(reference, input);
}

const itemsOf = <Page>(page: Page) => (page as { items: Array<ItemOf<Page>> }).items;
const nextCursorOf = (pages: readonly unknown[]) =>
  (pages.at(-1) as { nextCursor: string | null } | undefined)?.nextCursor ?? null;

function withCursor<D extends EndpointDefinition>(input: EndpointInput<D>, cursor: string): EndpointInput<D> {
  return { ...input, query: { ...(input as { query?: object }).query, cursor } };
}

/** When the list was refetched meanwhile, its cursor has changed, so the page is dropped. */
function append<D extends EndpointDefinition>(
  answer: Pages<D> | undefined,
  cursor: string,
  page: PageOf<D>,
): Pages<D> | undefined {
  if (!answer || nextCursorOf(answer.pages) !== cursor) return answer;
  return { pages: [...answer.pages, page] };
}
