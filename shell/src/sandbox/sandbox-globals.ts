/*
 * What pages read of a browser's or Node's globals, in a realm that has those of the language alone. Loaded before
 * everything else of the renderer.
 */

/** Functions that the host passes into the realm, from text to text. */
export interface SandboxHost {
  /** Returns the components of a URL as JSON; empty for an invalid URL. */
  parseUrl(url: string, base: string): string;
  /** Returns the pairs of a query string as JSON. */
  readQuery(query: string): string;
  /** Returns a query string for pairs in JSON. */
  writeQuery(pairs: string): string;
}

/** Parameter of the function that the host wraps the renderer in: no global, so that remotes do not see it. */
declare const sandboxHost: SandboxHost;
const parseUrl = guarded(sandboxHost.parseUrl);
const readQuery = guarded(sandboxHost.readQuery);
const writeQuery = guarded(sandboxHost.writeQuery);

/** Keeps errors of the host out of the realm: a full stack or text that is no JSON is found there. */
function guarded<Given extends string[]>(act: (...given: Given) => string): (...given: Given) => string {
  return (...given) => {
    try {
      return act(...given);
    } catch {
      throw new TypeError('It cannot be read.');
    }
  };
}

type Pair = [name: string, value: string];
type QueryInit = string | Iterable<readonly [string, string]> | Readonly<Record<string, string>> | undefined;

class Query {
  #pairs: Pair[];

  constructor(init?: QueryInit) {
    this.#pairs = pairsOf(init);
  }
  get size(): number {
    return this.#pairs.length;
  }
  get(name: string): string | null {
    return this.#pairs.find(([each]) => each === name)?.[1] ?? null;
  }
  getAll(name: string): string[] {
    return this.#pairs.filter(([each]) => each === name).map(([, value]) => value);
  }
  has(name: string, value?: string): boolean {
    return this.#pairs.some(([each, held]) => each === name && (value === undefined || held === value));
  }
  append(name: string, value: unknown): void {
    this.#pairs.push([String(name), String(value)]);
  }
  set(name: string, value: unknown): void {
    const at = this.#pairs.findIndex(([each]) => each === name);
    if (at === -1) return this.append(name, value);
    this.#pairs = this.#pairs.filter(([each], index) => each !== name || index === at);
    this.#pairs[at] = [name, String(value)];
  }
  delete(name: string, value?: string): void {
    this.#pairs = this.#pairs.filter(([each, held]) => each !== name || (value !== undefined && held !== value));
  }
  sort(): void {
    this.#pairs.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  }
  forEach(visit: (value: string, name: string, query: Query) => void): void {
    for (const [name, value] of this.#pairs) visit(value, name, this);
  }
  keys() {
    return this.#pairs.map(([name]) => name).values();
  }
  values() {
    return this.#pairs.map(([, value]) => value).values();
  }
  entries() {
    return this.#pairs.map((pair): Pair => [...pair]).values();
  }
  [Symbol.iterator]() {
    return this.entries();
  }
  toString(): string {
    return writeQuery(JSON.stringify(this.#pairs));
  }
}

function pairsOf(init: QueryInit): Pair[] {
  if (init === undefined || init === null) return [];
  if (typeof init !== 'object') return JSON.parse(readQuery(String(init))) as Pair[];
  const pairs = Symbol.iterator in init ? [...init] : Object.entries(init);
  return pairs.map(([name, value]): Pair => [String(name), String(value)]);
}

interface UrlParts {
  href: string;
  origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  hash: string;
}

/** A URL that cannot be changed: pages only build and read addresses. */
class Address implements UrlParts {
  declare readonly href: string;
  declare readonly origin: string;
  declare readonly protocol: string;
  declare readonly username: string;
  declare readonly password: string;
  declare readonly host: string;
  declare readonly hostname: string;
  declare readonly port: string;
  declare readonly pathname: string;
  declare readonly search: string;
  declare readonly hash: string;
  readonly searchParams: Query;

  constructor(url: unknown, base: unknown = '') {
    const parts = parseUrl(String(url), String(base));
    if (parts === '') throw new TypeError('Invalid URL');
    Object.assign(this, JSON.parse(parts) as UrlParts);
    this.searchParams = new Query(this.search);
    Object.freeze(this);
  }
  static canParse(url: unknown, base: unknown = ''): boolean {
    return parseUrl(String(url), String(base)) !== '';
  }
  toString(): string {
    return this.href;
  }
  toJSON(): string {
    return this.href;
  }
}

/** Most timers that are remembered: the gate needs to know of one. */
const MOST_TIMERS = 1000;
const timers = new Set<unknown>();
let lastTimer = 0;

/** How many timers were asked for and not cleared again. None runs: it would outlive its page. */
export const timersAskedFor = (): number => timers.size;

const startNoTimer = (): number => {
  lastTimer += 1;
  if (timers.size < MOST_TIMERS) timers.add(lastTimer);
  return lastTimer;
};
const clear = (timer: unknown): void => void timers.delete(timer);
const nothing = (): void => undefined;

/** Discards output. */
const silent = Object.fromEntries(['debug', 'error', 'info', 'log', 'warn'].map((name) => [name, nothing]));

const provided: Readonly<Record<string, unknown>> = {
  URL: Address,
  URLSearchParams: Query,
  console: silent,
  setTimeout: startNoTimer,
  setInterval: startNoTimer,
  setImmediate: startNoTimer,
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};
for (const [name, value] of Object.entries(provided))
  Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });

/** Globals that wait, run machine code, share memory, or run after the page: no page needs them. */
const REMOVED = ['Atomics', 'FinalizationRegistry', 'SharedArrayBuffer', 'WeakRef', 'WebAssembly', 'eval'];
for (const name of REMOVED) Reflect.deleteProperty(globalThis, name);
