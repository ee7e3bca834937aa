import type { CacheTag } from '../contract/endpoint';

/** Values with placeholders: `{id}` from the path, `{?key}` from the query; anything else is literal. */
type Template = Readonly<Record<string, string | number>>;

/** An initial GET of a page or slot, as declared in the remote's `remote.json`. */
export interface InitialQuery {
  /** Name in the contract. */
  call: string;
  params?: Template | undefined;
  query?: Template | undefined;
  /** Sent for signed-in users only. */
  for?: 'person' | undefined;
  /** Sent only when the URL has these query values; an empty string means "none". */
  when?: Readonly<Record<string, string>> | undefined;
}

/** The initial queries of a release's pages and slots, by key. */
export interface InitialQueries {
  pages: Readonly<Record<string, readonly InitialQuery[]>>;
  slots: Readonly<Record<string, readonly InitialQuery[]>>;
}

/** An initial query with the endpoint data that a browser needs to send it. */
export type InitialRequest = InitialQuery & { path: string; tags: readonly CacheTag[] };

/** The response of /initial-queries.json: the initial queries of pages, by pattern. */
export interface InitialRequests {
  pages: Readonly<Record<string, readonly InitialRequest[]>>;
}

/**
 * The responses to the initial queries, embedded in the page. URL parameters are not repeated, because the browser
 * knows them.
 */
export interface PrefetchedAnswers {
  /** The page's pattern, from which the browser reads its parameters. */
  pattern: string;
  calls: PrefetchedAnswer[];
}

export interface PrefetchedAnswer extends Pick<InitialQuery, 'call' | 'params' | 'query'> {
  tags: readonly CacheTag[];
  answer: unknown;
  /** The anonymous answer, with which the server has rendered a signed-in page, where it differs from the user's. */
  drawnWith?: unknown;
}

/** Whether a call applies to a URL. */
export function isWanted({ when = {} }: InitialQuery, search: string): boolean {
  const given = new URLSearchParams(search);
  return Object.entries(when).every(([name, value]) => (given.get(name) ?? '') === value);
}

/** Resolves the input of a call for the current URL. Absent values are omitted, as the page itself does. */
export function inputOf(
  { params, query }: Pick<InitialQuery, 'params' | 'query'>,
  pathParams: Readonly<Record<string, string>>,
  search: string,
) {
  const given = new URLSearchParams(search);
  const fill = (template: Template) =>
    Object.fromEntries(
      Object.entries(template).flatMap(([name, value]) => {
        const filled = valueOf(value, pathParams, given);
        return filled === undefined ? [] : [[name, filled]];
      }),
    );
  return { ...(params ? { params: fill(params) } : {}), ...(query ? { query: fill(query) } : {}) };
}

function valueOf(
  value: string | number,
  pathParams: Readonly<Record<string, string>>,
  search: URLSearchParams,
): string | number | undefined {
  const [, mark, name = ''] = /^\{(\??)(\w+)\}$/.exec(String(value)) ?? [];
  if (mark === undefined) return value;
  return (mark === '?' ? search.get(name) : pathParams[name]) || undefined;
}
