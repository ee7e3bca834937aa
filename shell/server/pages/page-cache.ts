/** How long a page is served again, in milliseconds. */
const FRESH_MS = 1000;
/** Pages that are kept: those opened at the same time, not all pages. */
const MAX_PAGES = 100;

/** A page that is the same for everyone who has no session. */
export interface SharedPage {
  html: string;
  headers: Record<string, string>;
  isMissing: boolean;
  /** The HTML by encoding, packed once. */
  packed: Map<string, Promise<Buffer>>;
}

export interface PageCache {
  /**
   * Returns the page of a key, and writes it unless that was done within the last second. Missing pages are shared by
   * those who wait for them, and not kept.
   */
  read(key: string, write: () => Promise<Omit<SharedPage, 'packed'>>): Promise<SharedPage>;
}

/** Keeps pages of nobody for a second: those who open a page at the same time get the same bytes. */
export function createPageCache(): PageCache {
  const pages = new Map<string, { at: number; page: Promise<SharedPage> }>();
  return {
    read(key, write) {
      const now = performance.now();
      const known = pages.get(key);
      if (known && now - known.at < FRESH_MS) return known.page;
      pages.delete(key);
      const [oldest] = pages.keys();
      if (pages.size >= MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      const page = write().then((written) => ({ ...written, packed: new Map() }));
      pages.set(key, { at: now, page });
      const forget = () => pages.get(key)?.page === page && pages.delete(key);
      page.then(({ isMissing }) => isMissing && forget(), forget);
      return page;
    },
  };
}
