import type { CacheTag } from '../contract/endpoint';

/** A value of the address in braces: `{id}` of the path, `{?key}` of the query; anything else stands as it is. */
type Template = Readonly<Record<string, string | number>>;

/** A GET that a page or a slot begins with, as the remote's `remote.json` declares it. */
export interface InitialQuery {
  /** Name in the contract. */
  call: string;
  params?: Template | undefined;
  query?: Template | undefined;
  /** Asked for signed-in people only. */
  for?: 'person' | undefined;
  /** Asked only where the address has these values in its query; an empty text is "none". */
  when?: Readonly<Record<string, string>> | undefined;
}

/** What pages and slots of a release begin with, by their keys. */
export interface InitialQueries {
  pages: Readonly<Record<string, readonly InitialQuery[]>>;
  slots: Readonly<Record<string, readonly InitialQuery[]>>;
}

/** An initial query with what a browser has to know of its endpoint to ask it. */
export type InitialRequest = InitialQuery & { path: string; tags: readonly CacheTag[] };

/** What /initial-queries.json answers: what pages ask first, by their patterns. */
export interface InitialRequests {
  pages: Readonly<Record<string, readonly InitialRequest[]>>;
}

/** What a page was answered before it was sent. Nothing of its address is repeated: the browser knows it. */
export interface PrefetchedAnswers {
  /** Pattern of the page, by which the browser reads its parameters. */
  pattern: string;
  calls: Array<Pick<InitialQuery, 'call' | 'params' | 'query'> & { tags: readonly CacheTag[]; answer: unknown }>;
}

/** Whether a call belongs to an address. */
export function isWanted({ when = {} }: InitialQuery, search: string): boolean {
  const given = new URLSearchParams(search);
  return Object.entries(when).every(([name, value]) => (given.get(name) ?? '') === value);
}

/** What a call is made with, for the address at hand. Absent values are left out, as they are by the page itself. */
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
